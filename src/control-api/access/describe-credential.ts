import { toIso } from '../../base/clock.ts';
import type { Credential } from '../../store/profiles.ts';
import type { ControlSchema } from '../control-api.ts';

/** A credential as the control API shows it, with only the end of the secret. */
export function describeCredential({
  publicKey,
  secretLast4,
  createdAt,
  revokedAt,
}: Credential): ControlSchema['Credential'] {
  return {
    publicKey,
    secretLast4,
    createdAt: toIso(createdAt),
    revokedAt: revokedAt === null ? null : toIso(revokedAt),
  };
}
