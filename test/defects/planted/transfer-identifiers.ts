import type { Request } from 'express';
import type { OperationId, PricingRequest } from '../../../src/interface/api.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import { priceTransfer } from '../../../src/transfers/pricing.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterRequests, around, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  {
    name: 'calls-the-search-id-id',
    rule: 'transfer.identifiers.search-id',
    breaks: 'A transfer search returns its searchId as id.',
    plant: alterBodies(['searchTransfers'], (body) => rename(body, 'searchId', 'id')),
  },
  {
    name: 'answers-a-change-search-without-a-search-id',
    rule: 'transfer.identifiers.search-id',
    breaks: 'A change search returns no searchId.',
    plant: alterBodies(['searchReservationChanges'], (body) => {
      delete body.searchId;
    }),
  },
  {
    name: 'prices-with-any-search-id',
    rule: 'transfer.identifiers.search-id',
    breaks: 'Pricing finds the offer of an unknown searchId by its bookingToken.',
    plant: findsByToken('priceTransfer', 'searchId'),
  },
  {
    name: 'books-with-any-search-id',
    rule: 'transfer.identifiers.search-id',
    breaks: 'A booking finds the offer of an unknown searchId by its bookingToken.',
    plant: findsByToken('bookTransfer', 'searchId'),
  },
  {
    name: 'finds-nothing-by-search-id',
    refuses: true,
    rule: 'transfer.identifiers.search-id',
    breaks: 'Reservations cannot be read by their searchId.',
    // A booking whose response was pending or lost has nothing else to be read by.
    alsoBreaks: ['transfer.booking.pending.read-outcome', 'transfer.502.proves-nothing'],
    plant: findsNothingBy('searchId'),
  },
  {
    name: 'finds-no-change-by-its-search-id',
    refuses: true,
    rule: 'transfer.identifiers.search-id',
    breaks: 'A confirmed change cannot be read by the searchId of its search.',
    // A change whose response was pending or lost has nothing else to be read by.
    alsoBreaks: ['transfer.booking.pending.read-outcome', 'transfer.502.proves-nothing'],
    plant: around(['getReservation'], async (run, call, req, { transfers }) => {
      const { searchId } = req.query as { searchId?: string };
      const search = searchId === undefined ? undefined : await transfers.searches.find(call.profile.code, searchId);
      if (search?.kind === 'change') throw new Refusal('reservation_not_found');
      return run(call, req);
    }),
  },
  {
    name: 'finds-the-latest-booking-by-an-unknown-search-id',
    rule: 'transfer.identifiers.search-id',
    breaks: 'A read by a searchId that is unknown returns the latest booking of the profile.',
    plant: withBookings((bookings) =>
      around(['getReservation'], async (run, call, req, { transfers }) => {
        const { searchId } = req.query as { searchId?: string };
        const unknown = searchId !== undefined && !(await transfers.searches.find(call.profile.code, searchId));
        return (unknown ? latest(bookings, req) : undefined) ?? run(call, req);
      }),
    ),
  },
  {
    name: 'calls-the-result-id-offer-id',
    rule: 'transfer.identifiers.result-id',
    breaks: 'The offers of a transfer search have their resultId as offerId.',
    plant: alterBodies(['searchTransfers'], ({ offers }) => {
      for (const offer of offers) rename(offer, 'resultId', 'offerId');
    }),
  },
  {
    name: 'gives-two-offers-one-result-id',
    rule: 'transfer.identifiers.result-id',
    breaks: 'Two offers of a search have the same resultId.',
    plant: alterBodies(['searchTransfers'], ({ offers }) => {
      offers[1].resultId = offers[0].resultId;
    }),
  },
  {
    name: 'answers-a-change-search-without-result-ids',
    rule: 'transfer.identifiers.result-id',
    breaks: 'The offers of a change search have no resultId.',
    plant: alterBodies(['searchReservationChanges'], ({ offers }) => {
      for (const offer of offers) delete offer.resultId;
    }),
  },
  {
    name: 'prices-with-any-result-id',
    rule: 'transfer.identifiers.result-id',
    breaks: 'Pricing finds the offer of a resultId that its search does not have by the bookingToken.',
    plant: findsByToken('priceTransfer', 'resultId'),
  },
  {
    name: 'books-with-any-result-id',
    rule: 'transfer.identifiers.result-id',
    breaks: 'A booking finds the offer of a resultId that its search does not have by the bookingToken.',
    plant: findsByToken('bookTransfer', 'resultId'),
  },
  {
    name: 'gives-no-booking-tokens',
    rule: 'transfer.identifiers.booking-token',
    breaks: 'The offers of a transfer search have null as their bookingToken.',
    plant: alterBodies(['searchTransfers'], ({ offers }) => {
      for (const offer of offers) offer.bookingToken = null;
    }),
  },
  {
    name: 'answers-a-change-search-without-booking-tokens',
    rule: 'transfer.identifiers.booking-token',
    breaks: 'The offers of a change search have no bookingToken.',
    plant: alterBodies(['searchReservationChanges'], ({ offers }) => {
      for (const offer of offers) delete offer.bookingToken;
    }),
  },
  {
    name: 'prices-with-an-unknown-booking-token',
    rule: 'transfer.identifiers.booking-token',
    breaks: 'Pricing passes over a bookingToken that it does not know.',
    // One that was altered is unknown as well.
    alsoBreaks: ['transfer.token.unchanged'],
    plant: passesOverUnknownTokens('priceTransfer'),
  },
  {
    name: 'books-with-an-unknown-booking-token',
    rule: 'transfer.identifiers.booking-token',
    breaks: 'A booking passes over a bookingToken that it does not know.',
    alsoBreaks: ['transfer.token.unchanged'],
    plant: passesOverUnknownTokens('bookTransfer'),
  },
  {
    name: 'calls-the-pricing-token-token',
    rule: 'transfer.identifiers.pricing-token',
    breaks: 'Pricing returns its pricingToken as token.',
    plant: alterBodies(['priceTransfer'], (body) => rename(body, 'pricingToken', 'token')),
  },
  {
    name: 'books-with-an-unknown-pricing-token',
    rule: 'transfer.identifiers.pricing-token',
    breaks: 'A booking with a pricingToken that the service does not know is priced again.',
    alsoBreaks: ['transfer.token.unchanged'],
    plant: pricesAgain('bookTransfer'),
  },
  {
    name: 'confirms-a-change-with-an-unknown-pricing-token',
    rule: 'transfer.identifiers.pricing-token',
    breaks: 'A change confirmation with a pricingToken that the service does not know is priced again.',
    alsoBreaks: ['transfer.token.unchanged'],
    plant: pricesAgain('confirmReservationChange'),
  },
  {
    name: 'calls-the-reservation-id-id',
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'Reservations have their reservationId as id.',
    plant: alterBodies(['bookTransfer', 'getReservation', 'confirmReservationChange'], ({ reservations }) => {
      for (const one of reservations) rename(one, 'reservationId', 'id');
    }),
  },
  {
    name: 'finds-nothing-by-reservation-id',
    refuses: true,
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'Reservations cannot be read by their reservationId.',
    plant: findsNothingBy('reservationId'),
  },
  {
    name: 'finds-the-first-booking-by-any-reservation-id',
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'A read by a reservationId returns the first booking of the profile, whichever is requested.',
    plant: withBookings((bookings) =>
      around(
        ['getReservation'],
        async (run, call, req) =>
          (req.query['reservationId'] === undefined ? undefined : response(bookings.get(profileOf(req))?.[0])) ??
          run(call, req),
      ),
    ),
  },
  {
    name: 'gives-no-confirmation-number',
    rule: 'transfer.identifiers.confirmation-number',
    breaks: 'The confirmationNumber of a completed booking is empty.',
    plant: alterBodies(['bookTransfer'], ({ reservations }) => {
      for (const one of reservations) one.confirmationNumber = '';
    }),
  },
  {
    name: 'finds-nothing-by-confirmation-number',
    refuses: true,
    rule: 'transfer.identifiers.confirmation-number',
    breaks: 'Reservations cannot be read by their confirmationNumber.',
    plant: findsNothingBy('confirmationNumber'),
  },
  {
    name: 'reads-the-latest-reservation-when-none-is-named',
    rule: 'transfer.identifiers.needed-later',
    breaks: 'A read without any identifier returns the latest reservation.',
    plant: withBookings((bookings) =>
      around(
        ['getReservation'],
        async (run, call, req) =>
          (Object.keys(req.query).length === 0 ? latest(bookings, req) : undefined) ?? run(call, req),
      ),
    ),
  },
  {
    name: 'searches-changes-of-the-latest-reservation-when-none-is-named',
    rule: 'transfer.identifiers.needed-later',
    breaks: 'A change search without a reservationId is about the latest reservation.',
    plant: searchesChangesOfLatest(),
  },
] satisfies Defect[] as Defect[];

