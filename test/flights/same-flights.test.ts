import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/base/clock.ts';
import { Ids } from '../../src/base/ids.ts';
import { searchFlights } from '../../src/flights/search.ts';
import type { FlightSearchRequest, Offer } from '../../src/interface/api.ts';
import { profile } from '../store/records.ts';
import { present } from '../support/present.ts';
import { oneAdult, walk } from './believable-searches.ts';
import { callAt, NOW, oneWay, openFlights, SETTINGS } from './search-fixture.ts';

const { flights, store } = await openFlights();
const ids = new Ids('same-flights');
const WALK = walk();
/** Each in the morning of the day before it leaves: the time in which seats and prices change the fastest. */
const TOMORROW = WALK.map((request) => shifted(request, '2026-11-22'));

describe('a search of a route with non-stop flights', () => {
  it.each([
    ['JFK', 'LHR'],
    ['DOH', 'AKL'],
    ['SIN', 'EWR'],
    ['BRU', 'JFK'],
    ['KEF', 'BOS'],
    ['TLV', 'CDG'],
  ])('shows these flights, %s to %s', async (origin, destination) => {
    const offers = await find(oneAdult(origin, destination, '2027-03-16'), NOW);
    const direct = offers.filter(({ slices }) => slices.every(({ segments }) => segments.length === 1));
    expect(direct.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the same search again', () => {
  it('returns the same flights, prices and times within an hour, also to another profile', async () => {
    const other = { ...callAt().profile, code: 'dp_b1b2c3d4e5f6' };
    await store.profiles.add(...profile({ code: other.code }));
    for (const request of [...WALK, ...TOMORROW]) {
      const [first, again, asOther] = [
        await find(request, NOW),
        await find(request, NOW + 59 * MINUTE),
        (await searchFlights(flights, callAt(NOW, { ids, profile: other }), request)).offers,
      ];
      expect(again.map(contentOf), routeOf(request)).toEqual(first.map(contentOf));
      expect(asOther.map(contentOf)).toEqual(first.map(contentOf));
      expect(asOther.filter(({ offerId }) => first.some((offer) => offer.offerId === offerId))).toEqual([]);
    }
  });

  it.each([
    { later: HOUR, hours: 1 },
    { later: 3 * HOUR, hours: 3 },
  ])('returns at least 80 per cent of the flights after $hours h', async ({ later }) => {
    for (const requests of [WALK, TOMORROW]) {
      const found = { before: 0, again: 0 };
      for (const request of requests) {
        const before = new Set((await find(request, NOW)).map(flightsOf));
        const after = new Set((await find(request, NOW + later)).map(flightsOf));
        found.before += before.size;
        found.again += [...before].filter((one) => after.has(one)).length;
      }
      expect(found.before).toBeGreaterThan(150);
      expect(found.again / found.before).toBeGreaterThanOrEqual(0.8);
    }
  });

  it('costs more close to departure, but never because of the search itself', async () => {
    const request = oneAdult('LHR', 'JFK', '2027-03-15');
    const at = async (days: number) => pricesByFlight(await find(request, Date.UTC(2027, 2, 15) - days * DAY));
    const [early, soon] = [await at(40), await at(2)];
    const both = [...early.keys()].filter((key) => soon.has(key));
    expect(both.length).toBeGreaterThan(3);
    for (const key of both) expect(present(soon.get(key))).toBeGreaterThan(1.4 * present(early.get(key)));
  });

  it('loses sold-out flights in the last days, and gains others', async () => {
    const gone: string[] = [];
    for (const request of TOMORROW) {
      const early = new Set((await find(request, NOW - 60 * DAY)).map(flightsOf));
      const late = (await find(request, NOW)).map(flightsOf);
      gone.push(...[...early].filter((one) => !late.includes(one)));
    }
    expect(gone.length).toBeGreaterThan(10);
  });
});

describe('both providers', () => {
  it('sell the same flights at their own fares', async () => {
    let cheaper = 0;
    for (const request of WALK) {
      const offers = await find(request, NOW);
      const [ofGds0, ofGds1] = ([0, 1] as const).map((n) => offers.filter(({ gdsprovider }) => gdsprovider === n));
      expect(sorted(ofGds1)).toEqual(sorted(ofGds0));
      cheaper += Number(lowest(ofGds1) < lowest(ofGds0));
    }
    expect(cheaper).toBeGreaterThan(5);
    expect(cheaper).toBeLessThan(WALK.length - 5);
  });
});

describe('the other inputs of a search', () => {
  it('leave the flights unchanged: passengers, currency and language', async () => {
    const flightsFor = async (changes: Partial<FlightSearchRequest>) => sorted(await find(oneWay(changes), NOW));
    const plain = await flightsFor({});
    expect(await flightsFor({ passengers: [{ type: 'adult' }, { type: 'child' }] })).toEqual(plain);
    expect(await flightsFor({ currency: 'USD' })).toEqual(plain);
    expect(await flightsFor({ language: 'es' })).toEqual(plain);
  });

  it('leave fewer flights for a party of nine, all of them also offered to a single traveller', async () => {
    const nine = Array.from({ length: 9 }, () => ({ type: 'adult' as const }));
    const { flights } = await openFlights({ settings: { ...SETTINGS, offers: 50 } });
    const found = { one: 0, nine: 0 };
    for (const {
      slices: [there],
    } of TOMORROW) {
      const [forOne, forNine] = await Promise.all(
        [[{ type: 'adult' as const }], nine].map(async (passengers) => {
          const request = { slices: [present(there)], passengers, cabin_class: 'business' as const };
          return new Set((await searchFlights(flights, callAt(NOW, { ids }), request)).offers.map(flightsOf));
        }),
      );
      // A list that is cut off shows nobody all flights.
      if (present(forOne).size === MOST_FLIGHTS) continue;
      expect([...present(forNine)].filter((one) => !present(forOne).has(one))).toEqual([]);
      found.one += present(forOne).size;
      found.nine += present(forNine).size;
    }
    expect(found.nine).toBeLessThan(0.7 * found.one);
    expect(found.nine).toBeGreaterThan(0);
  });
});

/** Fifty offers: 25 per provider, three for two flights. */
const MOST_FLIGHTS = 17;

async function find(request: FlightSearchRequest, now: number): Promise<Offer[]> {
  return (await searchFlights(flights, callAt(now, { ids }), request)).offers;
}

function shifted(request: FlightSearchRequest, date: string): FlightSearchRequest {
  const [first, back] = request.slices;
  return {
    ...request,
    slices: [{ ...present(first), departure_date: date }, ...(back ? [{ ...back, departure_date: '2026-12-01' }] : [])],
  };
}

/** All that a client sees of an offer, but for ids and for instants that count from the search. */
function contentOf({ offerId: _offer, holdId, expiresAt: _expiry, holdOptions, passengers, ...rest }: Offer) {
  return { ...rest, held: holdId !== null, hold: holdOptions.available, types: passengers.map(({ type }) => type) };
}

function flightsOf({ slices }: Offer): string {
  return slices
    .flatMap(({ segments }) => segments)
    .map(
      ({ airline, flightNumber, departure }) =>
        `${airline.marketingCarrier.iataCode}${flightNumber} ${departure.departingAt}`,
    )
    .join();
}

function pricesByFlight(offers: readonly Offer[]): Map<string, number> {
  return new Map(
    offers.map((offer) => [`${offer.gdsprovider} ${offer.slices[0]?.fareName} ${flightsOf(offer)}`, offer.totalAmount]),
  );
}

function sorted(offers: readonly Offer[] | undefined): string[] {
  return present(offers).map(flightsOf).sort();
}

function lowest(offers: readonly Offer[] | undefined): number {
  return Math.min(...present(offers).map(({ totalAmount }) => totalAmount));
}

function routeOf({ slices: [slice] }: FlightSearchRequest): string {
  return `${slice?.origin}-${slice?.destination}`;
}
