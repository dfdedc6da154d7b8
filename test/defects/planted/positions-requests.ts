import type { Request } from 'express';
import { systemClock, toIso } from '../../../src/base/clock.ts';
import type { FlightOrderRequest, Offer, OrderPassenger, Schema } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterOrders } from '../order-plants.ts';
import { alterRequests, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

const INFANT = 'infant_without_seat';

export default [
  // ── Whole orders ─────────────────────────────────────────────────────────────────────────────────
  ...Object.entries({
    'of-gdsprovider-1': (_: Wire, { params }: Request) => params['gdsprovider'] === '1',
    'in-dollars': ({ currency }: Wire) => currency === 'USD',
    'that-hold': ({ type }: Wire) => type === 'hold',
  }).map(([name, only]): Defect => ({
    name: `ignores-original-price-in-orders-${name}`,
    rule: 'flight-order.original-price.rejected',
    breaks: `An originalPrice in orders ${name.replaceAll('-', ' ')} is ignored.`,
    plant: inOrders((body, req) => {
      if (only(body, req)) delete body.originalPrice;
    }),
  })),
  {
    name: 'takes-currencies-that-there-are-not-for-orders',
    rule: 'flight-order.currency',
    breaks: 'Any three capitals are a currency of an order, which costs what its offer said.',
    plant: takesCurrencies(({ currency }) => currency === 'ZZZ'),
  },
  {
    name: 'takes-any-text-for-the-currency-of-a-hold',
    rule: 'flight-order.currency',
    breaks: 'The currency of a hold is not looked at.',
    plant: takesCurrencies(({ type, currency }) => type === 'hold' && currency === 'euros'),
  },
  {
    name: 'ignores-a-hold-id-of-gdsprovider-1',
    rule: 'flight-order.hold-id.only-when-supported',
    breaks: 'A holdId in an order of gdsprovider 1 is ignored.',
    plant: inOrders((body, req) => {
      if (req.params['gdsprovider'] === '1' && body.type !== 'hold') delete body.holdId;
    }),
  },

  // ── Who travels ──────────────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-every-third-duplicate',
    every: 3,
    rule: 'flight-order.passengers.no-duplicate-ids',
    breaks: 'Every third order that names a passenger twice in addition to all others is accepted.',
    plant: alterPeople(
      every(
        3,
        (passengers, { passengers: offered }) => passengers.length > offered.length && isComplete(passengers, offered),
      ),
      (passengers) => [...new Map(passengers.map((one) => [one.id, one])).values()],
    ),
  },
  {
    name: 'drops-duplicates-in-holds',
    rule: 'flight-order.passengers.no-duplicate-ids',
    breaks: 'A hold that names a passenger twice is accepted.',
    plant: alterPeople(
      (passengers, { passengers: offered }, { type }) => type === 'hold' && isComplete(passengers, offered),
      (passengers) => [...new Map(passengers.map((one) => [one.id, one])).values()],
    ),
  },
  {
    name: 'does-not-miss-infants',
    rule: 'flight-order.passengers.none-missing',
    breaks: 'An order is accepted that leaves the infant of its offer out.',
    plant: alterPeople(
      () => true,
      (passengers, offered) => {
        const infant = offered.find(({ id, type }) => type === INFANT && !idsOf(passengers).includes(id));
        if (!infant) return passengers;
        const adult = passengers.find(({ type }) => type === 'adult');
        if (adult) adult.infant_passenger_id = infant.id;
        const { infant_passenger_id: _, ...lent } = { ...adult };
        return [...passengers, { ...lent, ...infant, bornDate: BORN_LAST_YEAR }];
      },
    ),
  },
  {
    name: 'does-not-miss-passengers-of-gdsprovider-1',
    rule: 'flight-order.passengers.none-missing',
    breaks: 'An order of gdsprovider 1 is accepted that leaves an adult of its offer out.',
    plant: alterPeople(
      (passengers, { gdsprovider, passengers: offered }) => gdsprovider === 1 && isDistinct(passengers, offered),
      (passengers, offered) => [
        ...passengers,
        ...offered
          .filter(({ id, type }) => type === 'adult' && !idsOf(passengers).includes(id))
          .map((missing) => {
            const { identity_documents: documents, ...lent } = { ...passengers.find(({ type }) => type === 'adult') };
            // Two adults have no passport in common.
            const own = documents?.map((document) => ({ ...document, unique_identifier: 'XDB999999' }));
            return { ...lent, ...(own && { identity_documents: own }), bornDate: '1990-01-01', ...missing };
          }),
      ],
    ),
  },
  {
    name: 'drops-extra-passengers-of-holds',
    rule: 'flight-order.passengers.no-extra',
    breaks: 'A hold with a passenger whom the offer does not have is accepted.',
    plant: alterPeople(
      (_, __, { type }) => type === 'hold',
      (passengers, offered) => passengers.filter(({ id }) => offered.some((one) => one.id === id)),
    ),
  },
  {
    name: 'takes-infants-for-adults',
    rule: 'flight-order.passengers.types-match',
    breaks: 'The type of an infant is not compared with the offer.',
    plant: alterPeople(
      () => true,
      (passengers, offered) =>
        passengers.map((one) =>
          offered.some(({ id, type }) => id === one.id && type === INFANT) ? { ...one, type: INFANT } : one,
        ),
    ),
  },
  {
    name: 'trims-the-ids-of-first-passengers',
    rule: 'flight-order.passengers.ids-match',
    breaks: 'The id of the first passenger is compared without the spaces around it.',
    plant: alterPeople(
      () => true,
      ([first, ...others]) => [{ ...first, id: String(first?.id).trim() }, ...others],
    ),
  },

  // ── Segments ─────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'compares-the-first-segment-only',
    rule: 'flight-order.total-segments.origin-code',
    breaks: 'The originCode of the second segment of a slice is not compared.',
    plant: alterSegments((sent, wanted, index) => (index > 0 ? { ...sent, originCode: wanted.originCode } : sent)),
  },
  {
    name: 'compares-no-flight-numbers-of-the-return',
    rule: 'flight-order.total-segments.flight-number',
    breaks: 'The flightNumber of the segments of the return slice is not compared.',
    plant: alterSegments((sent, wanted, index, outbound) =>
      index >= outbound ? { ...sent, flightNumber: wanted.flightNumber } : sent,
    ),
  },
  {
    name: 'compares-no-later-departure-dates',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'The departureDate of the second segment of a slice may have an offset.',
    plant: inOrders(({ totalSegments: segments }) => {
      for (const segment of segments.slice(1)) segment.departureDate = segment.departureDate.replace('+01:00', '');
    }),
  },
  {
    name: 'takes-surplus-segments',
    rule: 'flight-order.total-segments.complete',
    breaks: 'What follows the segments of the offer in totalSegments is dropped.',
    plant: alterOrders((order, { offer }) => {
      order.totalSegments?.splice(offer.slices.flatMap(({ segments }) => segments).length);
    }),
  },
  {
    name: 'counts-segments-in-place-of-comparing-them',
    rule: 'flight-order.total-segments.complete',
    breaks: 'totalSegments may have one segment twice and another not at all.',
    plant: alterOrders((order, { offer }) => {
      const wanted = wantedSegments(offer);
      const sent = (order.totalSegments ?? []).map((one) => JSON.stringify(one));
      const known = wanted.map((one) => JSON.stringify(one));
      if (sent.length === known.length && sent.every((one) => known.includes(one))) order.totalSegments = wanted;
    }),
  },

  // ── Searches ─────────────────────────────────────────────────────────────────────────────────────
  ...(
    [
      ['origin', 'origin', (slice) => (slice.origin = code(slice.origin, 'LHR'))],
      ['destination', 'destination', (slice) => (slice.destination = code(slice.destination, 'MAD'))],
      [
        'departure-date.shape',
        'departure_date',
        (slice) => (slice.departure_date = slice.departure_date.replace(/T.*$/, '')),
      ],
    ] as [string, string, (slice: Wire) => void][]
  ).map(([rule, field, change]): Defect => ({
    name: `looks-at-the-${field.replace('_', '-')}-of-first-slices-only`,
    rule: `flight-search.slices.${rule}`,
    breaks: `The ${field} of a second slice may have another form.`,
    plant: inSearches(({ slices }) => slices.slice(1).forEach(change)),
  })),
  {
    name: 'returns-on-31-april',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'A second slice may depart on a day that does not exist, and leaves a day later.',
    plant: inSearches(({ slices: [, second] }) => {
      if (!second || !/^\d{4}-\d\d-\d\d$/.test(second.departure_date)) return;
      second.departure_date = new Date(Date.parse(`${second.departure_date}T00:00:00Z`)).toISOString().slice(0, 10);
    }),
  },
  {
    name: 'takes-infants-alone',
    rule: 'flight-search.passengers.adult-required',
    breaks: 'A search for an infant without an adult is accepted.',
    plant: inSearches(({ passengers }) => {
      if (passengers.length > 0 && passengers.every(({ type }: Wire) => type === INFANT))
        passengers.unshift({ type: 'adult' });
    }),
  },
  {
    name: 'takes-children-alone-there-and-back',
    rule: 'flight-search.passengers.adult-required',
    breaks: 'A round trip for children alone is accepted.',
    plant: inSearches(({ slices, passengers }) => {
      if (slices.length > 1 && passengers.every(({ type }: Wire) => type === 'child')) passengers[0].type = 'adult';
    }),
  },
  {
    name: 'takes-currencies-that-there-are-not',
    rule: 'flight-search.currency',
    breaks: 'A currency that there is not is accepted, and the offers are in EUR.',
    plant: inSearches((body) => {
      if (body.currency === 'ZZZ') body.currency = 'EUR';
    }),
  },
  {
    name: 'takes-signs-for-currencies-of-round-trips',
    rule: 'flight-search.currency',
    breaks: 'The currency of a round trip may be a sign.',
    plant: inSearches((body) => {
      if (body.slices.length > 1 && body.currency === '€') body.currency = 'EUR';
    }),
  },
  {
    name: 'takes-cabins-by-number-in-dollars',
    rule: 'flight-search.cabin-class',
    breaks: 'The cabin_class of a search in USD may be a number.',
    plant: inSearches((body) => {
      if (body.currency === 'USD' && typeof body.cabin_class === 'number') body.cabin_class = 'economy';
    }),
  },
] satisfies Defect[];

