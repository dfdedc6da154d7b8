import type { Ids } from './base/ids.ts';
import type { Effects } from './scenarios/effects.ts';
import type { Profile } from './store/profiles.ts';

/** What the domain needs to know of the request that it serves. */
export interface RequestContext {
  profile: Profile;
  /** The one reading of the clock for this request, epoch milliseconds. */
  now: number;
  /** What a scenario asks of providers and clock; empty without a scenario. */
  effects: Effects;
  /** Scenarios that a search keeps for later requests about its offers, or a booking for its reservation; or null. */
  armed: string | null;
  /** Draw with the profile's code as scope. */
  ids: Ids;
}
