import { formatDuration, toIso } from '../base/clock.ts';
import type { Profile, ProfileClock } from '../store/profiles.ts';

/** Returns the current time by a profile's clock for the service time `serviceNow`; epoch milliseconds. */
export function profileNow({ clock }: Pick<Profile, 'clock'>, serviceNow: number): number {
  if (clock === null) return serviceNow;
  return 'frozenAt' in clock ? clock.frozenAt : serviceNow + clock.aheadMs;
}

/** Describes a clock at `now`, as the control API does. */
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
