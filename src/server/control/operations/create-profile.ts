import type { NewProfile } from '../control-api.ts';
import { addProfile } from '../../credentials.ts';
import type { ControlOperation } from '../operation.ts';
import { describeProfile } from '../describe-profile.ts';

export default {
  operationId: 'createProfile',
  access: 'open',
  async run(service, { now }, req) {
    const { profile, keys } = await addProfile(service, (req.body ?? {}) as NewProfile, now);
    return { status: 201, body: { profile: describeProfile(profile), credential: keys } };
  },
} satisfies ControlOperation;
