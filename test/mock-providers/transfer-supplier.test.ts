import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/base/clock.ts';
import type {
  NativeBookingRequest,
  NativeResult,
  NativeRide,
  NativeSearchRequest,
  NativeSearchResponse,
} from '../../src/mock-providers/transfer-supplier/native.ts';
import { transferSupplier } from '../../src/mock-providers/transfer-supplier/transfer-supplier.ts';
import { present } from '../support/present.ts';

const NOW = Date.parse('2027-01-10T12:00:00Z');
const REQUEST: NativeSearchRequest = {
  start: { iata_code: 'MAD' },
  end: { address: 'Calle de Alcalá 42, Madrid' },
  mode: 'one_way',
  pickup_datetime: '2027-03-15T11:30:00',
  return_pickup_datetime: null,
  num_passengers: 2,
  currency: 'EUR',
  provider_name: null,
};

function search(input: Partial<NativeSearchRequest> = {}, seed = 'seed'): NativeSearchResponse {
  const response = transferSupplier.searchTransfers({ ...REQUEST, ...input }, { seed, now: NOW });
  if ('errors' in response) throw new Error(JSON.stringify(response.errors));
  return response;
}

const details = ({ steps }: NativeResult) => steps[0].details;
const price = ({ total_price }: NativeResult) => Number(total_price.total_price.value);
const codeOf = (input: Partial<NativeSearchRequest>, effect?: { search: 'down' }) => {
  const response = transferSupplier.searchTransfers({ ...REQUEST, ...input }, { seed: 'seed', now: NOW, effect });
  return 'errors' in response ? Object.values(response.errors)[0][0].code : 'no error';
};

describe('a search', () => {
  it('returns the same for the same arguments, and differs for another seed', () => {
    expect(search()).toEqual(search());
    expect(search({}, 'other').results[0].result_id).not.toBe(search().results[0].result_id);
  });

  it('uses the native payload: decimal strings, Unix seconds, steps, a separate live flag', () => {
    const response = search();
    expect(response).toMatchObject({
      live: true,
      more_coming: false,
      created_at: NOW / 1000,
      expires_at: NOW / 1000 + 900,
    });
    for (const { total_price, steps } of response.results) {
      expect(total_price.total_price.value).toMatch(/^\d+\.\d\d$/);
      expect(steps.filter(({ main }) => main)).toHaveLength(1);
    }
  });

  it('has six to eight offers, of every company, private and shared, cheapest first', () => {
    for (let i = 0; i < 50; i++) {
      const { results } = search({}, `seed-${i}`);
      expect(results.length).toBeGreaterThanOrEqual(6);
      expect(results.length).toBeLessThanOrEqual(8);
      expect(new Set(results.map((r) => details(r).provider.name)).size).toBe(6);
      expect(new Set(results.map((r) => details(r).vehicle.category.name))).toEqual(new Set(['Private', 'Shared']));
      expect(results.map(price)).toEqual(results.map(price).toSorted((a, b) => a - b));
    }
  });

  it.each([1, 3, 4, 7, 8, 16, 17, 33, 50])('has room and at least six offers for %i passengers', (num_passengers) => {
    const { results } = search({ num_passengers });
    expect(results.length).toBeGreaterThanOrEqual(6);
    for (const { vehicle } of results.map(details)) {
      expect(vehicle.num_vehicles * vehicle.max_passengers).toBeGreaterThanOrEqual(num_passengers);
      expect((vehicle.num_vehicles - 1) * vehicle.max_passengers).toBeLessThan(num_passengers);
    }
  });

  it('always has an offer without requirements that can be changed and tracked', () => {
    for (let i = 0; i < 50; i++) {
      const easy = search({ num_passengers: 1 + i }, `seed-${i}`).results.some((r) => {
        const { flight_info_required, extra_pax_required, cancellation } = details(r);
        return (
          !flight_info_required &&
          !extra_pax_required &&
          cancellation.amendable &&
          r.supports.tracking &&
          r.supports.vehicle_and_driver
        );
      });
      expect(easy).toBe(true);
    }
  });

  it('can be changed only if it can be cancelled', () => {
    for (const { cancellation } of search().results.map(details)) {
      if (cancellation.amendable) expect(cancellation.cancellable_online).toBe(true);
      expect(cancellation.policy.length > 0).toBe(cancellation.cancellable_online);
    }
  });

  it('costs more for a longer distance, more people and a return', () => {
    const dearest = (input: Partial<NativeSearchRequest>) =>
      Math.max(...search({ ...input, provider_name: 'Kerbline Transfers' }).results.map(price));
    const cheapest = (input: Partial<NativeSearchRequest>) =>
      Math.min(...search({ ...input, provider_name: 'Sunbird Shuttle' }).results.map(price));
    expect(dearest({ end: { iata_code: 'VLL' } })).toBeGreaterThan(dearest({}) * 2);
    expect(cheapest({ num_passengers: 4 })).toBeGreaterThan(cheapest({}) * 1.7);
    expect(cheapest({ mode: 'round_trip', return_pickup_datetime: '2027-03-20T11:30:00' })).toBeGreaterThan(
      cheapest({}) * 1.6,
    );
  });

  it('offers only the named company', () => {
    const { results } = search({ provider_name: 'Velvet Chauffeurs' });
    expect(results.length).toBeGreaterThan(1);
    expect(new Set(results.map((r) => details(r).provider.name))).toEqual(new Set(['Velvet Chauffeurs']));
  });
});