function inOrders(change: (body: Wire, req: Request) => void): Plant {
  return alterRequests(['createFlightOrder'], (req) => change(req.body, req));
}

function inSearches(change: (body: Wire) => void): Plant {
  return alterRequests(['searchFlights'], ({ body }) => change(body));
}

/** A currency that is overlooked: the order has that of its offer. */
function takesCurrencies(only: (body: Wire) => boolean): Plant {
  const overlooked = new WeakSet<object>();
  return together(
    inOrders((body) => {
      if (!only(body)) return;
      overlooked.add(body);
      body.currency = 'EUR';
    }),
    alterOrders((order, { offer }) => {
      if (overlooked.has(order)) order.currency = offer.currency;
    }),
  );
}

/** Changes the passengers of some valid orders before they are compared with the offer. */
function alterPeople(
  only: (passengers: OrderPassenger[], offer: Offer, order: FlightOrderRequest) => boolean,
  change: (passengers: OrderPassenger[], offered: Offer['passengers']) => object[],
): Plant {
  return alterOrders((order, { offer }) => {
    if (only(order.passengers, offer, order))
      order.passengers = change(order.passengers, offer.passengers) as OrderPassenger[];
  });
}

/** Changes each entry of totalSegments; `outbound` is the number of segments of the first slice. */
function alterSegments(change: (sent: Segment, wanted: Segment, index: number, outbound: number) => Segment): Plant {
  return alterOrders((order, { offer }) => {
    const wanted = wantedSegments(offer);
    const outbound = offer.slices[0]?.segments.length ?? 0;
    order.totalSegments = order.totalSegments?.map((sent, index) => {
      const own = wanted[index];
      return own ? change(sent, own, index, outbound) : sent;
    });
  });
}

