import { ConfigError } from '../base/config-error.ts';
import type { ProfileVerdicts } from '../check/judge/live/profile-verdicts.ts';
import { demoKeys } from '../profiles/demo-keys.ts';
import type { Service } from '../service.ts';
import type { VerdictOptions } from './sandbox.ts';

/** The verdicts on a profile, by default the demo one. Rejects with ConfigError where the setting `judge` is off. */
export async function readVerdicts(
  { judge }: Service,
  profileCode = demoKeys.profileCode,
  { ended = false }: VerdictOptions = {},
): Promise<ProfileVerdicts> {
  if (!judge) throw new ConfigError('this sandbox does not judge its clients: make it without judge: false');
  return judge.verdicts(profileCode, ended);
}
