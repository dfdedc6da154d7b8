import { describeClock } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import { settleAndListDue } from '../../timeline/due.ts';
import type { ControlSchema } from '../control-api.ts';
import { describeDue } from './describe-due.ts';
import type { ClockMove } from './move-clock.ts';
import { moveClock } from './move-clock.ts';

/** Moves the clock of a profile, settles what falls due by that, and returns both. */
export async function moveClockAndSettle(
  service: Service,
  profileCode: string,
  move: ClockMove,
): Promise<ControlSchema['TurnedClock']> {
  const { clock, from, to } = await moveClock(service, profileCode, move);
  const due = await settleAndListDue(service.transfers, service.store.resources, profileCode, {
    from,
    to,
    max: MAX_REPORTED,
  });
  return { ...describeClock(clock, to), due: due.events.map(describeDue), dueTotal: due.total };
}

const MAX_REPORTED = 1000;
