import type { Request } from 'express';
import { DAY, systemClock, toIso } from '../../../src/base/clock.ts';
import type { Defect } from '../defect.ts';
import { HIDDEN_BY_ORDERS } from '../defect.ts';
import { alterBodies, alterRequests, alterResponses, around } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  // ── The address ──────────────────────────────────────────────────────────────────────────────────
  {
    name: 'fails-over-every-search',
    refuses: true,
    rule: 'flight-search.endpoint',
    hides: [''],
    breaks: 'A valid search returns 500.',
    plant: alterResponses((response, { path }) => {
      if (path !== '/v1/flights/search' || response.status !== 200) return;
      const { liveMode } = response.body;
      Object.assign(response, {
        status: 500,
        body: {
          statusCode: 500,
          error: 'Internal Server Error',
          message: ['planted'],
          code: 'internal_error',
          liveMode,
          requestId: 'req_planted',
        },
      });
    }),
  },
  {
    name: 'wants-the-cabin-in-the-address',
    refuses: true,
    rule: 'flight-search.no-parameters',
    alsoBreaks: ['flight-search.endpoint'],
    hides: [''],
    breaks: 'A search is accepted only with ?cabin_class= in its address.',
    plant: alterSearches((body, req) => {
      if (!takeFromAddress(req, 'cabin_class')) breakCabinClass(body);
    }),
  },
  {
    name: 'takes-the-currency-from-the-address',
    rule: 'flight-search.no-parameters',
    breaks: 'A currency in the address of a search overrules that of the body.',
    plant: alterSearches((body, req) => {
      const currency = takeFromAddress(req, 'currency');
      if (currency !== undefined) body.currency = currency;
    }),
  },

  // ── Slices ───────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-searches-without-slices',
    rule: 'flight-search.slices.count',
    breaks: 'A search without a slice is accepted.',
    plant: alterSearches((body) => {
      if (body.slices.length === 0) body.slices.push({ origin: 'MAD', destination: 'LHR', departure_date: inDays(60) });
    }),
  },
  {
    name: 'takes-three-slices',
    rule: 'flight-search.slices.count',
    breaks: 'A search with three slices is accepted, and the third is dropped.',
    plant: alterSearches(({ slices }) => {
      slices.splice(2);
    }),
  },
  {
    name: 'takes-no-round-trips',
    refuses: true,
    rule: 'flight-search.slices.count',
    breaks: 'A search with two slices is refused.',
    plant: alterSearches((body) => {
      if (body.slices.length === 2) breakCabinClass(body);
    }),
  },
  {
    name: 'takes-round-trips-only',
    refuses: true,
    rule: 'flight-search.slices.count',
    alsoBreaks: ['flight-search.endpoint'],
    hides: [''],
    breaks: 'A search with one slice is refused.',
    plant: alterSearches((body) => {
      if (body.slices.length === 1) breakCabinClass(body);
    }),
  },
  {
    name: 'guesses-origins',
    rule: 'flight-search.slices.origin',
    breaks: 'An origin that is not an IATA code is replaced by one.',
    plant: alterSlices((slice) => {
      if (!/^[A-Z]{3}$/.test(slice.origin)) slice.origin = 'MAD';
    }),
  },
  {
    name: 'begins-at-airports-only',
    refuses: true,
    rule: 'flight-search.slices.origin',
    breaks: 'The code of a city is refused as origin.',
    plant: alterSlices((slice) => {
      if (CITIES.includes(slice.origin)) slice.origin = 'a city';
    }),
  },
  {
    name: 'guesses-destinations',
    rule: 'flight-search.slices.destination',
    breaks: 'A destination that is not an IATA code is replaced by one.',
    plant: alterSlices((slice) => {
      if (!/^[A-Z]{3}$/.test(slice.destination)) slice.destination = 'LHR';
    }),
  },
  {
    name: 'ends-at-airports-only',
    refuses: true,
    rule: 'flight-search.slices.destination',
    breaks: 'The code of a city is refused as destination.',
    plant: alterSlices((slice) => {
      if (CITIES.includes(slice.destination)) slice.destination = 'a city';
    }),
  },
  {
    name: 'takes-dates-in-other-notations',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'A departure_date written DD/MM/YYYY is accepted.',
    plant: alterSlices((slice) => {
      slice.departure_date = slice.departure_date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');
    }),
  },
  {
    name: 'takes-compact-dates',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'A departure_date written YYYYMMDD is accepted.',
    plant: alterSlices((slice) => {
      slice.departure_date = slice.departure_date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    }),
  },
  {
    name: 'takes-date-times-as-dates',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'A departure_date with a time is accepted.',
    plant: alterSlices((slice) => {
      slice.departure_date = slice.departure_date.replace(/T.*$/, '');
    }),
  },
  {
    name: 'rolls-dates-over',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'A day that does not exist is taken for one of the next month.',
    plant: alterSlices((slice) => {
      const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(slice.departure_date) ?? [];
      if (day) slice.departure_date = toIso(Date.UTC(Number(year), Number(month) - 1, Number(day))).slice(0, 10);
    }),
  },
  {
    name: 'takes-dates-in-the-past',
    rule: 'flight-search.slices.departure-date.not-past',
    breaks: 'A departure_date in the past is accepted.',
    alsoBreaks: ['flight-search.offers.slices-searched'],
    plant: alterSlices((slice) => {
      if (/^\d{4}-\d\d-\d\d$/.test(slice.departure_date) && slice.departure_date < inDays(-1))
        slice.departure_date = inDays(30);
    }),
  },
  {
    name: 'takes-dates-of-this-week',
    rule: 'flight-search.slices.departure-date.not-past',
    breaks: 'A departure_date is compared by its week, and a few days ago is accepted.',
    alsoBreaks: ['flight-search.offers.slices-searched'],
    plant: alterSlices((slice) => {
      if (slice.departure_date < inDays(-1) && slice.departure_date > inDays(-7)) slice.departure_date = inDays(30);
    }),
  },

  // ── Passengers ───────────────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-searches-without-passengers',
    rule: 'flight-search.passengers.adult-required',
    breaks: 'A search without passengers is accepted, as one for an adult.',
    plant: alterSearches(({ passengers }) => {
      if (passengers.length === 0) passengers.push({ type: 'adult' });
    }),
  },
  {
    name: 'takes-children-alone',
    rule: 'flight-search.passengers.adult-required',
    breaks: 'A search for children without an adult is accepted.',
    plant: alterSearches(({ passengers }) => {
      if (passengers.length > 0 && passengers.every(({ type }) => type === 'child')) passengers[0].type = 'adult';
    }),
  },
  {
    name: 'calls-adults-by-their-code',
    refuses: true,
    rule: 'flight-search.passengers.type.adult-valid',
    alsoBreaks: ['flight-search.endpoint'],
    hides: [''],
    breaks: 'An adult is searched for as ADT, and adult is refused.',
    plant: alterSearches(({ passengers }) => {
      for (const one of passengers) one.type = { adult: 'unknown', ADT: 'adult' }[one.type] ?? one.type;
    }),
  },

  // ── Cabin, currency, language ────────────────────────────────────────────────────────────────────
  {
    name: 'takes-cabins-by-number',
    rule: 'flight-search.cabin-class',
    breaks: 'A cabin_class that is a number is accepted.',
    plant: alterSearches((body) => {
      if (typeof body.cabin_class === 'number') body.cabin_class = 'economy';
    }),
  },
  {
    name: 'takes-null-for-a-cabin',
    rule: 'flight-search.cabin-class',
    breaks: 'A cabin_class of null is accepted.',
    plant: alterSearches((body) => {
      body.cabin_class ??= 'economy';
    }),
  },
  {
    name: 'takes-any-currency',
    rule: 'flight-search.currency',
    breaks: 'A currency that is not known is accepted, and EUR is taken.',
    plant: alterSearches((body) => {
      if (typeof body.currency === 'string' && !/^[A-Z]{3}$/.test(body.currency)) body.currency = 'EUR';
    }),
  },
  {
    name: 'quotes-dollars-by-default',
    rule: 'flight-search.currency.default-eur',
    breaks: 'A search that names no currency is made in USD.',
    plant: alterSearches((body) => {
      body.currency ??= 'USD';
    }),
  },
  {
    name: 'wants-a-currency',
    refuses: true,
    rule: 'flight-search.currency.default-eur',
    alsoBreaks: ['flight-search.endpoint'],
    hides: [''],
    breaks: 'A search that names no currency is refused.',
    plant: alterSearches((body) => {
      if (body.currency === undefined) breakCabinClass(body);
    }),
  },
  {
    name: 'wants-a-language',
    refuses: true,
    rule: 'flight-search.language.optional',
    alsoBreaks: ['flight-search.endpoint'],
    hides: [''],
    breaks: 'A search that names no language is refused.',
    plant: alterSearches((body) => {
      if (body.language === undefined) breakCabinClass(body);
    }),
  },
  {
    name: 'leaves-segments-untranslated',
    rule: 'flight-search.language.translated-metadata',
    breaks: 'The names of slices are translated, and those of segments are not.',
    plant: alterOffers(({ slices }) => {
      for (const { departure, arrival } of slices.flatMap(({ segments }: { segments: unknown[] }) => segments)) {
        for (const place of [departure, arrival]) place.cityName = place.cityName.replace('Londres', 'London');
      }
    }),
  },
  {
    name: 'mixes-languages-up',
    rule: 'flight-search.language.translated-metadata',
    breaks: 'Names are in Chinese when Spanish was requested.',
    plant: alterSearches((body) => {
      if (body.language === 'es') body.language = 'zh';
    }),
  },

  // ── The response ───────────────────────────────────────────────────────────────────────────────────
  {
    name: 'calls-offers-results',
    rule: 'flight-search.response.offers',
    hides: [''],
    breaks: 'The offers of a search are returned as results.',
    plant: alterBodies(['searchFlights'], ({ offers }) => ({ results: offers })),
  },
  {
    name: 'answers-offers-by-their-ids',
    rule: 'flight-search.response.offers',
    hides: [''],
    breaks: 'The offers of a search are an object with their ids as names.',
    plant: alterBodies(['searchFlights'], (body) => {
      body.offers = Object.fromEntries(body.offers.map((offer: { offerId: string }) => [offer.offerId, offer]));
    }),
  },
  {
    name: 'answers-null-for-no-offers',
    rule: 'flight-search.response.offers',
    breaks: 'A search that finds nothing has null for its offers.',
    plant: alterBodies(['searchFlights'], (body) => {
      if (body.offers.length === 0) body.offers = null;
    }),
  },
  {
    name: 'says-live-in-round-trips',
    rule: 'flight-search.live-mode',
    hides: [''],
    breaks: 'A search for a round trip in the sandbox says that it is live.',
    plant: alterResponses(({ body }) => {
      if (body?.offers?.[0]?.slices?.length === 2) body.liveMode = true;
    }),
  },
  {
    name: 'says-nothing-of-live-in-round-trips',
    rule: 'flight-search.live-mode',
    alsoBreaks: ['service.live-mode.every-response'],
    breaks: 'The response to a search for a round trip has no liveMode.',
    plant: alterResponses(({ body }) => {
      if (body?.offers?.[0]?.slices?.length === 2) delete body.liveMode;
    }),
  },
  {
    name: 'takes-live-from-the-provider',
    rule: 'flight-search.live-mode.from-service',
    hides: [''],
    breaks: 'Where gdsprovider 1 alone has responded, liveMode is the one of its payload.',
    plant: alterResponses(({ body }) => {
      if (body?.offers?.length > 0 && body.offers.every((offer: { gdsprovider?: number }) => offer.gdsprovider === 1))
        body.liveMode = true;
    }),
  },
  {
    name: 'says-live-where-no-provider-was-asked',
    rule: 'flight-search.live-mode.from-service',
    hides: [''],
    breaks: 'Without the payload of a provider that says otherwise, a search says that it is live.',
    plant: alterResponses(({ status, body }, { path }) => {
      if (path === '/v1/flights/search' && status === 400) body.liveMode = true;
    }),
  },

  // ── The offers ───────────────────────────────────────────────────────────────────────────────────
  {
    name: 'asks-the-default-provider-only',
    rule: 'flight-search.sources.active',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'A search brings offers of gdsprovider 0 only.',
    plant: alterBodies(['searchFlights'], (body) => {
      body.offers = body.offers.filter((offer: { gdsprovider: number }) => offer.gdsprovider === 0);
    }),
  },
  {
    name: 'asks-one-provider-after-the-other',
    every: 2,
    rule: 'flight-search.sources.active',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'One search asks gdsprovider 0, and the next gdsprovider 1.',
    plant: alterBodies(['searchFlights'], alternate()),
  },
  {
    name: 'leaves-emissions-as-one-provider-writes-them',
    rule: 'flight-search.offers.normalized',
    alsoBreaks: ['offer.fields.co2-emissions'],
    breaks: 'The CO2EmissionsKg of offers of gdsprovider 1 is a text.',
    plant: alterOffers((offer) => {
      if (offer.gdsprovider === 1) offer.CO2EmissionsKg = `${offer.CO2EmissionsKg} kg`;
    }),
  },
  {
    name: 'shows-net-prices',
    rule: 'flight-search.offers.final-price',
    breaks: 'The price of an offer is what the provider is paid.',
    plant: around(['searchFlights'], (run, call, req) =>
      run({ ...call, profile: { ...call.profile, marginPercent: 0 } }, req),
    ),
  },
  {
    name: 'sells-above-the-offer',
    rule: 'flight-search.offers.final-price',
    alsoBreaks: ['flight-order.price.resolved'],
    breaks: 'A fee is put on the price of an offer when it is ordered.',
    plant: alterBodies(['createFlightOrder'], (body) => {
      body.totalAmount += 4.5;
    }),
  },
  {
    name: 'does-not-name-the-airline',
    rule: 'flight-search.offers.provider-metadata',
    alsoBreaks: ['offer.fields.airline'],
    breaks: 'An offer has no airline.',
    plant: alterOffers((offer) => {
      delete offer.airline;
    }),
  },
  {
    name: 'does-not-name-the-provider',
    rule: 'flight-search.offers.provider-metadata',
    alsoBreaks: ['offer.fields.gdsprovider'],
    hides: HIDDEN_BY_ORDERS,
    breaks: 'An offer has no gdsprovider.',
    plant: alterOffers((offer) => {
      delete offer.gdsprovider;
    }),
  },
  {
    name: 'does-not-say-whether-documents-are-required',
    rule: 'flight-search.offers.passenger-requirements',
    alsoBreaks: ['offer.fields.passenger-identity-documents-required'],
    hides: HIDDEN_BY_ORDERS,
    breaks: 'An offer has no passengerIdentityDocumentsRequired.',
    plant: alterOffers((offer) => {
      delete offer.passengerIdentityDocumentsRequired;
    }),
  },
  {
    name: 'joins-the-slices-of-a-round-trip',
    rule: 'flight-search.offers.slices-and-segments',
    alsoBreaks: ['slice.fields.segments'],
    breaks: 'An offer for a round trip has one slice, with the segments of both.',
    plant: alterOffers(({ slices }) => {
      if (slices.length === 2) slices[0].segments.push(...slices.pop().segments);
    }),
  },
  {
    name: 'leaves-the-way-back-without-segments',
    rule: 'flight-search.offers.slices-and-segments',
    alsoBreaks: ['slice.fields.segments', 'flight-order.endpoint'],
    breaks: 'The second slice of an offer has no segments.',
    plant: alterOffers(({ slices }) => {
      if (slices.length === 2) slices[1].segments = [];
    }),
  },

  // ── Another question than was asked ──────────────────────────────────────────────────────────────
  {
    name: 'searches-the-opposite-direction',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'Origin and destination of every slice are exchanged.',
    plant: alterSlices((slice) => {
      [slice.origin, slice.destination] = [slice.destination, slice.origin];
    }),
  },
  {
    name: 'searches-the-day-after',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'A search of a day that is weeks ahead finds the flights of the day after.',
    plant: alterSlices((slice) => {
      if (!/^\d{4}-\d\d-\d\d$/.test(slice.departure_date) || slice.departure_date < inDays(30)) return;
      const next = Date.parse(slice.departure_date) + DAY;
      if (Number.isNaN(next)) return;
      if (toIso(next - DAY).startsWith(slice.departure_date)) slice.departure_date = toIso(next).slice(0, 10);
    }),
  },
  {
    name: 'finds-flights-to-another-city',
    rule: 'flight-search.offers.slices-searched',
    breaks: 'A search to or from London finds the flights of Paris.',
    plant: alterSlices((slice) => {
      if (slice.destination === 'LHR') slice.destination = 'CDG';
      if (slice.origin === 'LHR') slice.origin = 'CDG';
    }),
  },
  {
    name: 'sells-the-outbound-flight-twice',
    rule: 'flight-search.slices.round-trip',
    alsoBreaks: ['flight-search.offers.slices-searched', 'flight-order.endpoint'],
    breaks: 'The second slice of an offer of a round trip is the first one once more.',
    plant: alterOffers((offer) => {
      if (offer.slices.length === 2) offer.slices[1] = structuredClone(offer.slices[0]);
    }),
  },
  {
    name: 'asks-one-source-for-round-trips',
    rule: 'flight-search.sources.active',
    breaks: 'A round trip has offers of gdsprovider 0 only.',
    plant: alterBodies(['searchFlights'], (body, req) => {
      if ((req.body as SearchBody).slices.length === 2)
        body.offers = body.offers.filter(({ gdsprovider }: Wire) => gdsprovider === 0);
    }),
  },
  {
    name: 'takes-yesterday',
    rule: 'flight-search.slices.departure-date.not-past',
    breaks: 'A departure_date of yesterday is taken for today.',
    alsoBreaks: ['flight-search.offers.slices-searched'],
    plant: alterSlices((slice) => {
      if (slice.departure_date < inDays(0) && slice.departure_date > inDays(-3)) slice.departure_date = inDays(1);
    }),
  },
  {
    name: 'labels-euros-as-another-currency',
    rule: 'flight-search.currency.of-offers',
    breaks: 'A search in another currency has the amounts in EUR, under its name.',
    alsoBreaks: ['flight-order.endpoint'],
    plant: inEuros((offer, currency) => {
      offer.currency = currency;
    }),
  },
  {
    name: 'prices-every-search-in-euros',
    rule: 'flight-search.currency.of-offers',
    breaks: 'The currency of a search is not looked at: its offers are in EUR.',
    plant: inEuros(() => undefined),
  },
  {
    name: 'takes-no-search-that-names-euros',
    refuses: true,
    rule: 'flight-search.currency.of-offers',
    breaks: 'A search that names EUR is refused.',
    plant: alterSearches((body) => {
      if (body.currency === 'EUR') breakCabinClass(body);
    }),
  },
  {
    name: 'takes-no-language',
    refuses: true,
    rule: 'flight-search.language.translated-metadata',
    breaks: 'A search that names a language is refused.',
    plant: alterSearches((body) => {
      if (body.language !== undefined) breakCabinClass(body);
    }),
  },
  {
    name: 'charges-a-family-one-cent-more',
    rule: 'flight-search.offers.final-price',
    breaks: 'An order for several passengers costs a cent more than its offer said.',
    alsoBreaks: ['flight-order.price.resolved'],
    plant: alterBodies(['createFlightOrder'], (body, req) => {
      if ((req.body as SearchBody).passengers.length > 1)
        body.totalAmount = Math.round(body.totalAmount * 100 + 1) / 100;
    }),
  },
] satisfies Defect[] as Defect[];

