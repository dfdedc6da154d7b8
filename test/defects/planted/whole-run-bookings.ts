import type { Request } from 'express';
import type { OperationId } from '../../../src/interface/api.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, around, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

const results: readonly OperationId[] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];

export default [
  // ── Bookings that are lost ─────────────────────────────────────────────────────────────────────────
  ...[3, 7].map((every) => ({
    name: `loses-one-booking-in-${every}`,
    every,
    rule: 'transfer.endpoints.details',
    // By chance one is lost that the contract of the call order makes, or the original of a change.
    alsoBreaks: ['transfer.booking.call-order', 'transfer.change.original-stays-active'],
    breaks: `One completed booking in ${every} cannot be read by any of its keys.`,
    plant: loses(every, () => true),
  })),
  ...Object.entries({
    reservationId: 'transfer.identifiers.reservation-id',
    confirmationNumber: 'transfer.identifiers.confirmation-number',
    searchId: 'transfer.identifiers.search-id',
  }).map(([key, rule]) => ({
    name: `does-not-find-one-booking-in-seven-by-its-${kebab(key)}`,
    every: 7,
    rule,
    alsoBreaks: ['transfer.endpoints.details'],
    breaks: `One completed booking in seven is not found by its ${key}.`,
    plant: loses(7, (query) => query[key] !== undefined),
  })),
  ...Object.entries({
    reservationId: 'transfer.identifiers.reservation-id',
    confirmationNumber: 'transfer.identifiers.confirmation-number',
  }).map(([key, rule]) => ({
    name: `does-not-find-changes-by-their-${kebab(key)}`,
    rule,
    breaks: `A change is not found by the ${key} that its confirmation returned.`,
    plant: reads((body, _, { query }) => {
      if (query[key] !== undefined && body.reservations?.[0]?.replaces) throw new Refusal('reservation_not_found');
    }),
  })),
  {
    name: 'does-not-find-cancelled-bookings-by-their-confirmation-number',
    rule: 'transfer.identifiers.confirmation-number',
    breaks: 'A reservation that was cancelled is found by its other keys, and not by its confirmationNumber.',
    plant: reads((body, _, { query }) => {
      if (query['confirmationNumber'] !== undefined && body.reservations?.[0]?.state === 'cancelled')
        throw new Refusal('reservation_not_found');
    }),
  },
  {
    name: 'forgets-pending-bookings-after-their-outcome',
    refuses: true,
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'A pending booking that was read completed is no longer found.',
    plant: forgets((_, { pending }) => pending),
  },
  {
    name: 'forgets-what-was-booked-under-a-502',
    refuses: true,
    rule: 'transfer.502.proves-nothing',
    breaks: 'A booking that was made under a 502 is found by the first read, and not any more by others.',
    plant: forgets((_, { lost }) => lost),
  },

  // ── Bookings that read otherwise ───────────────────────────────────────────────────────────────────
  ...(
    [
      ['costs-more', 'costs one more than it did', (one) => (one.totalAmount += 1)],
      [
        'leaves-an-hour-later',
        'is for another time',
        (one) => (one.pickupDateTime = one.pickupDateTime.replace(/T../, 'T19')),
      ],
      ['is-for-others', 'is for another traveller', (one) => (one.traveller.email = 'other@example.com')],
    ] as [string, string, (reservation: Wire) => void][]
  ).map(([name, does, change]) => ({
    name: `reads-one-booking-in-seven-that-${name}`,
    every: 7,
    rule: 'transfer.endpoints.details',
    breaks: `One completed booking in seven ${does} when it is read.`,
    plant: readsSome(7, (body) => body.reservations.forEach(change)),
  })),
  {
    name: 'books-one-transfer-in-five-twice',
    every: 5,
    rule: 'transfer.booking.completed',
    breaks: 'One booking in five has another reservation when it is read.',
    plant: readsSome(5, ({ reservations }) => {
      const [first] = reservations;
      reservations.push({
        ...first,
        reservationId: first.reservationId.replace(/^./, (sign: string) => (sign === '0' ? '1' : '0')),
        confirmationNumber: `${first.confirmationNumber}2`,
      });
    }),
  },

  // ── Outcomes that do not stay ──────────────────────────────────────────────────────────────────────
  {
    name: 'reads-one-completed-booking-in-seven-pending',
    every: 7,
    rule: 'transfer.booking.pending',
    breaks: 'One booking in seven that completed at once is read pending.',
    plant: readsSome(7, (body) => Object.assign(body, { status: 'pending', completed: false, reservations: [] })),
  },
  {
    name: 'reads-one-completed-booking-in-seven-failed',
    every: 7,
    rule: 'transfer.booking.completed',
    breaks: 'One booking in seven that completed at once is read failed.',
    alsoBreaks: ['transfer.endpoints.details'],
    plant: readsSome(7, fail),
  },
  {
    name: 'fails-pending-bookings-after-they-completed',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'A pending booking that was read completed is read failed from then on.',
    plant: afterFirstRead(({ pending }) => pending, fail),
  },
  {
    name: 'makes-every-second-booking-that-it-refuses',
    every: 2,
    rule: 'transfer.booking.failed',
    breaks: 'Every second booking that is refused for its pricingToken reads as completed.',
    plant: makesRefused(2),
  },

  // ── Results that contradict themselves ─────────────────────────────────────────────────────────────
  ...(
    [
      ['completed', 'without-its-flag', 'transfer.booking.completed', (body) => (body.completed = false)],
      ['pending', 'with-the-flag-completed', 'transfer.booking.pending', (body) => (body.completed = true)],
      ['failed', 'without-a-reason', 'transfer.booking.failed', (body) => delete body.error],
    ] as [string, string, string, (body: Wire) => void][]
  ).map(([status, name, rule, change]) => ({
    name: `returns-every-third-${status}-booking-${name}`,
    every: 3,
    rule,
    breaks: `Every third response with status ${status} is ${name.replaceAll('-', ' ')}.`,
    plant: everyThird(status, change),
  })),
] satisfies Defect[] as Defect[];

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);
}

