import { parseDuration } from '../../clock.ts';
import { Refusal } from '../../errors/refusal.ts';
import { moveClockAndSettle } from '../clock/move-clock-and-settle.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'advanceClock',
  access: 'profile',
  async run(service, { profile, body: { by } }) {
    const ms = parseDuration(by);
    if (ms === undefined)
      throw new Refusal('clock_too_far', [
        { path: '/by', message: `by is "${by}", which is more than P366D; advance the clock in several steps` },
      ]);
    return {
      body: await moveClockAndSettle(service, profile.code, {
        to: (present) => present + ms,
        mode: 'as-before',
        path: '/by',
      }),
    };
  },
} satisfies ProfileOperation<'advanceClock'>;
