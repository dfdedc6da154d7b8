import type { Request } from 'express';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterResponses } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  // ── Currency, passengers and slices of some searches only ──────────────────────────────────────────
  {
    name: 'prices-spanish-searches-in-dollars',
    rule: 'flight-search.currency.default-eur',
    breaks: 'A search in Spanish that names no currency has offers in USD.',
    alsoBreaks: ['flight-search.currency.of-offers'],
    plant: offersOf(
      ({ language, currency }) => language === 'es' && currency !== 'USD',
      (offer) => {
        offer.currency = 'USD';
      },
    ),
  },
  {
    name: 'prices-round-trips-in-euros',
    rule: 'flight-search.currency.of-offers',
    breaks: 'The offers of a round trip in USD are in EUR.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: offersOf(
      (body) => inDollars(body) && isRoundTrip(body),
      (offer) => {
        offer.currency = 'EUR';
      },
    ),
  },
  {
    name: 'prices-every-second-business-search-in-yen',
    every: 2,
    rule: 'flight-search.currency.of-offers',
    breaks: 'Every second search in business class has offers in JPY, whatever currency it names.',
    plant: offersOf(
      every(2, ({ cabin_class }) => cabin_class === 'business'),
      (offer) => {
        offer.currency = 'JPY';
      },
    ),
  },
  {
    name: 'flies-the-second-slice-from-elsewhere',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'The second slice of a round trip in USD departs from another city.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: offersOf(inDollars, ({ slices: [, second] }) => {
      for (const end of second ? [second, second.segments[0]] : [])
        Object.assign(end.departure, { iataCode: 'KEF', cityName: 'Reykjavik' });
    }),
  },
  {
    name: 'returns-to-another-city',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'The second slice of a round trip in Spanish arrives in another city.',
    plant: offersOf(
      ({ language }) => language === 'es',
      ({ slices: [, second] }) => {
        for (const end of second ? [second, second.segments.at(-1)] : [])
          Object.assign(end.arrival, { iataCode: 'KEF', cityName: 'Reykjavik' });
      },
    ),
  },
  {
    name: 'returns-a-day-late',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'The second slice of a round trip in USD leaves a year after the day searched.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: offersOf(inDollars, ({ slices: [, second] }) => {
      for (const part of second ? [second, ...second.segments] : [])
        for (const [end, name] of [
          ['departure', 'departingAt'],
          ['arrival', 'arrivingAt'],
        ] as const)
          part[end][name] = part[end][name].replace(/^\d+/, (year: string) => String(Number(year) + 4));
    }),
  },
  {
    name: 'flies-to-another-city-than-that-searched-by-its-code',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'A search to a city by its code has offers to another city.',
    plant: offersOf(
      ({ slices }) => CITIES.includes(slices[0].destination) && slices.length > 1,
      ({ slices: [first] }) => {
        for (const end of [first, first.segments.at(-1)])
          Object.assign(end.arrival, { iataCode: 'KEF', cityName: 'Reykjavik' });
      },
    ),
  },
  {
    name: 'leaves-the-second-slice-out',
    rule: 'flight-search.offers.slices-and-segments',
    breaks: 'Every second round trip in USD has offers of one slice.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: offersOf(
      every(2, (body) => inDollars(body) && isRoundTrip(body)),
      (offer) => {
        offer.slices.pop();
      },
    ),
  },
  {
    name: 'takes-the-second-child-for-an-adult',
    rule: 'offer.passengers.id-and-type',
    breaks: 'The child of a search in USD is an adult in its offers.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: offersOf(inDollars, ({ passengers }) => {
      for (const passenger of passengers) if (passenger.type === 'child') passenger.type = 'adult';
    }),
  },
  {
    name: 'gives-two-business-passengers-one-id',
    rule: 'offer.passengers.id-and-type',
    breaks: 'Both passengers of a search in business class have the same id.',
    alsoBreaks: ['offer.passengers.id-form'],
    plant: offersOf(
      ({ cabin_class }) => cabin_class === 'business',
      ({ passengers }) => {
        for (const passenger of passengers) passenger.id = passengers[0].id;
      },
    ),
  },

  // ── Sources of some searches only ──────────────────────────────────────────────────────────────────
  ...Object.entries({
    'in-other-currencies': ({ currency }: Wire) => currency !== undefined && currency !== 'EUR',
    'for-a-second-passenger': ({ passengers }: Wire) => passengers.length > 1,
    'in-other-languages': ({ language }: Wire) => !['en', undefined].includes(language),
  }).map(([name, only]) => ({
    name: `asks-one-source-${name}`,
    rule: 'flight-search.sources.active',
    breaks: `A search ${name.replaceAll('-', ' ')} asks one source only.`,
    plant: alterBodies(['searchFlights'], (body, req) => {
      if (only(req.body)) body.offers = body.offers.filter(({ gdsprovider }: Wire) => gdsprovider === 0);
    }),
  })),

  // ── Values at later positions ──────────────────────────────────────────────────────────────────────
  ...(
    [
      [
        'slice.fields.departure',
        'no-city-at-the-departure-of-second-slices',
        (o) => (o.slices[1].departure.cityName = null),
      ],
      [
        'slice.fields.arrival',
        'no-airport-at-the-arrival-of-second-slices',
        (o) => (o.slices[1].arrival.airportName = null),
      ],
      [
        'segment.fields.departure',
        'no-city-in-later-segments',
        (o) => later(o).forEach((s) => (s.departure.cityName = null)),
      ],
      [
        'segment.fields.arrival',
        'no-airport-in-later-segments',
        (o) => later(o).forEach((s) => (s.arrival.airportName = null)),
      ],
      [
        'segment.airline.operating-carrier',
        'no-operating-carrier-in-later-segments',
        (o) => later(o).forEach((s) => (s.airline.operatingCarrier.name = null)),
      ],
      [
        'segment.airline.marketing-carrier',
        'no-marketing-carrier-in-later-segments',
        (o) => later(o).forEach((s) => (s.airline.marketingCarrier.iataCode = null)),
      ],
      [
        'segment.passengers.amenities.seat',
        'no-seat-type-of-later-passengers',
        (o) =>
          o.slices.forEach(({ segments }: Wire) =>
            segments.forEach(({ passengers }: Wire) => {
              for (const { amenities } of passengers.slice(1)) amenities.seat.type = null;
            }),
          ),
      ],
      [
        'segment.passengers.amenities.wifi',
        'no-wifi-cost-of-later-passengers',
        (o) =>
          o.slices.forEach(({ segments }: Wire) =>
            segments.forEach(({ passengers }: Wire) => {
              for (const { amenities } of passengers.slice(1)) amenities.wifi.cost = null;
            }),
          ),
      ],
    ] as [string, string, (offer: Wire) => void][]
  ).map(([rule, name, change]) => ({
    name: `says-${name}`,
    rule,
    breaks: `The offers have ${name.replaceAll('-', ' ')}.`,
    plant: alterBodies(['searchFlights'], ({ offers }, req) => {
      if (!name.includes('slices') || isRoundTrip(req.body)) offers.forEach(change);
    }),
  })),

  // ── Prices of some orders only ─────────────────────────────────────────────────────────────────────
  {
    name: 'charges-more-for-a-hold-of-two',
    rule: 'flight-order.price.resolved',
    breaks: 'A hold for two passengers costs more than its offer said.',
    plant: ordersOf(
      ({ type, passengers }) => type === 'hold' && passengers.length > 1,
      (order) => {
        order.totalAmount += 10;
      },
    ),
  },
  {
    name: 'charges-dollars-as-euros',
    rule: 'flight-order.price.resolved',
    breaks: 'An order in USD is charged with its amount in EUR.',
    plant: ordersOf(
      ({ currency }) => currency === 'USD',
      (order) => {
        order.currency = 'EUR';
      },
    ),
  },
  {
    name: 'charges-every-second-order-for-two-twice',
    every: 2,
    rule: 'flight-order.price.resolved',
    breaks: 'Every second order in USD costs twice what its offer said.',
    plant: ordersOf(
      every(2, ({ currency }) => currency === 'USD'),
      (order) => {
        order.totalAmount *= 2;
      },
    ),
  },

  // ── Credentials before content ─────────────────────────────────────────────────────────────────────
  ...[
    { status: 401, rule: 'auth.missing-credentials.401', which: 'missing' },
    { status: 403, rule: 'auth.invalid-credentials.401', which: 'invalid' },
  ].map(({ status, rule, which }) => ({
    name: `looks-an-offer-up-with-${which}-credentials`,
    rule,
    breaks: `An order with ${which} credentials for an unknown offer returns 400.`,
    plant: alterResponses((response, { path }) => {
      if (response.status === status && path.endsWith('/none')) {
        response.status = 400;
        Object.assign(response.body, { statusCode: 400, error: 'Bad Request', code: 'offer_not_found' });
      }
    }),
  })),
] satisfies Defect[];

const CITIES = ['LON', 'NYC', 'PAR'];

/** Alters the offers of some searches. */
function offersOf(only: (body: Wire) => boolean, change: (offer: Wire) => void): Plant {
  return alterBodies(['searchFlights'], ({ offers }, req) => {
    if (only(req.body)) offers.forEach(change);
  });
}

/** Alters the responses to some orders. */
function ordersOf(only: (body: Wire) => boolean, change: (order: Wire) => void): Plant {
  return alterBodies(['createFlightOrder'], (order, req: Request) => {
    if (only(req.body)) change(order);
  });
}

/** True for every n-th body that meets a condition. */
function every(n: number, only: (body: Wire) => boolean): (body: Wire) => boolean {
  let count = 0;
  return (body) => only(body) && ++count % n === 0;
}

function inDollars({ currency }: Wire): boolean {
  return currency === 'USD';
}

function isRoundTrip({ slices }: Wire): boolean {
  return slices.length > 1;
}

function later({ slices }: Wire): Wire[] {
  return slices.flatMap(({ segments }: Wire) => segments.slice(1));
}
