import { Refusal } from '../../interface/errors/refusal.ts';
import type { ProfileOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';

export default {
  operationId: 'changeProfile',
  access: 'profile',
  async run({ store }, { profile, body }) {
    const changed = await store.profiles.change(profile.code, body);
    if (changed) return { body: { profile: describeProfile(changed) } };
    throw new Refusal('profile_not_found');
  },
} satisfies ProfileOperation<'changeProfile'>;