describe('a place', () => {
  const ends = (start: NativeSearchRequest['start'], end: NativeSearchRequest['end']) => {
    const { start_location, end_location } = search({ start, end });
    return [start_location, end_location] as const;
  };

  it('a city code resolves to the main airport of the city', () => {
    expect(ends({ iata_code: 'LON' }, { address: 'Hotel Ritz' })[0]).toMatchObject({
      iata_code: 'LHR',
      city: 'London',
      timezone: 'Europe/London',
    });
  });

  it('an address lies in the city that it names, in any language, regardless of the accents', () => {
    expect(ends({ address: 'Rua Garrett 1, Lisboa' }, { address: 'Hotel Central' })[0].city).toBe('Lisbon');
    expect(ends({ address: 'Marienplatz 8, MÚNICH' }, { address: 'Hotel Central' })[0].city).toBe('Munich');
    expect(ends({ address: '3 London Road, Manchester' }, { address: 'Hotel Central' })[0].city).toBe('Manchester');
  });

  it('an address without a city lies near the other end', () => {
    for (const [one, other] of [
      ends({ iata_code: 'ZRH' }, { address: 'Hotel Central' }),
      ends({ address: 'Hotel Central' }, { iata_code: 'ZRH' }),
    ]) {
      expect([one.city, other.city]).toEqual(['Zurich', 'Zurich']);
    }
    expect(ends({ address: 'Hotel Central' }, { address: 'Praça do Comércio, Lisboa' })[0].city).toBe('Lisbon');
  });

  it('a place and an address without a city lie in one city, the same each time', () => {
    const [one, other] = ends({ address: 'Main Street 1' }, { address: 'Elm Street 2' });
    expect(one.city).toBe(other.city);
    expect(ends({ address: 'Main Street 1' }, { address: 'Elm Street 2' })).toEqual([one, other]);
  });

  it('a place from an earlier response resolves to the same point', () => {
    const [start, end] = ends({ iata_code: 'MAD' }, { address: 'Hotel Central' });
    expect(ends(start, end)).toEqual([start, end]);
  });
});

describe('a pickup', () => {
  it('has the UTC offset of its place in summer and winter', () => {
    expect(search().pickup_datetime).toBe('2027-03-15T11:30:00+01:00');
    expect(search({ pickup_datetime: '2027-07-15T11:30:00' }).pickup_datetime).toBe('2027-07-15T11:30:00+02:00');
    expect(search({ start: { iata_code: 'DEL' }, end: { address: 'Hotel Central' } }).pickup_datetime).toBe(
      '2027-03-15T11:30:00+05:30',
    );
    expect(search({ start: { iata_code: 'JFK' }, end: { address: 'Hotel Central' } }).pickup_datetime).toBe(
      '2027-03-15T11:30:00-04:00',
    );
  });
});

describe('a search is refused', () => {
  it('a refused search names the wrong field by its native name', () => {
    expect(codeOf({ start: { iata_code: 'QQQ' } })).toBe('unknown_address');
    expect(codeOf({ end: { iata_code: 'QQQ' } })).toBe('unknown_address');
    expect(codeOf({ end: { iata_code: 'MAD' } })).toBe('same_address');
    expect(codeOf({ start: { address: 'Gran Vía 1' }, end: { address: ' gran vía 1' } })).toBe('same_address');
    expect(codeOf({ end: { iata_code: 'BCN' } })).toBe('too_far');
    expect(codeOf({ mode: 'round_trip', return_pickup_datetime: '2027-03-15T11:30:00' })).toBe('return_before_pickup');
    expect(codeOf({}, { search: 'down' })).toBe('unavailable');
  });
});

