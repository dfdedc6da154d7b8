import { formatDuration, toIso } from '../clock.ts';
import type { Profile, ProfileClock } from '../store/profiles.ts';

/** What time it is for a profile, when it is `serviceNow` for the service; epoch milliseconds. */
export function profileNow({ clock }: Pick<Profile, 'clock'>, serviceNow: number): number {
  if (clock === null) return serviceNow;
  return 'frozenAt' in clock ? clock.frozenAt : serviceNow + clock.aheadMs;
}

/** How a clock is told that shows `now`: whose it is, and by how much it runs ahead of the service's. */
export function describeClock(
  clock: ProfileClock | null,
  now: number,
): { now: string; mode: 'service' | 'frozen' | 'running'; aheadOfService?: string } {
  return {
    now: toIso(now),
    mode: clock === null ? 'service' : 'frozenAt' in clock ? 'frozen' : 'running',
    ...(clock !== null && 'aheadMs' in clock && { aheadOfService: formatDuration(clock.aheadMs) }),
  };
}
