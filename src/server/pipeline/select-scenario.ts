import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import { activate } from '../../scenarios/active.ts';
import type { ActiveScenario } from '../../scenarios/active.ts';
import { parseScenarios } from '../../scenarios/parse.ts';
import { scenarioNames } from '../../scenarios/registry.ts';
import type { Operation } from '../operations/operation.ts';
import type { Service } from '../service.ts';

/**
 * The scenarios that the query asks for, or else the header X-Sandbox-Scenario; `none` asks for none. What is
 * unknown, does not apply here, has a wrong parameter or contradicts itself is refused, with what could be asked.
 */
export function selectScenario(service: Service, { operationId }: Operation, req: Request): ActiveScenario | null {
  const request = readRequest(req);
  if (!request || request.text === 'none') return null;
  const { text, from, path } = request;
  const names = scenarioNames(service.scenarios, operationId);
  const refuse = (name: ErrorName, what: string): never => {
    throw new Refusal(name, [{ path, message: `${what}; here you can use: ${names.join(', ')}` }]);
  };
  const asked = parseScenarios(text) ?? refuse('unknown_scenario', `"${text.slice(0, 64)}" is not a scenario`);
  for (const { name } of asked) {
    if (!service.scenarios.has(name)) refuse('unknown_scenario', `"${name.slice(0, 64)}" is not a scenario`);
    if (!names.includes(name)) refuse('scenario_not_applicable', `"${name}" does not apply to ${operationId}`);
  }
  try {
    return activate(service.scenarios, asked, from);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('invalid_scenario', [{ path, message: error.message }]);
    throw error;
  }
}

function readRequest(req: Request): { text: string; from: ActiveScenario['from']; path: string } | undefined {
  const asked = req.originalUrl.includes('?') ? req.query['scenario'] : undefined;
  if (asked !== undefined) return { text: String(asked), from: 'query', path: 'query/scenario' };
  const header = req.headers['x-sandbox-scenario'];
  if (header !== undefined) return { text: String(header), from: 'header', path: 'header/x-sandbox-scenario' };
  return undefined;
}
