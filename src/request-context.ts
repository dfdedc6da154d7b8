import type { Ids } from './base/ids.ts';
import type { EffectPlace, Effects } from './scenarios/effects.ts';
import type { Profile } from './store/profiles.ts';

/** The domain's view of the current request. */
export interface RequestContext {
  profile: Profile;
  /** The one clock reading for this request, epoch milliseconds. */
  now: number;
  /** A scenario's effects on providers and clock; empty without a scenario. */
  effects: Effects;
  /**
   * Counts the scenarios with an effect on these places, right before they act. A request refused by the service
   * itself does not reach this point, and uses up nothing. Throws ScenarioTaken if another request has used up the
   * armed scenarios; nothing may be stored before.
   */
  act: (...places: EffectPlace[]) => Promise<void> | undefined;
  /** Scenarios kept by a search for later requests about its offers, or by a booking for its reservation; or null. */
  armed: string | null;
  /** Draw with the profile's code as scope. */
  ids: Ids;
}