const CITIES = ['LON', 'NYC', 'PAR', 'ROM'];

interface SearchBody {
  slices: Slice[];
  passengers: { type: string }[];
  cabin_class: unknown;
  currency?: unknown;
  language?: unknown;
}

interface Slice {
  origin: string;
  destination: string;
  departure_date: string;
}

function alterSearches(change: (body: SearchBody, req: Request) => void) {
  return alterRequests(['searchFlights'], (req) => change(req.body as SearchBody, req));
}

function alterSlices(change: (slice: Slice) => void) {
  return alterSearches(({ slices }) => slices.forEach(change));
}

function alterOffers(change: (offer: Wire) => void) {
  return alterBodies(['searchFlights'], ({ offers }) => {
    offers.forEach(change);
  });
}

/** A search in any other currency is made in EUR. */
function inEuros(label: (offer: Wire, currency: string) => void) {
  return around(['searchFlights'], async (run, call, req) => {
    const { currency } = req.body as { currency?: string };
    if (currency === undefined || currency === 'EUR') return run(call, req);
    const { body } = await run(
      call,
      Object.create(req, { body: { value: { ...(req.body as object), currency: 'EUR' } } }) as Request,
    );
    const copy = structuredClone(body) as { offers: Wire[] };
    for (const offer of copy.offers) label(offer, currency);
    return { body: copy };
  });
}

/** Makes a search one that is refused. */
function breakCabinClass(body: SearchBody): void {
  body.cabin_class = 0;
}

/** Reads a parameter that the service does not have, and hides it from the check that would refuse it. */
function takeFromAddress(req: Request, name: string): unknown {
  const value = req.query[name];
  if (value !== undefined) req.originalUrl = req.path;
  return value;
}

function alternate(): (body: { offers: { gdsprovider: number }[] }) => void {
  let turn = 0;
  return (body) => {
    turn = 1 - turn;
    body.offers = body.offers.filter(({ gdsprovider }) => gdsprovider === turn);
  };
}

function inDays(days: number): string {
  return toIso(systemClock.now() + days * DAY).slice(0, 10);
}
