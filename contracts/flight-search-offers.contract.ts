import { toIso } from '../src/base/clock.ts';
import { isNumber, isString, isText } from '../src/base/values/kinds.ts';
import { dayAt, instantOf } from '../src/base/values/local-time.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectOfEach, fail, nothingAt } from '../src/check/verify/expectations/expect.ts';
import type { FoundValue } from '../src/check/verify/expectations/offer-contract.ts';
import { findValues } from '../src/check/verify/expectations/offer-contract.ts';
import { addDays } from '../src/check/verify/fixtures/dates.ts';
import { requireValidSearch } from '../src/check/verify/fixtures/flawed-requests.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import { sentBody } from '../src/check/verify/whole-run/sent-body.ts';

const calls = ['searchFlights'] as const;

const area: Area = {
  name: 'offers of a search',
  contracts: [
    // ── Searched values ────────────────────────────────────────────────────────────────────────────
    {
      title: 'the slices of an offer have the searched places and dates',
      rules: ['flight-search.offers.slices-searched'],
      calls,
      atEnd: true,
      async check(trial) {
        const searches = await trial.sampleSearches();
        if (searches.flatMap(slicesOf).length === 0) throw nothingAt(searches, '/offers/*/slices/*');
        expectOfEach(searches, (search) => {
          const slices = slicesOf(search);
          // One response names all cities in one language.
          const cities = cityNamesOf(slices);
          for (const slice of slices) {
            expectPlace(slice, 'departure', 'origin', cities);
            expectPlace(slice, 'arrival', 'destination', cities);
            expectDate(slice);
          }
        });
      },
    },
    {
      title: 'a round trip returns from the destination of its first slice',
      rules: ['flight-search.slices.round-trip'],
      calls,
      atEnd: true,
      async check(trial) {
        trial.requireSetup(await trial.searchFlights({ roundTrip: true }), 'needs a round trip');
        const searches = (await trial.sampleSearches()).filter(isRoundTrip);
        if (searches.flatMap(tripsIn).length === 0) throw new PreconditionNotMet('needs an offer of two slices');
        expectOfEach(searches, (search) => tripsIn(search).forEach(expectReturn));
      },
    },
    {
      title: 'two slices that are not a round trip are refused',
      rules: ['flight-search.slices.round-trip'],
      calls,
      async check(trial) {
        const [origin, destination] = trial.target.routes[0];
        const there = { origin, destination, departure_date: trial.target.departureDate };
        const later = addDays(trial.target.departureDate, 7);
        await requireValidSearch(trial, {
          slices: [there, { origin: destination, destination: origin, departure_date: later }],
        });
        const twice = await trial.searchFlights({ with: { slices: [there, { ...there, departure_date: later }] } });
        // The document knows one-way and round trips. An assumption covers the refusal of others.
        warnUnlessRefusedWith(trial, 'flight.round-trip', twice, 400, 'not_a_round_trip');
      },
    },

    // ── The currency ───────────────────────────────────────────────────────────────────────────────
    {
      title: 'a search in EUR is accepted, because EUR is the default',
      rules: ['flight-search.currency.of-offers'],
      calls,
      async check(trial) {
        const search = await trial.searchFlights({ with: { currency: 'EUR' } });
        if (isAccepted(search)) return;
        await requireValidSearch(trial);
        fail(search, 'a search in EUR to be accepted, like one without a currency', describeOutcome(search));
      },
    },
    {
      title: 'the offers of a search are in its currency, by name and by amount',
      rules: ['flight-search.currency.of-offers'],
      calls,
      async check(trial) {
        const euros = await requireValidSearch(trial, { currency: 'EUR' });
        expectCurrency(euros, 'EUR');
        for (const [currency, search] of await searchInOthers(trial)) {
          expectCurrency(search, currency);
          expectOtherAmounts(euros, search, currency);
        }
      },
    },

    // ── Times ──────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'a segment arrives after it departs, each in its own zone',
      rules: ['segment.fields.arrival'],
      calls,
      atEnd: true,
      async check(trial) {
        const timed = timedOf(await trial.sampleSearches(), '/offers/*/slices/*/segments/*');
        for (const { exchange, pointer, departs, arrives } of timed)
          if (arrives <= departs)
            fail(exchange, `an arrival after ${toIso(departs)}`, toIso(arrives), `${pointer}/arrival/arrivingAt`);
      },
    },
    {
      title: 'the durationMinutes of a segment is the time from its departure to its arrival',
      rules: ['segment.fields.duration-minutes'],
      calls,
      atEnd: true,
      async check(trial) {
        for (const segment of timedOf(await trial.sampleSearches(), '/offers/*/slices/*/segments/*'))
          expectDuration(segment, [minutesOf(segment)]);
      },
    },
    {
      title: 'the durationMinutes of a slice is its duration',
      rules: ['slice.fields.duration-minutes'],
      calls,
      atEnd: true,
      async check(trial) {
        for (const slice of timedOf(await trial.sampleSearches(), '/offers/*/slices/*')) {
          const segments = select(slice.value, '/segments/*/durationMinutes').map(({ value }) => Number(value));
          // The document does not say whether the duration includes stops.
          expectDuration(slice, [minutesOf(slice), segments.reduce((sum, minutes) => sum + minutes, 0)]);
        }
      },
    },
    {
      title: 'a segment departs from the place where the previous one arrives',
      rules: ['slice.fields.segments'],
      calls,
      atEnd: true,
      async check(trial) {
        const slices = findValues(await trial.sampleSearches(), '/offers/*/slices/*');
        const moves = slices.flatMap(movesIn).filter(({ from, to }) => from.iataCode !== to.iataCode);
        for (const { exchange, pointer, from, to } of moves) {
          const found = `${show(to.iataCode)}, ${show(to.cityName)}`;
          const expected = `a departure from ${show(from.iataCode)}, ${show(from.cityName)}`;
          if (!isInOneCity(from, to)) fail(exchange, expected, found, pointer);
          // Passengers change airports within a city by land, or the city names are unknown.
          trial.warn('flight.slice-values', { expected, actual: found, pointer, exchange });
          return;
        }
      },
    },
    {
      title: 'a timeZone of an offer exists',
      rules: ['segment.fields.departure', 'segment.fields.arrival'],
      calls,
      atEnd: true,
      async check(trial) {
        const ends = ['departure', 'arrival'].map((end) => `/offers/*/slices/*/segments/*/${end}/timeZone`);
        const searches = await trial.sampleSearches();
        const zones = ends.flatMap((pattern) => findValues(searches, pattern)).filter(({ value }) => isString(value));
        if (zones.length === 0) throw nothingAt(searches, ends.join(' or '));
        const wrong = zones.find(({ value }) => dayAt(trial.now(), value) === null);
        if (!wrong) return;
        const { exchange, pointer, value } = wrong;
        trial.warn('flight.slice-values', { expected: 'a time zone', actual: show(value), pointer, exchange });
      },
    },
    {
      title: 'a segment departs after the arrival of the previous one',
      rules: ['slice.fields.segments'],
      calls,
      atEnd: true,
      async check(trial) {
        const slices = findValues(await trial.sampleSearches(), '/offers/*/slices/*');
        const pairs = slices.flatMap((slice) => {
          const segments = timedIn(select(slice.value, '/segments/*').map((one) => ({ ...slice, ...one })));
          return segments.slice(1).map((next, index) => ({ slice, next, before: segments[index] }));
        });
        const wrong = pairs.find(({ next, before }) => before !== undefined && next.departs < before.arrives);
        if (wrong?.before)
          fail(
            wrong.slice.exchange,
            `a segment that departs after ${toIso(wrong.before.arrives)}, when the one before it arrives`,
            toIso(wrong.next.departs),
            `${wrong.slice.pointer}${wrong.next.pointer}/departure/departingAt`,
          );
      },
    },
  ],
};

