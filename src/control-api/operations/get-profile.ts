import type { ControlOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';

export default {
  operationId: 'getProfile',
  access: 'profile',
  run: async ({ store }, { profile }) => ({
    body: { profile: describeProfile(profile!), kept: store.kept(profile!.code) },
  }),
} satisfies ControlOperation;
