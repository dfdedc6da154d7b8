import { Random } from '../../base/ids.ts';
import type { OperationId } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ActiveScenario } from '../../scenarios/active.ts';
import { activate } from '../../scenarios/active.ts';
import { committingOperations } from '../../scenarios/operations.ts';
import type { ScenarioSteps } from '../../scenarios/parse.ts';
import { parseScenarios } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';
import { filterApplicable, readArming } from '../../scenarios/scenario-selection.ts';

/**
 * The scenarios that can act at the edge of any system: those that change nothing in a provider or the clock, and of a
 * response only whether it comes whole.
 */
export function edgeScenarios(all: Registry): Registry {
  return new Map([...all].filter(([name]) => isOfEdge(all, name)));
}

function isOfEdge(all: Registry, name: string): boolean {
  const { edges, effects } = activate(all, [{ name, parameters: [] }], 'query', noChance);
  return edges.length > 0 && Object.keys(effects).length === 0 && edges.every((edge) => !('shape' in edge));
}

/** Refuses scenarios that exist, and act inside the service: nobody can make them happen from outside. */
export function refuseInner(all: Registry, edge: Registry, { text, path }: ScenarioInput): void {
  const inner = namesIn(text).find((name) => all.has(name) && !edge.has(name));
  if (inner === undefined) return;
  const message = `"${inner}" acts inside the service, and not at the edge of any system; here you can use: `;
  throw new Refusal('invalid_scenario', [{ path, message: message + [...edge.keys()].join(', ') }]);
}

/** What cannot be read is refused where it is read. */
function namesIn(text: string): string[] {
  try {
    return parseScenarios(text).flatMap((step) => step.map(({ name }) => name));
  } catch {
    return [];
  }
}

/** The steps to arm. Refuses those that cannot be armed. */
export function readEdgeArming(all: Registry, edge: Registry, input: ScenarioInput): ScenarioSteps {
  refuseInner(all, edge, input);
  return readArming(edge, input);
}

/** Whether some step can lose the response of a request that changed something. */
export function mayLoseWork(edge: Registry, steps: ScenarioSteps): boolean {
  return steps.some((step) =>
    committingOperations.some((operation) => losesWork(activateFor(edge, operation, step), operation)),
  );
}

/** Whether a scenario loses the response of a request that changed something: the client may do it a second time. */
export function losesWork({ edges }: ActiveScenario, operation: OperationId | null): boolean {
  const isCommitting = committingOperations.some((one) => one === operation);
  return isCommitting && edges.some(({ at }) => at === 'after' || at === 'answer');
}

function activateFor(edge: Registry, operation: OperationId, step: ScenarioSteps[number]): ActiveScenario {
  return activate(edge, filterApplicable(edge, operation, step), 'profile', noChance);
}

function noChance(): Random {
  return new Random('');
}