export default area;

/** True for a search with two slices with the second one back to the origin. */
function isRoundTrip(search: CheckedExchange): boolean {
  const [there, back, ...others] = select(sentBody(search), '/slices/*').map(({ value }) => value);
  return (
    others.length === 0 &&
    propertyOf(there, 'origin') === propertyOf(back, 'destination') &&
    propertyOf(there, 'destination') === propertyOf(back, 'origin')
  );
}

function tripsIn(search: CheckedExchange): FoundValue[] {
  return findValues([search], '/offers/*').filter(({ value }) => select(value, '/slices/*').length === 2);
}

function expectReturn({ exchange, pointer, value }: FoundValue): void {
  const [there, back] = [codesOf(value, 0), codesOf(value, 1)];
  if (there.from === undefined || there.from !== back.from || there.to !== back.to) return;
  fail(
    exchange,
    `a second slice that returns, from ${show(there.to)} to ${show(there.from)}`,
    `${show(back.from)} to ${show(back.to)}, as the first one`,
    `${pointer}/slices/1`,
  );
}

interface SearchedSlice extends FoundValue {
  /** The slice sent in the search. */
  searched: unknown;
}

/** Returns the slices from every offer with as many slices as the search. */
function slicesOf(exchange: CheckedExchange): SearchedSlice[] {
  const searched = select(JSON.parse(exchange.request.body ?? '{}'), '/slices/*').map(({ value }) => value);
  return findValues([exchange], '/offers/*').flatMap((offer) => {
    const slices = select(offer.value, '/slices/*');
    if (slices.length !== searched.length) return [];
    return slices.map((slice, index) => ({
      exchange,
      value: slice.value,
      pointer: offer.pointer + slice.pointer,
      searched: searched[index],
    }));
  });
}

