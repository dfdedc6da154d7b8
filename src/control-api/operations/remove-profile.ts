import { Refusal } from '../../interface/errors/refusal.ts';
import { demoKeys } from '../../profiles/demo-keys.ts';
import type { ExclusiveOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';
import { restartProfile } from '../state/restart-profile.ts';

export default {
  operationId: 'removeProfile',
  access: 'profile',
  exclusive: true,
  run: (service, { withWriteLock }) =>
    withWriteLock(async (profile) => {
      if (service.config.demoCredentials && profile.code === demoKeys.profileCode) throw new Refusal('profile_stays');
      await service.journal.flush();
      await service.store.states.remove(profile.code);
      restartProfile(service, profile.code);
      service.ids.remove(profile.code);
      service.journal.endWatching(profile.code);
      service.judge?.remove(profile.code);
      return { body: { profile: describeProfile(profile) } };
    }),
} satisfies ExclusiveOperation<'removeProfile'>;
