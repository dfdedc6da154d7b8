import { formatDuration, toIso } from '../base/clock.ts';
import type { Profile, ProfileClock } from '../store/profiles.ts';

/** What the clock of a profile shows when that of the service shows `serviceNow`; epoch milliseconds. */
export function profileNow({ clock }: Pick<Profile, 'clock'>, serviceNow: number): number {
  if (clock === null) return serviceNow;
  return 'frozenAt' in clock ? clock.frozenAt : serviceNow + clock.aheadMs;
}

/** A clock that shows `now`, as the control API describes it. */
export function describeClock(
  clock: ProfileClock | null,
  now: number,
): { now: string; mode: 'service' | 'frozen' | 'running'; aheadOfService?: string } {
  return {
    now: toIso(now),
    mode: modeOf(clock),
    ...(clock !== null && 'aheadMs' in clock && { aheadOfService: formatDuration(clock.aheadMs) }),
  };
}

function modeOf(clock: ProfileClock | null): 'service' | 'frozen' | 'running' {
  if (clock === null) return 'service';
  return 'frozenAt' in clock ? 'frozen' : 'running';
}
