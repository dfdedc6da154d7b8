import { describeProfile } from '../describe-profile.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getProfile',
  access: 'profile',
  run: async (_service, { profile }) => ({ body: { profile: describeProfile(profile!) } }),
} satisfies ControlOperation;
