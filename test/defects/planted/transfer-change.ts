import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';
import type { ChangeRequest, Schema } from '../../../src/interface/api.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import { priceTransfer } from '../../../src/transfers/pricing.ts';
import { present } from '../../support/present.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterRequests, around, together } from '../plants.ts';

type BookingResult = Schema['BookingResult'];

const rule = 'transfer.change.original-stays-active';

export default [
  {
    name: 'closes-the-original-at-the-change-search',
    rule,
    breaks: 'A reservation is changed as soon as a change of it has been searched.',
    plant: closesOriginal('searchReservationChanges', () => true, 'changed'),
  },
  {
    name: 'closes-the-original-at-a-change-that-is-pending',
    rule,
    breaks: 'A reservation is changed while its change is still pending.',
    plant: closesOriginal('confirmReservationChange', ({ status }) => status === 'pending', 'changed'),
  },
  {
    name: 'cancels-the-original-when-its-change-fails',
    rule,
    breaks: 'A reservation is cancelled when a change of it fails.',
    plant: closesOriginal('confirmReservationChange', ({ status }) => status === 'failed', 'cancelled'),
  },
  {
    name: 'hides-the-original-while-its-change-is-pending',
    refuses: true,
    rule,
    breaks: 'A reservation cannot be read while its change is pending.',
    plant: closesOriginal('confirmReservationChange', ({ status }) => status === 'pending', null),
  },
  {
    name: 'moves-the-original-at-the-change-search',
    rule,
    breaks: 'The pickup of a reservation moves when a change of it is searched.',
    alsoBreaks: ['transfer.endpoints.details'],
    plant: movesOriginal(),
  },
  {
    name: 'confirms-a-change-that-was-searched-like-a-new-reservation',
    rule: 'transfer.change.call-order',
    breaks: 'A change is confirmed with the searchId, resultId and pricingToken of an ordinary search.',
    plant: takesOrdinarySearches(),
  },
  {
    name: 'completes-a-change-without-making-it',
    rule: 'transfer.change.call-order',
    breaks: 'A change is confirmed as completed, and its reservation is picked up as before.',
    alsoBreaks: ['transfer.endpoints.details'],
    plant: keepsThePickup(),
  },
  {
    name: 'confirms-a-change-without-pricing',
    rule: 'transfer.change.call-order',
    breaks: 'A change is confirmed without a pricingToken, or with a bookingToken in its place.',
    plant: pricesChanges(),
  },
  {
    name: 'cancels-the-original-when-its-change-returns-502',
    rule,
    breaks: 'A reservation is cancelled when the confirmation of its change returns 502.',
    plant: closesOriginalAt((req) => selects(req, '502') && req.path === '/reservations/changes'),
  },
  {
    name: 'cancels-the-original-when-the-pricing-of-its-change-returns-502',
    rule,
    breaks: 'A reservation is cancelled when the pricing of its change returns 502.',
    plant: closesOriginalAt((req) => selects(req, '502') && req.path === '/pricing'),
  },
  {
    name: 'cancels-the-original-over-a-bad-request',
    rule,
    breaks: 'A reservation is cancelled when a change of it comes without a searchId.',
    plant: closesOriginalAt((req) => req.path === '/reservations/changes' && req.body?.searchId === undefined),
  },
  {
    name: 'cancels-the-original-at-the-second-pricing-of-its-change',
    rule,
    breaks: 'A reservation is cancelled when an offer for its change is priced a second time.',
    plant: cancelsAtTheSecondPricing(),
  },
  {
    name: 'prices-changes-for-thirty-seconds-too-long',
    rule: 'transfer.token.expires-with-offer',
    breaks: 'The bookingToken of an offer for a change can be priced for 30 seconds after its expiresAt.',
    plant: pricesChangesLate(),
  },
] satisfies Defect[] as Defect[];

function cancelsAtTheSecondPricing(): Plant {
  const priced = new Map<unknown, number>();
  return closesOriginalAt(({ path, body }) => {
    if (path !== '/pricing') return false;
    const times = (priced.get(body?.resultId) ?? 0) + 1;
    priced.set(body?.resultId, times);
    return times === 2;
  });
}

function pricesChangesLate(): Plant {
  const changes = new Set<unknown>();
  return together(
    alterBodies(['searchReservationChanges'], ({ searchId }) => void changes.add(searchId)),
    around(['priceTransfer'], (run, call, req) =>
      run(changes.has(req.body?.searchId) ? { ...call, now: call.now - 30_000 } : call, req),
    ),
  );
}

/**
 * From such a response on, the reservation reads with another state, or, with null, cannot be read; until its change is
 * made.
 */