/** Returns the city names in a response, by airport. */
function cityNamesOf(slices: readonly SearchedSlice[]): Map<string, string> {
  const places = slices.flatMap(({ value }) => [propertyOf(value, 'departure'), propertyOf(value, 'arrival')]);
  return new Map(
    places.flatMap((place) => {
      const [code, name] = [propertyOf(place, 'iataCode'), propertyOf(place, 'cityName')];
      return typeof code === 'string' && typeof name === 'string' ? [[code, name] as const] : [];
    }),
  );
}

/** Expects the searched code, or an airport in its city. The response shows the city only if it names both. */
function expectPlace(
  { exchange, pointer, value, searched }: SearchedSlice,
  end: 'departure' | 'arrival',
  name: 'origin' | 'destination',
  cities: Map<string, string>,
): void {
  const [wanted, found] = [propertyOf(searched, name), select(value, `/${end}/iataCode`)[0]?.value];
  if (typeof wanted !== 'string' || typeof found !== 'string' || found === wanted) return;
  const [city, own] = [cities.get(wanted), cities.get(found)];
  if (own === undefined) return;
  const known = KNOWN_AIRPORTS.find((airports) => airports.includes(wanted));
  if (known?.includes(found)) return;
  if (known && city === undefined)
    fail(
      exchange,
      `${wanted} or an airport of its city, as searched`,
      `${found}, ${own}`,
      `${pointer}/${end}/iataCode`,
    );
  // A city code is not an airport code: its first airport gives the city name.
  if (city === undefined) return void cities.set(wanted, own);
  if (isSameCity(city, own)) return;
  fail(exchange, `${wanted} or an airport of ${city}, as searched`, `${found}, ${own}`, `${pointer}/${end}/iataCode`);
}

function isSameCity(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.includes(b) || b.includes(a);
}

function expectDate({ exchange, pointer, value, searched }: SearchedSlice): void {
  const wanted = propertyOf(searched, 'departure_date');
  const place = '/segments/0/departure/departingAt';
  const found = select(value, place)[0]?.value;
  // Another rule covers the format.
  if (typeof found !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:]+$/.test(found) || typeof wanted !== 'string') return;
  if (!found.startsWith(wanted)) fail(exchange, `a departure on ${wanted}, as searched`, found, pointer + place);
}

function codesOf(offer: unknown, index: number): { from: unknown; to: unknown } {
  const codeOf = (end: string) => select(offer, `/slices/${index}/${end}/iataCode`)[0]?.value;
  return { from: codeOf('departure'), to: codeOf('arrival') };
}

/** Searches in the first other supported currency, preferably one with units worth far less than a euro. */
async function searchInOthers(trial: Trial): Promise<[string, CheckedExchange][]> {
  const accepted: [string, CheckedExchange][] = [];
  let last: CheckedExchange | null = null;
  for (const currency of [...FAR_CURRENCIES, 'USD', 'GBP']) {
    last = await trial.searchFlights({ with: { currency } });
    if (isAccepted(last)) accepted.push([currency, last]);
    if (accepted.length === 2) return accepted;
  }
  if (accepted.length > 0) return accepted;
  throw new PreconditionNotMet(`needs a search in another currency than EUR: ${last ? describeOutcome(last) : ''}`);
}

function expectCurrency(search: CheckedExchange, currency: string): void {
  const wrong = select(search.value, '/offers/*/currency').find(
    ({ value }) => typeof value === 'string' && value !== currency,
  );
  if (wrong) fail(search, `${currency}, the currency of the search`, show(wrong.value), wrong.pointer);
}

/**
 * Expects different amounts. Prices vary between searches, but not by an exchange rate; a rate near 1 shows nothing.
 */
