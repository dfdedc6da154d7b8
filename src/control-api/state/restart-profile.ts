import type { Service } from '../../service.ts';
import { forgetTrips } from '../../transfers/find-trip.ts';

/**
 * After the state of a profile was replaced: drops what is kept in memory under ids that may mean something else
 * now, starts its ids again, and tells those who watch its journal. With a `turn` they are others than those that it has drawn so far.
 */
export function restartProfile({ ids, transfers, journal }: Service, profileCode: string, turn?: string): void {
  forgetTrips(transfers);
  journal.restart(profileCode);
  ids.restart(profileCode, turn);
}
