import { parseInstant } from '../../clock.ts';
import { moveClockAndSettle } from '../clock/move-clock-and-settle.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'setClock',
  access: 'profile',
  async run(service, { profile, body: { mode, now } }) {
    const instant = now === undefined ? undefined : parseInstant(now);
    return {
      body: await moveClockAndSettle(service, profile.code, {
        to: (present) => instant ?? present,
        mode,
        path: '/now',
      }),
    };
  },
} satisfies ProfileOperation<'setClock'>;