describe('a booking', () => {
  const response = search();
  const result = response.results[1];
  const request: NativeBookingRequest = {
    search_id: response.search_id,
    result_id: result.result_id,
    quote: { ...response, result },
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    phone_number: '+34612345678',
    airline: 'IB',
    flight_number: '3166',
    extra_pax_info: [],
    optional_amenities: [],
    customer_special_instructions: '',
    partner_tracking_id: 'p-1',
    rebooking_of: null,
  };
  const book = (effect?: Parameters<typeof transferSupplier.bookTransfer>[1]['effect'], seed = 'seed') =>
    transferSupplier.bookTransfer(request, { seed, now: NOW, effect });

  it('completes, and is the same for the same seed', () => {
    expect(book()).toEqual(book());
    expect(book()).toMatchObject({
      status: 'completed',
      reservations: [
        {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          confirmation_number: expect.stringMatching(/^[A-Z]{3}\d{8}$/),
          partner_tracking_id: 'p-1',
        },
      ],
    });
    expect(JSON.stringify(book(undefined, 'other'))).not.toBe(JSON.stringify(book()));
  });

  it('adds the chosen amenities to the price', () => {
    const paid = present(details(result).amenities.find(({ included }) => !included));
    const booked = transferSupplier.bookTransfer(
      { ...request, optional_amenities: [paid.key] },
      { seed: 'seed', now: NOW },
    );
    expect(Number(present(booked.reservations[0]).total_price.value)).toBeCloseTo(
      price(result) + Number(paid.price.value),
      2,
    );
  });

  it.each([
    ['no_availability', 'no_availability'],
    ['price_changed', 'trip_price_changed'],
    ['rejected', 'provider_rejected'],
  ] as const)('fails for %s under that effect', (reason, code) => {
    expect(book({ booking: { outcome: 'failed', reason } })).toMatchObject({
      status: 'failed',
      reservations: [],
      error: { code },
    });
  });

  it('is pending under the effect `pending`, and states how it will end', () => {
    expect(book({ booking: { outcome: 'pending', settlesTo: 'failed', afterReads: 2, afterMs: 1000 } })).toMatchObject({
      status: 'pending',
      reservations: [],
      settles: { status: 'failed', after_polls: 2, after_milliseconds: 1000, error: { code: 'provider_rejected' } },
    });
    expect(
      book({ booking: { outcome: 'pending', settlesTo: 'completed', afterReads: null, afterMs: null } }),
    ).toMatchObject({ settles: { status: 'completed', error: null } });
  });

  it('a late booking returns the usual reservation, and states when reads list it', () => {
    expect(book()).toMatchObject({ listed: null });
    expect(book({ booking: { outcome: 'completed-late', afterReads: 2, afterMs: 1000 } })).toEqual({
      ...book(),
      listed: { after_polls: 2, after_milliseconds: 1000 },
    });
  });
});

describe('a ride', () => {
  const { start_location, end_location } = search();
  const ride: NativeRide = {
    reservation_id: 'a'.repeat(32),
    leg: 'outbound',
    start_location,
    end_location,
    pickup_at: NOW,
    booked_at: 0,
    category: 'Private',
    vehicle_class: 'Standard',
    make: null,
    model: null,
  };

  it('takes the minutes that the offer states', () => {
    for (const result of search().results) {
      const category = details(result).vehicle.category.name;
      const { events } = transferSupplier.tracking({ ...ride, category }, NOW + 600 * MINUTE);
      expect((events[3].occurred_at - events[2].occurred_at) / 60).toBe(details(result).time);
    }
  });

  it('has the same driver and vehicle each time, of the booked class', () => {
    const details = transferSupplier.driverAndVehicle(ride, NOW);
    expect(transferSupplier.driverAndVehicle(ride, NOW)).toEqual(details);
    expect(['Skoda', 'Toyota', 'Volkswagen']).toContain(present(details.vehicle).make);
    expect(transferSupplier.driverAndVehicle({ ...ride, make: 'Audi', model: 'A6' }, NOW).vehicle).toMatchObject({
      make: 'Audi',
      model: 'A6',
    });
  });
});

it('loads no faker before it needs the first name', () => {
  const ride = {
    reservation_id: 'a',
    leg: 'outbound',
    start_location: search().start_location,
    end_location: search().end_location,
    pickup_at: 0,
    booked_at: 0,
    category: 'Private',
    vehicle_class: 'Van',
    make: null,
    model: null,
  };
  const script = `
    import { createRequire } from 'node:module';
    import { transferSupplier } from './src/mock-providers/transfer-supplier/transfer-supplier.ts';
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@faker-js'));
    transferSupplier.searchTransfers(${JSON.stringify(REQUEST)}, { seed: 's', now: 0 });
    const before = loaded();
    transferSupplier.driverAndVehicle(${JSON.stringify(ride)}, 0);
    console.log(before, loaded());
  `;
  expect(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).trim()).toBe(
    'false true',
  );
});
