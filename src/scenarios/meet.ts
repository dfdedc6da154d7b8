import type { OperationId } from '../interface/api.ts';
import type { Claim } from './active.ts';
import { CALLS } from './parameters.ts';
import type { ScenarioSelector, ScenarioSteps } from './parse.ts';
import { parseScenarios, writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { filterApplicable } from './scenario-selection.ts';

/** What is armed at one place, and for how many more requests; null for all. */
export interface Armed {
  scenario: string;
  calls: number | null;
}

/** A search, a reservation or a profile, on which scenarios are armed. */
export interface ArmedPlace {
  read(): Promise<Armed | null>;
  /** Arms what is left if this is still armed there, in one statement; false when it is not. */
  replace(expected: Armed, left: Armed | null): Promise<boolean>;
}

/** The armed scenarios that meet a request: those of the first step that apply to it. */
export function meetArmed(registry: Registry, operationId: OperationId, { scenario }: Armed): ScenarioSelector[] {
  const [step = []] = parseScenarios(scenario);
  return filterApplicable(registry, operationId, step);
}

/**
 * The claim of one request on what is armed at a place, `armed` as far as is known. It counts when a scenario acts, and
 * exactly as often as was asked for, however many requests are served at the same time.
 */
export function claimOn(place: ArmedPlace, armed: Armed): Claim {
  let known: Armed | null = armed;
  let isCounted = false;
  return async (acting, decides) => {
    for (;;) {
      if (isCounted && !known) return true;
      const left = known && afterActing(known, acting, decides && !isCounted);
      if (!known || left === undefined) return false;
      if (left === known || (await place.replace(known, left))) {
        isCounted ||= decides && known.calls !== null;
        known = left;
        return true;
      }
      known = await place.read();
    }
  };
}

/**
 * What is armed after scenarios have acted, and the request is counted if `isCall`: the same where nothing is counted;
 * undefined where they are not armed.
 */
export function afterActing(
  armed: Armed,
  acting: readonly ScenarioSelector[],
  isCall: boolean,
): Armed | null | undefined {
  const [step = [], ...later] = parseScenarios(armed.scenario);
  const isActing = (one: ScenarioSelector) => acting.some((other) => nameOf(other) === nameOf(one));
  if (step.filter(isActing).length < acting.length) return undefined;
  const rest = step.flatMap((one) => (isActing(one) ? countDown(one) : one));
  const scenario = writeScenarios(rest.length > 0 ? [rest, ...later] : (later satisfies ScenarioSteps));
  const calls = armed.calls === null || !isCall ? armed.calls : armed.calls - 1;
  if (scenario === armed.scenario && calls === armed.calls) return armed;
  return scenario === '' || calls === 0 ? null : { scenario, calls };
}

/** A selector without its count. */
function nameOf({ parameters, ...one }: ScenarioSelector): string {
  return writeScenarios([[{ ...one, parameters: parameters.filter(([name]) => name !== CALLS.name) }]]);
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
