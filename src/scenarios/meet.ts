import type { OperationId } from '../interface/api.ts';
import type { Claim } from './active.ts';
import { CALLS } from './parameters.ts';
import type { ScenarioSelector, ScenarioSteps } from './parse.ts';
import { parseScenarios, writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { filterApplicable } from './scenario-selection.ts';

/** Scenarios armed at one place, and how many requests remain; null for all. */
export interface Armed {
  scenario: string;
  calls: number | null;
}

/** A search, a reservation or a profile with armed scenarios. */
export interface ArmedPlace {
  read(): Promise<Armed | null>;
  /** Arms `left` if `expected` is still armed there, in one statement. Returns false otherwise. */
  replace(expected: Armed, left: Armed | null): Promise<boolean>;
}

/** Returns the armed scenarios for a request: the applicable ones in the first step. */
export function meetArmed(registry: Registry, operationId: OperationId, { scenario }: Armed): ScenarioSelector[] {
  const [step = []] = parseScenarios(scenario);
  return filterApplicable(registry, operationId, step);
}

/**
 * Returns one request's claim on the scenarios armed at a place, `armed` as far as is known. Counts each acting
 * scenario exactly as often as requested, under concurrent requests too.
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
 * Returns the armed scenarios after some have acted, with the request counted if `isCall`. Returns the same ones if
 * nothing is counted, and undefined if they are not armed.
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

/** Returns a selector without its count. */
function nameOf({ parameters, ...one }: ScenarioSelector): string {
  return writeScenarios([[{ ...one, parameters: parameters.filter(([name]) => name !== CALLS.name) }]]);
}

/** Returns the selector with its count lowered by one, or nothing after the last one. */
function countDown(one: ScenarioSelector): ScenarioSelector | [] {
  const calls = one.parameters.find(([name]) => name === CALLS.name)?.[1];
  if (calls === undefined) return one;
  if (Number(calls) <= 1) return [];
  const parameters = one.parameters.map(
    ([name, value]) => [name, name === CALLS.name ? `${Number(calls) - 1}` : value] as const,
  );
  return { ...one, parameters };
}
