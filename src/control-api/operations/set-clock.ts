import { parseInstant } from '../../base/clock.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { moveClockAndSettle } from '../clock/move-clock-and-settle.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'setClock',
  access: 'profile',
  async run(service, { profile, body: { mode, now } }) {
    if (mode === 'service' && now !== undefined)
      throw new Refusal('not_combinable', [{ path: '/now', message: 'the clock of the service has its own present' }]);
    const instant = now === undefined ? undefined : parseInstant(now);
    return {
      body: await moveClockAndSettle(service, profile.code, {
        to: (present, serviceNow) => (mode === 'service' ? serviceNow : (instant ?? present)),
        mode,
        path: mode === 'service' ? '/mode' : '/now',
      }),
    };
  },
} satisfies ProfileOperation<'setClock'>;