function expectOtherAmounts(euros: CheckedExchange, search: CheckedExchange, currency: string): void {
  const [before, after] = [medianOf(euros), medianOf(search)];
  if (!FAR_CURRENCIES.includes(currency) || before === null || after === null)
    throw new PreconditionNotMet(`needs offers in EUR and in one of ${FAR_CURRENCIES.join(', ')}`);
  if (after < before * LEAST_FACTOR)
    fail(
      search,
      `amounts in ${currency}, several per euro`,
      `amounts around ${after}, where those in EUR are around ${before}`,
      '/offers/0/totalAmount',
    );
}

function medianOf(search: CheckedExchange): number | null {
  const amounts = select(search.value, '/offers/*/totalAmount')
    .map(({ value }) => value)
    .filter(isNumber)
    .toSorted((a, b) => a - b);
  return amounts[Math.floor(amounts.length / 2)] ?? null;
}

interface Stop {
  iataCode: string;
  cityName: unknown;
}

/** Returns a slice's arrivals, each with the next departure. */
function movesIn({ exchange, pointer, value }: FoundValue): (FoundValue & { from: Stop; to: Stop })[] {
  const segments = select(value, '/segments/*');
  return segments.slice(1).flatMap((next, index) => {
    const from = stopOf(propertyOf(segments[index]?.value, 'arrival'));
    const to = stopOf(propertyOf(next.value, 'departure'));
    const at = `${pointer}${next.pointer}/departure/iataCode`;
    return from && to ? [{ exchange, pointer: at, value: next.value, from, to }] : [];
  });
}

function stopOf(end: unknown): Stop | null {
  const iataCode = propertyOf(end, 'iataCode');
  return isText(iataCode) ? { iataCode, cityName: propertyOf(end, 'cityName') } : null;
}

/** True if both stops are in one city, or the city is unknown. */
function isInOneCity(one: Stop, other: Stop): boolean {
  const known = KNOWN_AIRPORTS.find((airports) => airports.includes(one.iataCode));
  if (known?.includes(other.iataCode)) return true;
  return !isText(one.cityName) || !isText(other.cityName) || isSameCity(one.cityName, other.cityName);
}

interface Timed extends FoundValue {
  /** Epoch milliseconds. */
  departs: number;
  arrives: number;
}

/** Returns the values with both instants. Throws PreconditionNotMet if there are none. */
function timedOf(searches: readonly CheckedExchange[], pattern: string): Timed[] {
  const timed = timedIn(findValues(searches, pattern));
  if (timed.length === 0) throw new PreconditionNotMet(nothingAt(searches, `${pattern} with times and zones`).message);
  return timed;
}

function timedIn(found: readonly FoundValue[]): Timed[] {
  return found.flatMap((one) => {
    const [departure, arrival] = [propertyOf(one.value, 'departure'), propertyOf(one.value, 'arrival')];
    const departs = instantOf(propertyOf(departure, 'departingAt'), propertyOf(departure, 'timeZone'));
    const arrives = instantOf(propertyOf(arrival, 'arrivingAt'), propertyOf(arrival, 'timeZone'));
    return departs === null || arrives === null ? [] : [{ ...one, departs, arrives }];
  });
}

function minutesOf({ departs, arrives }: Timed): number {
  return (arrives - departs) / 60_000;
}

/** Checks a duration. Taxiing may add some minutes; a wrong zone adds at least half an hour. */
function expectDuration({ exchange, pointer, value }: Timed, sums: readonly number[]): void {
  const minutes = propertyOf(value, 'durationMinutes');
  if (typeof minutes !== 'number' || sums.some((sum) => Math.abs(sum - minutes) <= SPARE_MINUTES)) return;
  const expected = [...new Set(sums)].join(' or ');
  fail(exchange, `${expected} minutes, by departure and arrival`, String(minutes), `${pointer}/durationMinutes`);
}

const SPARE_MINUTES = 10;

/** Known airports in cities of the default routes. */
const KNOWN_AIRPORTS: readonly (readonly string[])[] = [
  ['LON', 'LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN'],
  ['NYC', 'JFK', 'EWR', 'LGA', 'SWF'],
  ['PAR', 'CDG', 'ORY', 'BVA', 'LBG'],
  ['ROM', 'FCO', 'CIA'],
  ['MAD', 'TOJ'],
  ['BCN', 'GRO', 'REU'],
  ['AGP'],
  ['FRA', 'HHN'],
  ['SIN', 'XSP'],
  ['LAX', 'BUR', 'SNA', 'LGB', 'ONT'],
];

/** Currencies that have had at least four units per euro for decades. */
const FAR_CURRENCIES: readonly string[] = ['JPY', 'CNY', 'INR', 'MXN', 'SEK'];
const LEAST_FACTOR = 2.5;