function closesOriginal(
  operationId: 'searchReservationChanges' | 'confirmReservationChange',
  closing: (body: { status?: string }) => boolean,
  state: string | null,
): Plant {
  const closed = new Set<unknown>();
  return around([operationId, 'confirmReservationChange', 'getReservation'], async (run, call, req) => {
    const { body } = await run(call, req);
    if (req.method === 'GET') return { body: asClosed(body, closed, state) };
    const { reservationId } = req.body as { reservationId: string };
    if ((body as { status?: string }).status === 'completed') closed.delete(reservationId);
    else if (isAt(req.path, operationId) && closing(body)) closed.add(reservationId);
    return { body };
  });
}

function isAt(path: string, operationId: string): boolean {
  return path.endsWith('/search') === (operationId === 'searchReservationChanges');
}

function asClosed(body: object, closed: ReadonlySet<unknown>, state: string | null): object {
  const copy = structuredClone(body) as { reservations: { reservationId: string; state: string | null }[] };
  for (const reservation of copy.reservations.filter(({ reservationId }) => closed.has(reservationId))) {
    if (state === null) throw new Refusal('reservation_not_found');
    reservation.state = state;
  }
  return copy;
}

function movesOriginal(): Plant {
  const moved = new Map<string, string>();
  return around(['searchReservationChanges', 'getReservation'], async (run, call, req) => {
    const { body } = await run(call, req);
    if (req.method === 'POST') {
      const { reservationId, pickupDateTime } = req.body as { reservationId: string; pickupDateTime?: string };
      if (pickupDateTime) moved.set(reservationId, `${pickupDateTime}Z`);
      return { body };
    }
    const copy = structuredClone(body) as { reservations: { reservationId: string; pickupDateTime: string }[] };
    for (const one of copy.reservations) one.pickupDateTime = moved.get(one.reservationId) ?? one.pickupDateTime;
    return { body: copy };
  });
}

/** For change confirmations, every search is one for a change of the reservation that they name. */
function takesOrdinarySearches(): Plant {
  const confirming = new AsyncLocalStorage<string>();
  const own = around(['confirmReservationChange'], (run, call, req) =>
    confirming.run((req.body as ChangeRequest).reservationId, () => run(call, req)),
  );
  return {
    ...own,
    service(service) {
      own.service?.(service);
      const { searches } = service.store;
      const find = searches.find.bind(searches);
      searches.find = async (profileCode, searchId) => {
        const search = await find(profileCode, searchId);
        const reservationId = confirming.getStore();
        return search && reservationId !== undefined && search.kind === 'transfers'
          ? { ...search, origin: { ...(search.origin as object), reservationId } }
          : search;
      };
    },
  };
}

/** Reservations that replace another read with the pickup of the one replaced. */
function keepsThePickup(): Plant {
  return around(['getReservation'], async (run, call, req, { transfers }) => {
    const { body } = await run(call, req);
    const [reservation] = (body as BookingResult).reservations;
    if (!reservation?.replaces) return { body };
    const original = await transfers.bookings.findReservation(call.profile.code, {
      reservationId: reservation.replaces,
    });
    return {
      body: {
        ...body,
        reservations: [
          {
            ...reservation,
            pickupDateTime: present(original, 'reservation that is replaced').reservation.pickupDateTime,
          },
        ],
      },
    };
  });
}

/** From such a request on, a reservation reads cancelled; pricing is of the change that was searched last. */
function closesOriginalAt(closing: (req: Request) => boolean): Plant {
  const closed = new Set<unknown>();
  const searched = new Map<unknown, unknown>();
  return together(
    alterBodies(['searchReservationChanges'], ({ searchId }, req) => {
      searched.set(searchId, (req.body as { reservationId: string }).reservationId);
    }),
    alterRequests(['confirmReservationChange', 'priceTransfer'], (req) => {
      const { reservationId, searchId } = (req.body ?? {}) as { reservationId?: unknown; searchId?: unknown };
      if (closing(req)) closed.add(reservationId ?? searched.get(searchId));
    }),
    alterBodies(['getReservation'], ({ reservations }) => {
      for (const reservation of reservations)
        if (closed.has(reservation.reservationId)) reservation.state = 'cancelled';
    }),
  );
}

function selects({ query }: Request, name: string): boolean {
  return query['scenario'] === name;
}

/** Prices in the confirmation what comes without a pricingToken that will do. */
function pricesChanges(): Plant {
  const bookingTokens = new Map<unknown, string>();
  return together(
    alterBodies(['searchReservationChanges'], ({ offers }) => {
      for (const { resultId, bookingToken } of offers) bookingTokens.set(resultId, bookingToken);
    }),
    around(['confirmReservationChange'], async (run, call, req, { transfers }) => {
      const { searchId, resultId, pricingToken } = req.body as ChangeRequest & { pricingToken?: string };
      const bookingToken = bookingTokens.get(resultId);
      if (bookingToken !== undefined && (pricingToken === undefined || pricingToken === bookingToken))
        req.body.pricingToken = (
          await priceTransfer(transfers, call, { searchId, resultId, bookingToken })
        ).pricingToken;
      return run(call, req);
    }),
  );
}
