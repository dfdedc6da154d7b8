import { ConfigError } from '../config/config-error.ts';
import type { ProfileVerdicts } from '../judge/live/live-judge.ts';
import { demoKeys } from '../profiles/demo-keys.ts';
import type { Service } from '../service.ts';

/** Whether nothing follows any more: what is still open is decided then. False by default. */
export interface VerdictOptions {
  ended?: boolean;
}

/** The verdicts on a profile, by default the demo one. Rejects with ConfigError where the setting `judge` is off. */
export async function readVerdicts(
  { judge }: Service,
  profileCode = demoKeys.profileCode,
  { ended = false }: VerdictOptions = {},
): Promise<ProfileVerdicts> {
  if (!judge) throw new ConfigError('this sandbox does not judge its clients: make it without judge: false');
  return judge.verdicts(profileCode, ended);
}
