import { parseDuration } from '../../base/clock.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { nextDue } from '../clock/agenda.ts';
import { moveClockAndSettle } from '../clock/move-clock-and-settle.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'advanceClock',
  access: 'profile',
  async run(service, { profile, body: { by, to }, now }) {
    const due = to && (await nextDue(service, profile.code, now, to));
    const ms = by === undefined ? 0 : durationOf(by);
    return {
      body: await moveClockAndSettle(service, profile.code, {
        // Another request can have moved the clock further meanwhile.
        to: (present) => Math.max(present + ms, due ?? 0),
        mode: 'as-before',
        path: due === undefined ? '/by' : '/to',
      }),
    };
  },
} satisfies ProfileOperation<'advanceClock'>;

function durationOf(by: string): number {
  const ms = parseDuration(by);
  if (ms !== undefined) return ms;
  throw new Refusal('clock_too_far', [
    { path: '/by', message: `by is "${by}", which is more than P366D; advance the clock in several steps` },
  ]);
}
