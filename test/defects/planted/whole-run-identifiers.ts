import { select } from '../../../src/base/values/select.ts';
import type { OperationId } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterRequests, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

const everything: readonly OperationId[] = [
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'cancelReservation',
];

export default [
  // ── Offers and orders ──────────────────────────────────────────────────────────────────────────────
  {
    name: 'gives-every-fourth-offer-for-two-the-id-of-the-one-before',
    every: 4,
    rule: 'offer.fields.offer-id',
    breaks: 'In a search for two passengers every fourth offer has the offerId of the one before it.',
    plant: alterBodies(['searchFlights'], ({ offers }, req) => {
      if (!isSample(req.body)) return;
      for (let index = 3; index < offers.length; index += 4) {
        const { gdsprovider, offerId } = offers[index - 1];
        Object.assign(offers[index], { gdsprovider, offerId });
        offers[index].passengers = structuredClone(offers[index - 1].passengers);
      }
    }),
  },
  {
    name: 'gives-offers-the-ids-of-another-search',
    rule: 'offer.fields.offer-id',
    breaks: 'Every second round trip for two has the offerIds of the round trip before it.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: everySecond(
      ({ slices, passengers }) => slices.length === 2 && passengers.length === 2,
      ({ offers }, before) => {
        for (const [index, offer] of offers.entries()) {
          const other = before.offers.filter(({ gdsprovider }: Wire) => gdsprovider === offer.gdsprovider)[index];
          if (other) offer.offerId = other.offerId;
        }
      },
    ),
  },
  {
    name: 'gives-every-sixth-order-the-id-of-the-one-before',
    every: 6,
    rule: 'flight-order.response.order-id',
    breaks: 'Every sixth order has the orderId of the order before it.',
    alsoBreaks: [
      'flight-search.offers.final-price',
      'flight-order.passengers.first-name',
      'flight-order.passengers.last-name',
    ],
    plant: repeats({ operations: ['createFlightOrder'], pattern: '/orderId', every: 6 }),
  },
  {
    name: 'gives-orders-in-dollars-one-id',
    rule: 'flight-order.response.order-id',
    breaks: 'All orders in USD have the same orderId.',
    alsoBreaks: ['flight-order.passengers.first-name', 'flight-order.passengers.last-name'],
    plant: repeats({
      operations: ['createFlightOrder'],
      pattern: '/orderId',
      only: ({ currency }) => currency === 'USD',
    }),
  },

  // ── Transfers ──────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'gives-every-eleventh-transfer-search-the-id-of-the-one-before',
    every: 11,
    rule: 'transfer.identifiers.search-id',
    breaks: 'Every eleventh transfer search has the searchId of the search before it.',
    // By chance the search before has a booking that is pending, or lost under a 502.
    alsoBreaks: ['transfer.endpoints.details', 'transfer.booking.pending.read-outcome', 'transfer.502.proves-nothing'],
    plant: aliased('searchId', ['searchTransfers'], '/searchId', 11),
  },
  {
    name: 'gives-every-ninth-transfer-offer-a-result-id-once-more',
    every: 9,
    rule: 'transfer.identifiers.result-id',
    breaks: 'Every ninth transfer offer has the resultId of the first offer of an earlier search.',
    plant: aliased('resultId', ['searchTransfers'], '/offers/*/resultId', 9),
  },
  {
    name: 'issues-every-ninth-booking-token-twice',
    every: 9,
    rule: 'transfer.token.bound-to-offer',
    breaks: 'Every ninth bookingToken was issued for another offer before.',
    plant: aliased('bookingToken', ['searchTransfers'], '/offers/*/bookingToken', 9),
  },
  {
    name: 'issues-every-fifth-pricing-token-twice',
    every: 5,
    rule: 'transfer.token.bound-to-offer',
    breaks: 'Every fifth pricingToken was issued for another offer before.',
    alsoBreaks: ['transfer.identifiers.pricing-token'],
    plant: aliased('pricingToken', ['priceTransfer'], '/pricingToken', 5),
  },
  ...[3, 7].map((every) => ({
    name: `gives-one-booking-in-${every}-a-confirmation-number-once-more`,
    every,
    rule: 'transfer.identifiers.confirmation-number',
    alsoBreaks: ['transfer.endpoints.details'],
    breaks: `One booking in ${every} has the confirmationNumber of an earlier one.`,
    plant: aliased('confirmationNumber', ['bookTransfer'], '/reservations/*/confirmationNumber', every),
  })),
  {
    name: 'gives-one-booking-in-seven-a-reservation-id-once-more',
    every: 7,
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'One booking in seven has the reservationId of an earlier one.',
    // Whatever is asked of the later booking is asked of the earlier one.
    alsoBreaks: [
      'transfer.endpoints.details',
      'transfer.endpoints.changes-search',
      'transfer.endpoints.pricing',
      'transfer.identifiers.search-id',
    ],
    plant: aliased('reservationId', ['bookTransfer'], '/reservations/*/reservationId', 7),
  },
] satisfies Defect[] as Defect[];

