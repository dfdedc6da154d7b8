import { describeClock } from '../../profiles/profile-clock.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getClock',
  access: 'profile',
  run: async (_service, { profile, now }) => ({ body: describeClock(profile!.clock, now) }),
} satisfies ControlOperation;
