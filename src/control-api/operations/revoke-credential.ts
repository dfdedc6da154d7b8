import { Refusal } from '../../errors/refusal.ts';
import { describeCredential } from '../access/describe-credential.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'revokeCredential',
  access: 'profile',
  async run({ store, journal }, { profile, now }, req) {
    const publicKey = String(req.params['publicKey']);
    const revoked = await store.profiles.revoke(profile!.code, publicKey, now);
    const credential = (await store.profiles.credentials(profile!.code)).find((one) => one.publicKey === publicKey);
    if (!credential)
      throw new Refusal('credential_not_found', [
        { path: 'path/publicKey', message: 'The profile has no credential by this public key' },
      ]);
    if (!revoked) throw new Refusal('credential_already_revoked');
    // Whoever may still look opens the stream again.
    journal.endWatching(profile!.code);
    return { body: { credential: describeCredential(credential) } };
  },
} satisfies ControlOperation;
