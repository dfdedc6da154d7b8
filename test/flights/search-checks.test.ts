import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../src/base/clock.ts';
import { searchFlights } from '../../src/flights/search.ts';
import { checkSearch } from '../../src/flights/search-checks.ts';
import type { FlightSearchRequest } from '../../src/interface/api.ts';
import { Refusal } from '../../src/interface/errors/refusal.ts';
import { findPlace, hasTimeZone, localDate, localTime } from '../../src/mock-providers/world/places.ts';
import { callAt, NOW, oneWay, openFlights, refusalOf } from './search-fixture.ts';

const places = { find: findPlace, localDate, localTime, hasTimeZone };

const adult = { type: 'adult' } as const;
const infant = { type: 'infant_without_seat' } as const;

describe('passengers', () => {
  it('passengers without an adult are refused [flight-search.passengers.adult-required]', () => {
    expect(refusal({ passengers: [{ type: 'child' }] })).toEqual({ code: 'adult_required', paths: ['/passengers'] });
  });

  it('one adult is accepted [flight-search.passengers.type.adult-valid]', () => {
    expect(refusal({ passengers: [adult] }).code).toBe('accepted');
  });

  it('more infants than adults are refused, with every infant without an adult', () => {
    expect(refusal({ passengers: [infant, adult, infant, infant] })).toEqual({
      code: 'too_many_infants',
      paths: ['/passengers/2/type', '/passengers/3/type'],
    });
    expect(refusal({ passengers: [infant, adult, adult, infant] }).code).toBe('accepted');
  });
});

describe('departure dates', () => {
  it('all departure dates before today are refused [flight-search.slices.departure-date.not-past]', () => {
    expect(refusal(trip('MAD', 'LHR', '2026-11-20'))).toEqual({
      code: 'departure_in_past',
      paths: ['/slices/0/departure_date'],
    });
    expect(refusal(trip('MAD', 'LHR', '2026-11-19', '2026-11-20')).paths).toEqual([
      '/slices/0/departure_date',
      '/slices/1/departure_date',
    ]);
    expect(refusal(trip('MAD', 'LHR', '2026-11-21')).code).toBe('accepted');
  });

  it('are judged by the date at the origin', () => {
    const lateInLosAngeles = parseInstant('2026-11-22T07:30:00Z');
    expect(refusal(trip('LAX', 'SYD', '2026-11-21'), lateInLosAngeles).code).toBe('accepted');
    expect(refusal(trip('SYD', 'LAX', '2026-11-21'), lateInLosAngeles)).toMatchObject({ code: 'departure_in_past' });
  });

  it('are accepted up to 361 days ahead', () => {
    expect(refusal(trip('MAD', 'LHR', '2027-11-17')).code).toBe('accepted');
    expect(refusal(trip('MAD', 'LHR', '2027-11-18'))).toEqual({
      code: 'departure_too_late',
      paths: ['/slices/0/departure_date'],
    });
  });

  it('a return before the outward flight is refused', () => {
    expect(refusal(trip('MAD', 'LHR', '2027-03-15', '2027-03-14'))).toEqual({
      code: 'slices_out_of_order',
      paths: ['/slices/1/departure_date'],
    });
    expect(refusal(trip('MAD', 'LHR', '2027-03-15', '2027-03-15')).code).toBe('accepted');
  });
});

describe('places', () => {
  it('are airports or cities that exist [flight-search.slices.origin] [flight-search.slices.destination]', () => {
    expect(refusal(trip('QQX', 'XXQ', '2027-03-15'))).toEqual({
      code: 'unknown_location',
      paths: ['/slices/0/origin', '/slices/0/destination'],
    });
    expect(refusal(trip('MAD', 'LON', '2027-03-15')).code).toBe('accepted');
    expect(refusal(trip('NYC', 'LHR', '2027-03-15')).code).toBe('accepted');
  });

  it.each([
    ['LHR', 'LHR'],
    ['LON', 'LHR'],
    ['JFK', 'NYC'],
    ['XXQ', 'XXQ'],
  ])('identical places, or a city and its own airport, are not connected: %s-%s', (origin, destination) => {
    expect(refusal(trip(origin, destination, '2027-03-15'))).toEqual({
      code: 'same_origin_and_destination',
      paths: ['/slices/0/destination'],
    });
  });
});

