import type { ExclusiveOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';
import { restartProfile } from '../state/restart-profile.ts';

export default {
  operationId: 'resetProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { withWriteLock }) =>
    withWriteLock(async (profile) => {
      await service.journal.flush();
      await service.store.states.clear(profile.code);
      restartProfile(service, profile.code);
      return { body: { profile: describeProfile({ ...profile, clock: null, armed: null }) } };
    }),
} satisfies ExclusiveOperation<'resetProfile'>;
