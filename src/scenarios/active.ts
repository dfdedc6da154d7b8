import type { Random } from '../base/ids.ts';
import type { Effects } from './effects.ts';
import { CALLS, CHANCE, readCalls, readValues } from './parameters.ts';
import type { ScenarioSelector, ScenarioSteps } from './parse.ts';
import { writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { findScenario, NONE } from './registry.ts';
import type { Edge, Scenario } from './scenario.ts';

/** Where the selector of a scenario comes from: the earlier one wins. */
export const TRIGGERS = ['query', 'header', 'name', 'email', 'offer', 'reservation', 'profile'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** The scenarios that act on one request, merged. */
export interface ActiveScenario {
  /** The names, in the order of the selectors; `none` when nothing acts. */
  name: string;
  /** The names in the response: a scenario that must look like another one has its name. */
  shown: string;
  from: Trigger;
  edges: readonly Edge[];
  effects: Effects;
  /** What is armed for later requests about the offers of a search, or about a reservation. */
  later: string | null;
}

/**
 * Merges the selected scenarios, which must be in the registry. `random` decides those that act by chance. Throws a
 * RangeError for a wrong parameter, and for two scenarios that decide the same thing.
 */
export function activate(
  registry: Registry,
  selected: readonly ScenarioSelector[],
  from: Trigger,
  random: () => Random,
  later: ScenarioSteps = [],
): ActiveScenario {
  const acts = selected.map((one) => act(scenarioOf(registry, one.name), one.parameters));
  checkPlaces(acts);
  const acting = acts.filter(({ chance }) => chance >= 1 || random().chance(chance));
  const effects = {};
  for (const { effect } of acting) merge(effects, effect);
  const armed = later.length > 0 ? [writeScenarios(later)] : [];
  return {
    name: [...acting.map(({ scenario }) => scenario.name), ...armed].join(',') || NONE.name,
    shown: [...acting.map(({ scenario }) => scenario.shownAs ?? scenario.name), ...armed].join(',') || NONE.name,
    from,
    edges: acting.flatMap(({ edge }) => edge ?? []),
    effects,
    later: armed[0] ?? null,
  };
}

function scenarioOf(registry: Registry, name: string): Scenario {
  const scenario = findScenario(registry, name);
  if (!scenario) throw new RangeError(`"${name}" is not a scenario`);
  return scenario;
}

interface Act {
  scenario: Scenario;
  edge: Edge | undefined;
  effect: Effects;
  /** Probability from 0 to 1. */
  chance: number;
}

function act(scenario: Scenario, passed: ScenarioSelector['parameters']): Act {
  const values = readNamed(scenario, passed);
  const { edge, effects } = scenario;
  return {
    scenario,
    edge: typeof edge === 'function' ? edge(values) : edge,
    effect: (typeof effects === 'function' ? effects(values) : effects) ?? {},
    chance: Number(values['chance']),
  };
}

function readNamed({ name, parameters = {} }: Scenario, passed: ScenarioSelector['parameters']) {
  try {
    const isCalls = ([parameter]: readonly [string, string]) => parameter === CALLS.name;
    const [calls, ...more] = passed.filter(isCalls);
    if (calls) readCalls(calls[1]);
    return readValues({ ...parameters, chance: CHANCE }, [...passed.filter((pair) => !isCalls(pair)), ...more]);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`"${name}" ${error.message}`) : error;
  }
}

function checkPlaces(acts: readonly Act[]): void {
  const takenBy = new Map<string, string>();
  for (const {
    scenario: { name },
    edge,
    effect,
  } of acts) {
    for (const place of [...(edge ? [placeOf(edge)] : []), ...placesOf(effect)]) {
      const other = takenBy.get(place);
      if (other === name) throw new RangeError(`"${name}" is selected twice; select it once`);
      if (other !== undefined)
        throw new RangeError(`"${other}" and "${name}" contradict each other; select one of them`);
      takenBy.set(place, name);
    }
  }
}

/** A delay combines with everything; all else at the edge decides how the request ends. */
function placeOf(edge: Edge): string {
  return 'delayMs' in edge ? 'delay' : 'ending';
}

/** What an effect decides: `gds.0.search`, `supplier.booking`, `expiry`. */
function placesOf(effect: Effects): string[] {
  const { gds = {}, supplier = {}, ...rest } = effect;
  return [
    ...Object.entries(gds).flatMap(([provider, of]) => Object.keys(of ?? {}).map((what) => `gds.${provider}.${what}`)),
    ...Object.keys(supplier).map((what) => `supplier.${what}`),
    ...Object.keys(rest),
  ];
}

function merge(into: Record<string, unknown>, from: object): void {
  for (const [key, value] of Object.entries(from)) {
    const there = into[key];
    if (isMapping(there) && isMapping(value)) merge(there, value);
    else into[key] = structuredClone(value);
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
