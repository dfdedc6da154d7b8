import { parseInstant } from '../../clock.ts';
import { moveClockAndSettle } from '../clock/move-clock-and-settle.ts';
import type { ClockSetting } from '../control-api.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'setClock',
  access: 'profile',
  async run(service, { profile }, req) {
    const { mode, now } = req.body as ClockSetting;
    const instant = now === undefined ? undefined : parseInstant(now);
    return {
      body: await moveClockAndSettle(service, profile!.code, {
        to: (present) => instant ?? present,
        mode,
        path: '/now',
      }),
    };
  },
} satisfies ControlOperation;
