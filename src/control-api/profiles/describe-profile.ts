import { formatDuration, toIso } from '../../base/clock.ts';
import type { Profile, ProfileClock } from '../../store/profiles.ts';
import type { ControlSchema } from '../control-api.ts';

/** A profile as the control API shows it. */
export function describeProfile({
  code,
  name,
  marginPercent,
  createdAt,
  clock,
  armed,
}: Profile): ControlSchema['Profile'] {
  return {
    profileCode: code,
    name,
    marginPercent,
    createdAt: toIso(createdAt),
    clock: clock && describe(clock),
    armed,
  };
}

/** The setting, without the time that the clock shows: that would need a reading of the clock. */
function describe(clock: ProfileClock): NonNullable<ControlSchema['Profile']['clock']> {
  return 'frozenAt' in clock ? { frozenAt: toIso(clock.frozenAt) } : { aheadOfService: formatDuration(clock.aheadMs) };
}
