import { Refusal } from '../../interface/errors/refusal.ts';
import { addProfile } from '../../profiles/credentials.ts';
import type { ServiceOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';

export default {
  operationId: 'createProfile',
  access: 'profile-creation',
  async run(service, { now, body = {} }) {
    const created = await addProfile(service, body, now);
    if (!created)
      throw new Refusal('too_many_profiles', [
        {
          path: '',
          message:
            `There are ${service.config.maxProfiles} profiles, which is all that this sandbox keeps; ` +
            'delete some, or start it with a larger --max-profiles',
        },
      ]);
    service.judge?.begin(created.profile.code);
    return { status: 201, body: { profile: describeProfile(created.profile), credential: created.keys } };
  },
} satisfies ServiceOperation<'createProfile'>;
