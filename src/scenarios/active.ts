import type { Effects } from './effects.ts';
import { readValues } from './parameters.ts';
import type { Asked } from './parse.ts';
import type { Registry } from './registry.ts';
import type { Edge, Scenario } from './scenario.ts';

/** The scenarios that act on one call, as one. */
export interface ActiveScenario {
  /** The names, in the order in which they were asked for. */
  name: string;
  /** How the call asked for them. */
  from: 'query' | 'header';
  edges: readonly Edge[];
  effects: Effects;
}

/**
 * Makes one of the scenarios that a call asks for. They must be in the registry. Throws a RangeError for a
 * parameter that is wrong, and for two that decide the same thing.
 */
export function activate(registry: Registry, asked: readonly Asked[], from: ActiveScenario['from']): ActiveScenario {
  const edges: Edge[] = [];
  const effects: Record<string, unknown> = {};
  const takenBy = new Map<string, string>();
  for (const { name, given } of asked) {
    const { edge, effect } = act(registry.get(name)!, given);
    for (const place of [...(edge ? [placeOf(edge)] : []), ...placesOf(effect)]) {
      const other = takenBy.get(place);
      if (other === name) throw new RangeError(`"${name}" is asked for twice; ask for it once`);
      if (other !== undefined) throw new RangeError(`"${other}" and "${name}" contradict each other; ask for one of them`);
      takenBy.set(place, name);
    }
    if (edge) edges.push(edge);
    merge(effects, effect);
  }
  return { name: asked.map(({ name }) => name).join(','), from, edges, effects };
}

function act(scenario: Scenario, given: Asked['given']): { edge: Edge | undefined; effect: Effects } {
  const values = readNamed(scenario, given);
  const { edge, effects } = scenario;
  return { edge: typeof edge === 'function' ? edge(values) : edge, effect: (typeof effects === 'function' ? effects(values) : effects) ?? {} };
}

function readNamed({ name, parameters = {} }: Scenario, given: Asked['given']) {
  try {
    return readValues(parameters, given);
  } catch (error) {
    throw new RangeError(`"${name}" ${(error as Error).message}`);
  }
}

/** A delay goes with everything; all else at the edge decides how the call ends. */
function placeOf(edge: Edge): string {
  return 'delayMs' in edge ? 'delay' : 'ending';
}

/** The things that an effect decides: `gds.0.search`, `supplier.booking`, `expiry`. */
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
    if (typeof there === 'object' && there !== null) merge(there as Record<string, unknown>, value as object);
    else into[key] = structuredClone(value);
  }
}
