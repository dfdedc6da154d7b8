import type { ProfileOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';

export default {
  operationId: 'getProfile',
  access: 'profile',
  run: ({ store }, { profile }) => ({
    body: { profile: describeProfile(profile), kept: store.kept(profile.code) },
  }),
} satisfies ProfileOperation<'getProfile'>;
