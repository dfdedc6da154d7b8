import type { Service } from '../../service.ts';
import { forgetTrips } from '../../transfers/find-trip.ts';

/**
 * To be called after the state of a profile was replaced: empties caches whose ids may now mean something else, and
 * restarts the ids of the profile and the streams of its journal. With a `turn` the profile draws ids that it has not
 * drawn before.
 */
export function restartProfile({ ids, transfers, journal }: Service, profileCode: string, turn?: string): void {
  forgetTrips(transfers);
  journal.restart(profileCode);
  ids.restart(profileCode, turn);
}
