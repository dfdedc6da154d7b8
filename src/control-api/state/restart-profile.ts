import type { Service } from '../../service.ts';
import { forgetTrips } from '../../transfers/find-trip.ts';

/**
 * To be called after the state of a profile was replaced: empties caches whose ids may now mean something else, and
 * restarts the ids of the profile, its verdicts and the streams of its journal. With a `turn`, for an import, the
 * profile draws ids that it has not drawn before.
 */
export function restartProfile(
  { ids, transfers, journal, endings, judge }: Service,
  profileCode: string,
  turn?: string,
): void {
  forgetTrips(transfers);
  journal.restart(profileCode);
  endings.restart(profileCode);
  judge?.restart(profileCode, turn === undefined ? null : IMPORTED);
  ids.restart(profileCode, turn);
}

const IMPORTED = 'an import brought what its clients may have learned elsewhere';
