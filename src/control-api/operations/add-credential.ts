import { Refusal } from '../../interface/errors/refusal.ts';
import { addCredential, MAX_CREDENTIALS } from '../../profiles/credentials.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'addCredential',
  access: 'profile',
  async run(service, { profile, now }) {
    const credential = await addCredential(service, profile.code, now);
    if (!credential)
      throw new Refusal('too_many_credentials', [
        {
          path: '',
          message:
            `The profile has ${MAX_CREDENTIALS} credentials that are not revoked, ` +
            'and may have no more; revoke one',
        },
      ]);
    return { status: 201, body: { credential } };
  },
} satisfies ProfileOperation<'addCredential'>;
