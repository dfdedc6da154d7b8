import { Refusal } from '../../interface/errors/refusal.ts';
import { describeCredential } from '../access/describe-credential.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'revokeCredential',
  access: 'profile',
  async run({ store, journal }, { profile, path: { publicKey }, now }) {
    const revoked = await store.profiles.revoke(profile.code, publicKey, now);
    const credential = (await store.profiles.credentials(profile.code)).find((one) => one.publicKey === publicKey);
    if (!credential)
      throw new Refusal('credential_not_found', [
        { path: 'path/publicKey', message: 'The profile has no credential by this public key' },
      ]);
    if (!revoked) throw new Refusal('credential_already_revoked');
    // Clients with an active credential reconnect.
    journal.endWatching(profile.code);
    return { body: { credential: describeCredential(credential) } };
  },
} satisfies ProfileOperation<'revokeCredential'>;