/** A search that no contract orders from. */
function isSample({ slices, passengers, currency }: Wire): boolean {
  return slices.length === 2 && passengers.length === 2 && currency === 'EUR';
}

/** Alters every second response to the searches that meet a condition; `before` is the one before it. */
function everySecond(only: (body: Wire) => boolean, change: (body: Wire, before: Wire) => void): Plant {
  let before: Wire = null;
  return alterBodies(['searchFlights'], (body, req) => {
    if (!only(req.body)) return;
    if (before) change(body, before);
    before = before ? null : structuredClone(body);
  });
}

/** Gives every n-th response the value of the response before it. */
function repeats({
  operations,
  pattern,
  every = 1,
  only = () => true,
}: {
  operations: readonly OperationId[];
  pattern: string;
  every?: number;
  only?: (body: Wire) => boolean;
}): Plant {
  let count = 0;
  let before: unknown;
  return alterBodies(operations, (body, req) => {
    if (!only(req.body)) return;
    const name = pattern.slice(1);
    if (before !== undefined && ++count % every === 0) body[name] = before;
    before = body[name];
  });
}

/**
 * Gives every n-th new value under a name one that was given out before, in all responses. The service itself keeps the
 * true values: a request with an alias means the thing that the other identifiers of the request belong to.
 */
function aliased(name: string, operations: readonly OperationId[], pattern: string, every: number): Plant {
  const aliases = new Map<string, string>();
  const origins = new Map<string, string[]>();
  const byMate = new Map<unknown, string>();
  let count = 0;
  let before: string | undefined;
  return together(
    alterBodies(operations, (body, req) => {
      for (const { value, pointer } of select(body, pattern)) {
        if (typeof value !== 'string' || aliases.has(value)) continue;
        const alias = ++count % every === 0 && before !== undefined ? before : value;
        if (alias === value) before = value;
        aliases.set(value, alias);
        origins.set(alias, [...(origins.get(alias) ?? []), value]);
        for (const mate of matesOf(body, req.body, pointer)) byMate.set(mate, value);
      }
    }),
    alterBodies(everything, (body) => rename(body, name, (value) => aliases.get(value) ?? value)),
    alterRequests(everything, ({ body, query }) => {
      const mate = ['resultId', 'bookingToken']
        .map((one) => one !== name && body?.[one])
        .find((one) => byMate.has(one));
      const origin = (value: string) => {
        const known = origins.get(value) ?? [];
        return known.find((one) => one === byMate.get(mate)) ?? known.at(-1) ?? value;
      };
      rename(body, name, origin);
      rename(query, name, origin);
    }),
  );
}

/** The identifiers that belong to the same offer, or to the offers of the same search. */
function matesOf(body: Wire, sent: Wire, pointer: string): unknown[] {
  const offer = /^\/offers\/\d+/.exec(pointer)?.[0];
  if (offer) return ['resultId', 'bookingToken'].map((name) => select(body, `${offer}/${name}`)[0]?.value);
  if (body.offers) return body.offers.map(({ resultId }: Wire) => resultId);
  return [sent.resultId];
}

function rename(value: unknown, name: string, change: (value: string) => string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === name && typeof inner === 'string') Object.assign(value, { [key]: change(inner) });
    else rename(inner, name, change);
  }
}