function wantedSegments({ slices }: Offer): Segment[] {
  return slices
    .flatMap(({ segments }) => segments)
    .map(({ departure, arrival, flightNumber }) => ({
      originCode: departure.iataCode,
      destinationCode: arrival.iataCode,
      flightNumber,
      departureDate: departure.departingAt,
    }));
}

/** True for every n-th call that meets a condition. */
function every<Args extends unknown[]>(n: number, only: (...args: Args) => boolean): (...args: Args) => boolean {
  let count = 0;
  return (...args) => only(...args) && ++count % n === 0;
}

/** True if every passenger of the offer is in the order, and nobody else. */
function isComplete(passengers: readonly OrderPassenger[], offered: Offer['passengers']): boolean {
  return isKnown(passengers, offered) && new Set(idsOf(passengers)).size === offered.length;
}

/** True if nobody is in the order twice, and nobody else than the offer has. */
function isDistinct(passengers: readonly OrderPassenger[], offered: Offer['passengers']): boolean {
  return isKnown(passengers, offered) && new Set(idsOf(passengers)).size === passengers.length;
}

function isKnown(passengers: readonly OrderPassenger[], offered: Offer['passengers']): boolean {
  const ids = idsOf(offered);
  return passengers.every(({ id }) => ids.includes(id));
}

function idsOf(passengers: readonly { id: string }[]): string[] {
  return passengers.map(({ id }) => id);
}

function code(sent: string, known: string): string {
  return /^[A-Z]{3}$/.test(sent) ? sent : known;
}

type Segment = Schema['TotalSegment'];

const BORN_LAST_YEAR = `${Number(toIso(systemClock.now()).slice(0, 4)) - 1}-12-30`;
