import type { Ids } from './base/ids.ts';
import type { EffectPlace, Effects } from './scenarios/effects.ts';
import type { Profile } from './store/profiles.ts';

/** What the domain needs to know of the request that it serves. */
export interface RequestContext {
  profile: Profile;
  /** The one reading of the clock for this request, epoch milliseconds. */
  now: number;
  /** What a scenario asks of providers and clock; empty without a scenario. */
  effects: Effects;
  /**
   * Counts the scenarios that change these places, right before they do. A request that the service refuses by itself
   * comes no further than that, and uses up nothing. Throws ScenarioTaken if another request has used up what was
   * armed; nothing may be stored before.
   */
  act: (...places: EffectPlace[]) => Promise<void> | undefined;
  /** Scenarios that a search keeps for later requests about its offers, or a booking for its reservation; or null. */
  armed: string | null;
  /** Draw with the profile's code as scope. */
  ids: Ids;
}
