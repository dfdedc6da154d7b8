import { parseDuration, parseInstant, toIso } from '../../base/clock.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { describeClock } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { Due } from '../../timeline/due.ts';
import { listDue, settleAndListDue } from '../../timeline/due.ts';
import type { TimelineEvent } from '../../timeline/timeline-event.ts';
import { settleDue } from '../../transfers/settle.ts';
import type { ClockMove } from '../clock/move-clock.ts';
import { LATEST, moveClock } from '../clock/move-clock.ts';
import type { ProfileOperation } from '../operation.ts';

export const setClock = {
  operationId: 'setClock',
  access: 'profile',
  async run(service, { profile, body: { mode, now } }) {
    if (mode === 'service' && now !== undefined)
      throw new Refusal('not_combinable', [
        { path: '/now', message: 'the clock of the service has no settable instant' },
      ]);
    const instant = now === undefined ? undefined : parseInstant(now);
    return {
      body: await moveClockAndSettle(service, profile, {
        to: (present, serviceNow) => (mode === 'service' ? serviceNow : (instant ?? present)),
        mode,
        path: mode === 'service' ? '/mode' : '/now',
      }),
    };
  },
} satisfies ProfileOperation<'setClock', Service>;

export const advanceClock = {
  operationId: 'advanceClock',
  access: 'profile',
  async run(service, { profile, body: { by, to }, now }) {
    const due = to && (await nextDue(service, profile.code, now, to));
    const ms = by === undefined ? 0 : durationOf(by);
    return {
      body: await moveClockAndSettle(service, profile, {
        // Another request can have moved the clock further meanwhile.
        to: (present) => Math.max(present + ms, due ?? 0),
        mode: 'as-before',
        path: due === undefined ? '/by' : '/to',
      }),
    };
  },
} satisfies ProfileOperation<'advanceClock', Service>;

function durationOf(by: string): number {
  const ms = parseDuration(by);
  if (ms !== undefined) return ms;
  throw new Refusal('clock_too_far', [
    { path: '/by', message: `by is "${by}", which is more than P366D; advance the clock in several steps` },
  ]);
}

export const getAgenda = {
  operationId: 'getAgenda',
  access: 'profile',
  async run(service, { profile, query: { limit = 50 }, now }) {
    const { events, total } = await listAgenda(service, profile.code, now, Number(limit));
    return { body: { now: toIso(now), due: events.map(describeDue), dueTotal: total } };
  },
} satisfies ProfileOperation<'getAgenda', Service>;

/**
 * Lists the events that a profile's clock will cause after an instant, in chronological order: the first `max`, and
 * their total number.
 */
async function listAgenda(
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

/** Returns when the next event on the agenda, or the next matching one, is due. Refuses with `nothing_due`. */
async function nextDue(
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

/** An event caused by the clock, as the control API describes it. */
function describeDue({ at, what, kind, resourceId, details }: TimelineEvent): ControlSchema['DueMoment'] {
  return { at: toIso(at), what, kind, resourceId, ...details };
}

/** Moves a profile's clock, settles everything due by then, and returns both results. */
async function moveClockAndSettle(
  service: Service,
  profile: Profile,
  move: ClockMove,
): Promise<ControlSchema['TurnedClock']> {
  const { clock, from, to } = await moveClock(service, profile, move);
  const due = await settleAndListDue(service.transfers, service.store.resources, profile.code, {
    from,
    to,
    max: MAX_REPORTED,
  });
  return { ...describeClock(clock, to), due: due.events.map(describeDue), dueTotal: due.total };
}

const MAX_REPORTED = 1000;
