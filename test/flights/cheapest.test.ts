import { describe, expect, it } from 'vitest';
import { Ids } from '../../src/base/ids.ts';
import { searchFlights } from '../../src/flights/search.ts';
import type { Offer } from '../../src/interface/api.ts';
import { present } from '../support/present.ts';
import { callAt, openFlights, SETTINGS } from './search-fixture.ts';

const { flights } = await openFlights();
const manyOffers = (await openFlights({ settings: { ...SETTINGS, offers: 50 } })).flights;
const ids = new Ids('cheapest');

/** Both directions of twelve routes: short and long, of low-cost airlines too. */
const ROUTES = 'LHR-JFK MAD-BCN FRA-FCO CDG-NRT SIN-SYD LAX-HND DUB-STN GRU-SCL MEX-CUN DEL-BOM EDI-FCO SEA-MIA'
  .split(' ')
  .flatMap((route): [string, string][] => {
    const [from = '', to = ''] = route.split('-');
    return [
      [from, to],
      [to, from],
    ];
  });
/** Days, weeks and months ahead. */
const DATES = ['2026-11-24', '2026-12-05', '2027-03-15'];
const RETURN = '2027-03-22';

describe('the cheapest offer', () => {
  it('is among twelve offers as well as among fifty', async () => {
    const dearer: string[] = [];
    for (const [n, [from, to]] of ROUTES.entries()) {
      const trip = [slice(from, to, present(DATES[n % DATES.length]))];
      const [few, many] = [await find(trip), await find(trip, manyOffers)];
      expect(many.length).toBeGreaterThanOrEqual(few.length);
      if (cheapest(few) > cheapest(many)) dearer.push(`${from}-${to}`);
    }
    expect(dearer).toEqual([]);
  });

  it('costs at most 5 % more for a return than for two one-way trips', async () => {
    const dearer: string[] = [];
    for (const [n, [from, to]] of ROUTES.entries()) {
      const [there, back] = [slice(from, to, present(DATES[n % DATES.length])), slice(to, from, RETURN)];
      const singles = cheapest(await find([there])) + cheapest(await find([back]));
      const both = cheapest(await find([there, back]));
      if (both > 1.05 * singles) dearer.push(`${from}-${to}: ${both}, singles ${singles}`);
    }
    expect(dearer).toEqual([]);
  });
});

describe('a return search', () => {
  it('shows the outbound flights of a one-way search', async () => {
    for (const [from, to] of ROUTES) {
      const there = slice(from, to, '2027-03-15');
      const single = await find([there]);
      const both = await find([there, slice(to, from, RETURN)]);
      expect([...outboundFlights(both)].sort(), `${from}-${to}`).toEqual([...outboundFlights(single)].sort());
    }
  });
});

function slice(origin: string, destination: string, departure_date: string) {
  return { origin, destination, departure_date };
}

async function find(slices: ReturnType<typeof slice>[], service = flights): Promise<Offer[]> {
  const request = { slices, passengers: [{ type: 'adult' as const }], cabin_class: 'economy' as const };
  return (await searchFlights(service, callAt(undefined, { ids }), request)).offers;
}

function cheapest(offers: readonly Offer[]): number {
  return Math.min(...offers.map(({ totalAmount }) => totalAmount));
}

function outboundFlights(offers: readonly Offer[]): Set<string> {
  return new Set(
    offers.map(({ slices: [there] }) =>
      present(there)
        .segments.map(({ airline, flightNumber }) => airline.marketingCarrier.iataCode + flightNumber)
        .join(),
    ),
  );
}
