import { formatDuration, toIso } from '../../clock.ts';
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

/** As it is set, not what it shows: that takes a reading of the time. */
function describe(clock: ProfileClock): NonNullable<ControlSchema['Profile']['clock']> {
  return 'frozenAt' in clock ? { frozenAt: toIso(clock.frozenAt) } : { aheadOfService: formatDuration(clock.aheadMs) };
}
