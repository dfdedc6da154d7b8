import type { Random } from '../base/ids.ts';
import type { IdleScenario } from '../exchange/exchange.ts';
import { gdsproviders } from '../interface/gdsproviders.ts';
import type { EffectPlace, Effects } from './effects.ts';
import { effectOn } from './effects.ts';
import { CALLS, CHANCE, readCalls, readValues } from './parameters.ts';
import type { ScenarioSelector, ScenarioSteps } from './parse.ts';
import { writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { findScenario, NONE } from './registry.ts';
import type { Edge, Scenario } from './scenario.ts';

/** Sources for a scenario selector, by priority: the earlier one wins. */
export const TRIGGERS = ['query', 'header', 'name', 'email', 'route', 'offer', 'reservation', 'profile'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** The scenarios selected for one request, and their results. */
export class ActiveScenario {
  readonly from: Trigger;
  /** Steps to arm for later requests about a search's offers, or about a reservation; null for none. */
  readonly later: string | null;
  readonly #parts: readonly Part[];
  readonly #claim: Claim;
  #hasArmed = false;

  constructor(parts: readonly Part[], { from, later, claim = always }: Selecting) {
    this.from = from;
    this.later = later && later.length > 0 ? writeScenarios(later) : null;
    this.#parts = parts;
    this.#claim = claim;
  }

  /** Scenarios that acted, by name, in selector order; `none` if nothing acted. */
  get name(): string {
    return this.#names(({ scenario }) => scenario.name);
  }

  /** The names shown in the response. A scenario may have another one's name, to be indistinguishable. */
  get shown(): string {
    return this.#names(({ scenario }) => scenario.shownAs ?? scenario.name);
  }

  /** Edges that have acted or still can. */
  get edges(): readonly Edge[] {
    return this.#likely.flatMap(({ edge }) => edge ?? []);
  }

  /** Effects on providers and clock that have acted or still can, merged. */
  get effects(): Effects {
    const effects = {};
    for (const { effect } of this.#likely) merge(effects, effect);
    return effects;
  }

  /** True if a scenario has acted on providers or clock, or at an edge other than a delay. */
  get hasDecided(): boolean {
    return this.#parts.some((part) => part.state === 'acted' && !isDelay(part) && !isPassing(part));
  }

  /** True if an edge's scenario has acted. */
  hasActed(edge: Edge): boolean {
    return this.#parts.some((part) => part.edge === edge && part.state === 'acted');
  }

  /** Counts an edge's scenario as it acts. Throws ScenarioTaken if another request has used it up. */
  act(edge: Edge): Promise<void> | undefined {
    return this.#act((part) => part.edge === edge);
  }

  /** Counts the scenarios with effects on these places, as `act` does. `later`: the steps armed by the request. */
  actOn(...places: readonly EffectPlace[]): Promise<void> | undefined {
    if (places.includes('later')) this.#hasArmed = true;
    return this.#act(({ effect }) => placesOf(effect).some((one) => places.some((place) => isWithin(one, place))));
  }

  /** Counts the scenarios that let the request pass. */
  pass(): Promise<void> | undefined {
    return this.#act(isPassing);
  }

  /** Returns the selected but idle scenarios by their true names, each with the reason. */
  idle(reason: EndReason): IdleScenario[] {
    return this.#idle(reason, ({ name }) => name);
  }

  /** Returns the idle scenarios under the names shown in responses. */
  shownIdle(reason: EndReason): IdleScenario[] {
    return this.#idle(reason, ({ name, shownAs = name }) => shownAs);
  }

  /**
   * Returns the scenarios to use after another request has taken these: those already acted, then the parts in `next`
   * still able to act. `isServed`: the work is done, and only the response can still change.
   */
  followedBy(next: ActiveScenario | undefined, isServed: boolean): ActiveScenario | undefined {
    const acted = this.#parts.filter(({ state }) => state === 'acted');
    const names = new Set(acted.map(({ scenario }) => scenario.name));
    const fresh = next ? next.#parts.filter((part) => !names.has(part.scenario.name)) : [];
    const parts = [...acted, ...fresh.filter((part) => !isServed || isOfResponse(part))];
    if (parts.length === 0) return undefined;
    return new ActiveScenario(parts, next ? { from: next.from, claim: next.#claim } : { from: this.from });
  }

  get #likely(): readonly Part[] {
    return this.#parts.filter(({ state }) => state !== 'unlucky');
  }

  #act(isMeant: (part: Part) => boolean): Promise<void> | undefined {
    const acting = this.#parts.filter((part) => part.state === 'open' && isMeant(part));
    return acting.length > 0 ? this.#count(acting) : undefined;
  }

  /** Counts acting parts. A delay next to other scenarios does not decide the request, and is not counted. */
  #count(acting: readonly Part[]): Promise<void> | undefined {
    const decides = !acting.every(isDelay) || this.#likely.every(isDelay);
    const selectors = acting.map(({ selector }) => selector);
    const settle = (isOurs: boolean): undefined => {
      if (!isOurs) throw new ScenarioTaken();
      for (const part of acting) part.state = 'acted';
    };
    const claimed = this.#claim(selectors, decides);
    return typeof claimed === 'boolean' ? settle(claimed) : claimed.then(settle);
  }

  #names(nameOf: (part: Part) => string): string {
    const acted = this.#parts.filter(({ state }) => state === 'acted').map(nameOf);
    return [...acted, ...(this.later !== null && this.#hasArmed ? [this.later] : [])].join(',') || NONE.name;
  }

  #idle(reason: EndReason, nameOf: (scenario: Scenario) => string): IdleScenario[] {
    const idle = this.#parts
      .filter(({ state }) => state !== 'acted')
      .map(({ scenario, state }) => ({
        name: nameOf(scenario),
        reason: state === 'unlucky' ? ('chance' as const) : reason,
      }));
    return this.later === null || this.#hasArmed ? idle : [...idle, { name: this.later, reason }];
  }
}

/** Thrown if another request has used up the armed scenarios. The caller must select from the current ones. */
export class ScenarioTaken extends Error {
  override readonly name = 'ScenarioTaken';
}

/** Reason for an idle scenario, as far as the request shows it at its end. */
export type EndReason = Exclude<IdleScenario['reason'], 'chance'>;

/**
 * Takes a request off the armed count: for the selectors, and for the whole if they decide the request. False if other
 * requests have used it up.
 */
export type Claim = (acting: readonly ScenarioSelector[], decides: boolean) => Promise<boolean> | boolean;

interface Selecting {
  from: Trigger;
  later?: ScenarioSteps;
  /** Absent if nothing is counted. */
  claim?: Claim;
}

/**
 * Selects scenarios from the registry. `random` decides those with a chance. Throws a RangeError for a wrong parameter,
 * and for two scenarios with the same decision.
 */
export function activate(
  registry: Registry,
  selected: readonly ScenarioSelector[],
  random: () => Random,
  selecting: Selecting,
): ActiveScenario {
  const acts = selected.map((selector) => ({
    selector,
    ...act(scenarioOf(registry, selector.name), selector.parameters),
  }));
  checkPlaces(acts);
  const parts = acts.map(({ chance, ...part }): Part => {
    const isLucky = chance >= 1 || random().chance(chance);
    return { ...part, state: isLucky ? 'open' : 'unlucky' };
  });
  return new ActiveScenario(parts, selecting);
}

/** One selected scenario. `open`: it can still act. `unlucky`: its chance decided against it. */
interface Part extends Omit<Act, 'chance'> {
  selector: ScenarioSelector;
  state: 'open' | 'acted' | 'unlucky';
}

const always: Claim = () => true;

function isDelay({ edge }: Part): boolean {
  return edge !== undefined && 'delayMs' in edge;
}

/** True for `none`, as it lets a request pass. */
function isPassing({ edge, effect }: Part): boolean {
  return edge === undefined && Object.keys(effect).length === 0;
}

/** True if a part can act after the work is done. */
function isOfResponse({ edge, effect }: Part): boolean {
  return (edge?.at === 'after' || edge?.at === 'answer') && Object.keys(effect).length === 0;
}

function isWithin(place: string, outer: EffectPlace): boolean {
  return place === outer || place.startsWith(`${outer}.`);
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

/** Returns an edge's decision. A delay combines with everything; every other edge decides how the request ends. */
function placeOf(edge: Edge): string {
  return 'delayMs' in edge ? 'delay' : 'ending';
}

/** Returns an effect's decisions: `gds.0.search`, `supplier.booking`, `expiry`. */
function placesOf(effect: Effects): string[] {
  const { gds = {}, supplier = {}, ...rest } = effect;
  return [
    ...gdsproviders.flatMap((provider) =>
      Object.keys(effectOn(gds, provider) ?? {}).map((what) => `gds.${provider}.${what}`),
    ),
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
