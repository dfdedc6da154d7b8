import { describe, expect, it } from 'vitest';
import type { Offer } from '../../src/interface/api.ts';
import { useSandbox } from '../support/sandbox.ts';

const sandbox = useSandbox();

const OUT = { origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' };
const BACK = { origin: 'LHR', destination: 'MAD', departure_date: '2027-03-22' };

async function offersOf(changes: object = {}): Promise<Offer[]> {
  const { body } = await sandbox.post('/v1/flights/search', {
    slices: [OUT],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
    ...changes,
  });
  return body.offers;
}

function placesOf({ slices }: Offer): string[] {
  return slices.map(
    ({ departure, arrival }) => `${departure.iataCode}-${arrival.iataCode} ${departure.departingAt.slice(0, 10)}`,
  );
}

describe('the offers of a search', () => {
  it('have the slices that were searched [flight-search.offers.slices-searched]', async () => {
    const places = (await offersOf({ slices: [OUT, BACK] })).map(placesOf);
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) expect(place).toEqual(['MAD-LHR 2027-03-15', 'LHR-MAD 2027-03-22']);
  });

  it('leave from an airport of the city that was searched [flight-search.offers.slices-searched]', async () => {
    const offers = await offersOf({ slices: [{ ...OUT, destination: 'LON' }] });
    const cities = offers.flatMap(({ slices }) => slices.map(({ arrival }) => arrival.cityName));
    expect([...new Set(cities)]).toEqual(['London']);
  });

  it('return from the airport of the first arrival [flight-search.slices.round-trip]', async () => {
    for (const { slices } of await offersOf({ slices: [OUT, BACK] }))
      expect(slices[1]?.arrival.iataCode).toBe(slices[0]?.departure.iataCode);
  });

  it('are priced in its currency, with converted amounts [flight-search.currency.of-offers]', async () => {
    const [euros, yuan] = [await offersOf({ currency: 'EUR' }), await offersOf({ currency: 'CNY' })];
    expect(new Set(euros.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
    expect(new Set(yuan.map(({ currency }) => currency))).toEqual(new Set(['CNY']));
    const cheapest = (offers: Offer[]) => Math.min(...offers.map(({ totalAmount }) => totalAmount));
    expect(cheapest(yuan)).toBeGreaterThan(4 * cheapest(euros));
  });
});