function rename(object: Wire, name: string, other: string): void {
  object[other] = object[name];
  delete object[name];
}

/** Next to a plant of its own, every offer that was returned, by its bookingToken. */
function withOffers(plant: (offers: Map<string, PricingRequest>) => Plant): Plant {
  const known = new Map<string, PricingRequest>();
  return together(
    plant(known),
    alterBodies(['searchTransfers', 'searchReservationChanges'], ({ searchId, offers }) => {
      for (const { resultId, bookingToken } of offers) known.set(bookingToken, { searchId, resultId, bookingToken });
    }),
  );
}

function findsByToken(operationId: OperationId, name: 'searchId' | 'resultId'): Plant {
  return withOffers((known) =>
    around([operationId], (run, call, req) => {
      const body = req.body as PricingRequest;
      const isKnown = [...known.values()].some(
        (offer) => offer.searchId === body.searchId && (name === 'searchId' || offer.resultId === body.resultId),
      );
      if (!isKnown) body[name] = known.get(body.bookingToken)?.[name] ?? body[name];
      return run(call, req);
    }),
  );
}

function passesOverUnknownTokens(operationId: OperationId): Plant {
  return withOffers((known) =>
    around([operationId], (run, call, req) => {
      const body = req.body as PricingRequest;
      if (!known.has(body.bookingToken)) body.bookingToken = offerOf(known, body)?.bookingToken ?? body.bookingToken;
      return run(call, req);
    }),
  );
}