describe('two airports of one city', () => {
  it('are two places', () => {
    expect(refusal(trip('LHR', 'LGW', '2027-03-15')).code).toBe('accepted');
  });
});

describe('two slices', () => {
  const slices = (...ends: [string, string][]) => ({
    slices: ends.map(([origin, destination]) => ({ origin, destination, departure_date: '2027-03-15' })),
  });

  it.each([
    [
      ['FRA', 'FCO'],
      ['FRA', 'FCO'],
    ],
    [
      ['FRA', 'FCO'],
      ['JFK', 'LAX'],
    ],
    [
      ['FRA', 'FCO'],
      ['FCO', 'MUC'],
    ],
    [
      ['FRA', 'FCO'],
      ['MXP', 'FRA'],
    ],
  ] as const)('are a round trip, unlike %j and %j', (out, back) => {
    expect(refusal(slices([...out], [...back]))).toEqual({ code: 'not_a_round_trip', paths: ['/slices/1'] });
  });

  it.each([
    [
      ['FRA', 'FCO'],
      ['FCO', 'FRA'],
    ],
    [
      ['FRA', 'ROM'],
      ['FCO', 'FRA'],
    ],
    [
      ['FRA', 'LHR'],
      ['LON', 'FRA'],
    ],
    [
      ['FRA', 'LHR'],
      ['LGW', 'FRA'],
    ],
  ] as const)('are a round trip: %j and %j', (out, back) => {
    expect(refusal(slices([...out], [...back])).code).toBe('accepted');
  });

  it('two slices without a return are refused with both ends of the return', () => {
    expect(() => checkSearch(places, oneWay(slices(['FRA', 'FCO'], ['FRA', 'FCO'])), NOW)).toThrow(
      expect.objectContaining({
        details: [
          {
            path: '/slices/1',
            message: 'slices.1 goes from FRA to FCO; the return of slices.0 goes from FCO to FRA',
          },
        ],
      }),
    );
  });

  it('may be any two trips where open jaws are sold', () => {
    expect(() => checkSearch(places, oneWay(slices(['FRA', 'FCO'], ['JFK', 'LAX'])), NOW, true)).not.toThrow();
  });
});

it('only the first kind of violation is reported', () => {
  expect(refusal({ ...trip('LHR', 'LHR', '2020-01-01'), passengers: [infant] })).toMatchObject({
    code: 'adult_required',
  });
  expect(refusal(trip('LHR', 'LHR', '2020-01-01'))).toMatchObject({ code: 'departure_in_past' });
  expect(refusal(trip('XXQ', 'XXQ', '2027-01-01'))).toMatchObject({ code: 'same_origin_and_destination' });
});

it('every detail names the place and the value', () => {
  try {
    checkSearch(places, oneWay(trip('MAD', 'XXQ', '2027-03-15')), NOW);
    expect.unreachable();
  } catch (error) {
    expect((error as Refusal).details).toEqual([
      {
        path: '/slices/0/destination',
        message: 'slices.0.destination "XXQ" is not an IATA code of an airport or a city',
      },
    ]);
  }
});

it('a refused search calls no provider and stores nothing', async () => {
  const { flights } = await openFlights();
  const touched: string[] = [];
  const watched = {
    ...flights,
    providers: flights.providers.map((provider) => ({
      ...provider,
      search: () => {
        touched.push('provider');
        return Promise.resolve([]);
      },
    })),
    searches: {
      ...flights.searches,
      add: () => {
        touched.push('store');
        return Promise.resolve();
      },
    },
  };
  expect(await refusalOf(searchFlights(watched, callAt(), oneWay({ passengers: [infant] })))).toMatchObject({
    code: 'adult_required',
  });
  expect(touched).toEqual([]);
});

function trip(origin: string, destination: string, out: string, back?: string): Partial<FlightSearchRequest> {
  const there = { origin, destination, departure_date: out };
  return { slices: back ? [there, { origin: destination, destination: origin, departure_date: back }] : [there] };
}

function refusal(changes: Partial<FlightSearchRequest>, now = NOW): { code: string; paths: string[] } {
  try {
    checkSearch(places, oneWay(changes), now);
    return { code: 'accepted', paths: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, paths: error.details.map(({ path }) => path) };
  }
}
