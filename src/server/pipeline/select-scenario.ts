import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';
import { scenarioNames } from '../../scenarios/registry.ts';
import type { Edge, Scenario } from '../../scenarios/scenario.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';
import type { Service } from '../service.ts';

/** The scenario that the query asks for. An unknown name, or one that does not apply here, is refused with the list of those that do. */
export function selectScenario(service: Service, operation: Operation, req: Request): Scenario | null {
  const asked = req.originalUrl.includes('?') ? req.query['scenario'] : undefined;
  if (asked === undefined) return null;
  const name = String(asked);
  const scenario = service.scenarios.get(name);
  if (scenario?.operations.includes(operation.operationId)) return scenario;
  const names = scenarioNames(service.scenarios, operation.operationId);
  const what = scenario ? `"${name}" does not apply to ${operation.operationId}` : `"${name.slice(0, 64)}" is not a scenario`;
  throw new Refusal(scenario ? 'scenario_not_applicable' : 'unknown_scenario', [
    { path: 'query/scenario', message: `${what}; here you can use: ${names.join(', ')}` },
  ]);
}

/** Throws the error of a scenario that acts at this point of the edge. */
export function actAtEdge(exchange: Exchange, at: Edge['at']): void {
  const edge = exchange.scenario?.edge;
  if (edge?.at === at) throw new Refusal(edge.error);
}
