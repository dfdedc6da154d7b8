import { describeProfile } from '../describe-profile.ts';
import type { ControlOperation } from '../operation.ts';
import { startAnew } from '../state/start-anew.ts';

export default {
  operationId: 'resetProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { withWriteLock }) =>
    withWriteLock(async (profile) => {
      await service.journal.flush();
      await service.store.states.clear(profile.code);
      startAnew(service, profile.code);
      return { body: { profile: describeProfile({ ...profile, clock: null, armed: null }) } };
    }),
} satisfies ControlOperation;
