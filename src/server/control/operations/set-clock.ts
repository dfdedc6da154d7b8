import { parseInstant } from '../../../clock.ts';
import { Refusal } from '../../../errors/refusal.ts';
import type { ClockSetting } from '../control-api.ts';
import { turnClock } from '../turn-clock.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'setClock',
  access: 'profile',
  async run(service, { profile }, req) {
    const { mode, now } = req.body as ClockSetting;
    const instant = now === undefined ? undefined : readInstant(now);
    return { body: await turnClock(service, profile!.code, { to: (present) => instant ?? present, mode, path: '/now' }) };
  },
} satisfies ControlOperation;

/** Epoch milliseconds; what is finer is cut off. */
function readInstant(text: string): number {
  try {
    return parseInstant(text);
  } catch (error) {
    throw new Refusal('invalid_request', [{ path: '/now', message: (error as Error).message }]);
  }
}
