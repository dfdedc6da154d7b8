import { describeClock } from '../../profiles/profile-clock.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getClock',
  access: 'profile',
  run: (_service, { profile, now }) => ({ body: describeClock(profile.clock, now) }),
} satisfies ProfileOperation<'getClock'>;
