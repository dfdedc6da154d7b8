import { Refusal } from '../../../errors/refusal.ts';
import { MOST_PROFILES, addProfile } from '../../credentials.ts';
import type { NewProfile } from '../control-api.ts';
import { describeProfile } from '../describe-profile.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'createProfile',
  access: 'profile-creation',
  async run(service, { now }, req) {
    const made = await addProfile(service, (req.body ?? {}) as NewProfile, now);
    if (!made) throw new Refusal('too_many_profiles', [{ path: '', message: `There are ${MOST_PROFILES} profiles, which is all that a sandbox keeps; delete some` }]);
    return { status: 201, body: { profile: describeProfile(made.profile), credential: made.keys } };
  },
} satisfies ControlOperation;
