import type { OperationId } from '../interface/api.ts';
import { CALLS } from './parameters.ts';
import type { ScenarioSelector, ScenarioSteps } from './parse.ts';
import { parseScenarios, writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { filterApplicable } from './scenario-selection.ts';

/** What armed scenarios do to a request. */
interface Meeting {
  acting: ScenarioSelector[];
  /** What is armed from now on; null for nothing. The same text where nothing is counted. */
  rest: string | null;
}

/** How armed scenarios meet a request: those of the first step that apply to it; undefined where none does. */
export function meetArmed(registry: Registry, operationId: OperationId, armed: string): Meeting | undefined {
  const [step = [], ...later] = parseScenarios(armed);
  const acting = filterApplicable(registry, operationId, step);
  if (acting.length === 0) return undefined;
  const left = step.flatMap((one) => (acting.includes(one) ? countDown(one) : one));
  const rest: ScenarioSteps = left.length > 0 ? [left, ...later] : later;
  return { acting, rest: writeScenarios(rest) || null };
}

/** The selector with one request less; nothing after the last one. */
function countDown(one: ScenarioSelector): ScenarioSelector | [] {
  const calls = one.parameters.find(([name]) => name === CALLS.name)?.[1];
  if (calls === undefined) return one;
  if (Number(calls) <= 1) return [];
  const parameters = one.parameters.map(
    ([name, value]) => [name, name === CALLS.name ? `${Number(calls) - 1}` : value] as const,
  );
  return { ...one, parameters };
}