function pricesAgain(operationId: OperationId): Plant {
  return withOffers((known) =>
    around([operationId], async (run, call, req, { transfers }) => {
      const { pricingToken, ...body } = req.body as PricingRequest & { pricingToken?: string };
      const offer = offerOf(known, body);
      const unknown =
        pricingToken !== undefined &&
        !known.has(pricingToken) &&
        !(await transfers.pricings.find(call.profile.code, pricingToken));
      if (offer && unknown) req.body.pricingToken = (await priceTransfer(transfers, call, offer)).pricingToken;
      return run(call, req);
    }),
  );
}

function offerOf(
  known: Map<string, PricingRequest>,
  { searchId, resultId }: PricingRequest,
): PricingRequest | undefined {
  return [...known.values()].find((offer) => offer.searchId === searchId && offer.resultId === resultId);
}

function findsNothingBy(key: string): Plant {
  return around(['getReservation'], (run, call, req) => {
    if (req.query[key] !== undefined) throw new Refusal('reservation_not_found');
    return run(call, req);
  });
}

/** Next to a plant of its own, every booking that completed, by profile. */
function withBookings(plant: (bookings: Map<unknown, Wire[]>) => Plant): Plant {
  const bookings = new Map<unknown, Wire[]>();
  return together(
    plant(bookings),
    alterBodies(['bookTransfer'], (body, req) => {
      if (body.status === 'completed') bookings.set(profileOf(req), [...(bookings.get(profileOf(req)) ?? []), body]);
    }),
  );
}

function latest(bookings: Map<unknown, Wire[]>, req: Request): { body: object } | undefined {
  return response(bookings.get(profileOf(req))?.at(-1));
}

function response(body: object | undefined): { body: object } | undefined {
  return body && { body };
}

function profileOf(req: Request): unknown {
  return req.headers['x-service-id'];
}

function searchesChangesOfLatest(): Plant {
  return withBookings((bookings) =>
    together(
      alterRequests(['searchReservationChanges'], (req) => {
        if (req.body) req.body.reservationId ??= UNNAMED;
      }),
      around(['searchReservationChanges'], async (run, call, req) => {
        if (req.body.reservationId !== UNNAMED) return run(call, req);
        for (const {
          reservations: [{ reservationId }],
        } of (bookings.get(profileOf(req)) ?? []).toReversed()) {
          req.body.reservationId = reservationId;
          // The latest may be one that cannot be changed.
          const found = await run(call, req).catch(() => undefined);
          if (found) return found;
        }
        throw new Refusal('reservation_not_found');
      }),
    ),
  );
}

const UNNAMED = '0'.repeat(32);
