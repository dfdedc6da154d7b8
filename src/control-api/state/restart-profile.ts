import type { Service } from '../../service.ts';
import { forgetTrips } from '../../transfers/find-trip.ts';

/**
 * Call this after the state of a profile was replaced: it empties caches with possibly reused ids, and restarts the
 * profile's ids, verdicts and journal streams. With a `turn`, for an import, the profile draws only new ids.
 */
export function restartProfile(service: Service, profileCode: string, turn?: string): void {
  restartReaders(service, profileCode);
  service.ids.restart(profileCode, turn);
}

/** Call this after a profile was removed. */
export function forgetProfile(service: Service, profileCode: string): void {
  const { ids, pageKeys, journal, judge } = service;
  restartProfile(service, profileCode);
  ids.remove(profileCode);
  pageKeys.forget(profileCode);
  journal.watchers.end(profileCode);
  judge?.remove(profileCode);
}

/** Continues with the state that another process has given a profile. The caller holds the profile's lock alone. */
export async function followState(service: Service, profileCode: string): Promise<void> {
  const { journal, store } = service;
  await journal.replaced(profileCode, () => store.states.follow(profileCode));
  if (await store.profiles.find(profileCode)) restartReaders(service, profileCode);
  else forgetProfile(service, profileCode);
}

/** The ids continue, because a process never draws those of another one. */
function restartReaders({ transfers, journal, endings, judge }: Service, profileCode: string): void {
  forgetTrips(transfers);
  journal.restart(profileCode);
  endings.restart(profileCode);
  judge?.wake(profileCode);
}
