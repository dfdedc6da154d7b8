import { toIso } from '../../clock.ts';
import type { Profile } from '../../store/profiles.ts';
import type { ControlSchema } from './control-api.ts';

/** A profile as the control API shows it. */
export function describeProfile({ code, name, marginPercent, createdAt, armed }: Profile): ControlSchema['Profile'] {
  return { profileCode: code, name, marginPercent, createdAt: toIso(createdAt), armed };
}
