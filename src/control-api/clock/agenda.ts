import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { Due } from '../../timeline/due.ts';
import { listDue } from '../../timeline/due.ts';
import type { TimelineEvent } from '../../timeline/timeline-event.ts';
import { settleDue } from '../../transfers/settle.ts';
import type { ControlSchema } from '../control-api.ts';
import { LATEST } from './move-clock.ts';

/** What the clock of a profile will cause after an instant, in the order of time: the first `max`, and how many. */
export async function listAgenda(
  { transfers, store }: Service,
  profileCode: string,
  now: number,
  max: number,
  fits?: (event: TimelineEvent) => boolean,
): Promise<Due> {
  await settleDue(transfers, profileCode, now);
  const span = { from: now, to: LATEST, max, ...(fits && { fits }) };
  return listDue(transfers, store.resources, profileCode, span);
}

/** When the next event of the agenda is due, or the next that fits. Refuses with `nothing_due`. */
export async function nextDue(
  service: Service,
  profileCode: string,
  now: number,
  to: NonNullable<ControlSchema['ClockAdvance']['to']>,
): Promise<number> {
  const wanted = to === 'next' ? {} : to;
  const {
    events: [next],
  } = await listAgenda(service, profileCode, now, 1, ({ what, resourceId }) => {
    return (wanted.what ?? what) === what && (wanted.resourceId ?? resourceId) === resourceId;
  });
  if (next) return next.at;
  const of = Object.values(wanted).join(' of ');
  throw new Refusal('nothing_due', [{ path: '/to', message: `nothing${of && ` like ${of}`} falls due on this clock` }]);
}