/** Known bookings by their searchId. */
interface Known {
  pending: boolean;
  lost: boolean;
  reads: number;
  /** Counts the bookings that completed at once. */
  number: number;
}

/** Next to a plant of its own, every booking of a run. */
function withKnown(plant: (knownOf: (body: Wire) => Known | undefined) => Plant): Plant {
  const known = new Map<string, Known>();
  const keyOf = (searchId: unknown, { headers }: Request) => JSON.stringify([headers['x-service-id'], searchId]);
  let number = 0;
  const plain = { pending: false, lost: false, reads: 0, number: 0 };
  return together(
    around(['bookTransfer'], async (run, call, req) => {
      const key = keyOf(req.body.searchId, req);
      const response = await run(call, req);
      const { status } = response.body as Wire;
      // The response is lost on its way.
      const lost = req.query['scenario'] === '502-after-commit';
      if (lost || status === 'pending') known.set(key, { ...plain, lost, pending: !lost });
      else if (status === 'completed') known.set(key, { ...plain, number: ++number });
      return response;
    }),
    around(['getReservation'], async (run, call, req) => {
      const response = await run(call, req);
      const body = response.body as Wire;
      return { body: { ...body, key: keyOf(body.reservations?.[0]?.searchId ?? body.searchId, req) } };
    }),
    plant((body) => known.get(body.key)),
  );
}

/** Alters the reads of bookings; the key that says which booking it is does not leave the plant. */
function reads(change: (body: Wire, known: Known, req: Request) => void): Plant {
  return withKnown((knownOf) => ({
    operations: (own) =>
      alterBodies(['getReservation'], (body, req) => {
        const known = knownOf(body) ?? { pending: false, lost: false, reads: 0, number: 0 };
        delete body.key;
        change(body, known, req);
        known.reads++;
      }).operations?.(own) ?? own,
    service: (service) => {
      service.checkResponse = () => undefined;
    },
  }));
}

function loses(every: number, only: (query: Request['query']) => boolean): Plant {
  return reads((body, { number }, { query }) => {
    if (number > 0 && number % every === 0 && only(query) && !isTouched(body))
      throw new Refusal('reservation_not_found');
  });
}

/** After its first read with an outcome. */
function forgets(only: (body: Wire, known: Known) => boolean): Plant {
  const found = new Set<string>();
  return reads((body, known) => {
    const id = body.reservations?.[0]?.reservationId;
    if (id === undefined || !only(body, known)) return;
    if (found.has(id)) throw new Refusal('reservation_not_found');
    found.add(id);
  });
}

function readsSome(every: number, change: (body: Wire) => void): Plant {
  return reads((body, { number }) => {
    if (number > 0 && number % every === 0 && !isTouched(body)) change(body);
  });
}

function afterFirstRead(only: (known: Known) => boolean, change: (body: Wire) => void): Plant {
  const completed = new Set<string>();
  return reads((body, known) => {
    if (body.status !== 'completed' || !only(known)) return;
    const { reservationId } = body.reservations[0];
    if (completed.has(reservationId)) change(body);
    completed.add(reservationId);
  });
}

/** Changed and cancelled bookings are left to the contracts of changes. */
function isTouched({ reservations }: Wire): boolean {
  return reservations?.[0]?.state !== 'confirmed' || reservations[0].replaces !== null;
}

function fail(body: Wire): void {
  const error = { code: 'supplier_rejected', message: 'The supplier has no vehicle left.' };
  Object.assign(body, { status: 'failed', completed: false, reservations: [], error });
}

function makesRefused(every: number): Plant {
  const made = new Set<string>();
  let count = 0;
  return together(
    alterBodies(['bookTransfer'], (body, req) => {
      if (body.status === 'failed' && req.query['scenario'] === undefined && ++count % every === 0)
        made.add(req.body.searchId);
      if (body.status === 'completed') made.delete(req.body.searchId);
    }),
    around(['getReservation'], async (run, call, req) => {
      const { searchId } = req.query;
      if (typeof searchId !== 'string' || !made.has(searchId)) return run(call, req);
      return { body: { status: 'completed', completed: true, searchId, partnerTrackingId: null, reservations: [] } };
    }),
  );
}

function everyThird(status: string, change: (body: Wire) => void): Plant {
  let count = 0;
  return alterBodies(results, (body) => {
    if (body.status === status && ++count % 3 === 0) change(body);
  });
}
