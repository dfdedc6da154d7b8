import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { found, search, searched } from '../support/flight-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

const RULE = 'flight-search.slices.round-trip';
const slice = { origin: 'MAD', destination: 'JFK', departure_date: '2027-03-15' };

describe('a search breaks its rule', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['with no slice', 'slices.count', { slices: [] }],
    ['with three slices', 'slices.count', { slices: [slice, slice, slice] }],
    ['without slices', 'slices.count', { slices: undefined }],
    ['that goes the same way twice', 'slices.round-trip', { slices: [slice, slice] }],
    ['that goes on from its goal', 'slices.round-trip', { slices: [slice, { ...slice, origin: 'LHR' }] }],
    ['from a city by name', 'slices.origin', { slices: [{ ...slice, origin: 'Madrid' }] }],
    ['to an ICAO code', 'slices.destination', { slices: [{ ...slice, destination: 'KJFK' }] }],
    ['with a date-time', 'slices.departure-date.shape', dated('2027-03-15T00:00:00Z')],
    ['on a day that does not exist', 'slices.departure-date.shape', dated('2027-02-29')],
    ['two days ago', 'slices.departure-date.not-past', dated('2027-01-08')],
    ['yesterday, when it is today everywhere', 'slices.departure-date.not-past', dated('2027-01-09')],
    ['for a child alone', 'passengers.adult-required', { passengers: [{ type: 'child' }] }],
    ['for ADT', 'passengers.adult-required', { passengers: [{ type: 'ADT' }] }],
    ['without passengers', 'passengers.adult-required', { passengers: undefined }],
    ['with a number as its cabin', 'cabin-class', { cabin_class: 1 }],
    ['with null as its cabin', 'cabin-class', { cabin_class: null }],
    ['in €', 'currency', { currency: '€' }],
  ])('%s', (_fault, rule, changes) => {
    const { broken, verdict } = judgeSketches([searched(changes)]);
    expect(broken).toEqual([`flight-search.${rule}`]);
    expect(verdict(`flight-search.${rule}`).findings).toMatchObject([{ exchanges: [{ id: 'x1' }] }]);
  });

  it('a search with a query breaks its rule', () => {
    const { broken } = judgeSketches([{ ...found(), target: '/v1/flights/search?currency=EUR' }]);
    expect(broken).toEqual(['flight-search.no-parameters']);
  });

  it('a search without a body breaks its rule', () => {
    const { broken } = judgeSketches([{ ...found(), sent: undefined }]);
    expect(broken).toEqual(['flight-search.slices.count', 'flight-search.passengers.adult-required']);
  });
});

describe('a search breaks no rule', () => {
  it.each<[string, Record<string, unknown>]>([
    ['one way', {}],
    ['and back', { slices: [slice, { origin: 'JFK', destination: 'MAD', departure_date: '2027-03-22' }] }],
    ['with another airport on the way back', { slices: [slice, { ...slice, origin: 'EWR', destination: 'MAD' }] }],
    ['today', dated('2027-01-10')],
    ['on a leap day', dated('2028-02-29')],
    ['of a cabin that is not listed anywhere', { cabin_class: 'sofa' }],
    ['in a currency that few know', { currency: 'XPF' }],
    [
      'with a language and a type that are not known',
      { language: 'tlh', passengers: [{ type: 'adult' }, { type: 'x' }] },
    ],
  ])('%s', (_kind, changes) => {
    expect(judgeSketches([searched(changes)])).toMatchObject({ broken: [], warned: [] });
  });

  it('a search for yesterday breaks no rule as long as that day is not over in every time zone', () => {
    const at = Date.parse('2027-01-11T11:59:00Z');
    expect(judgeSketches([{ ...searched(dated('2027-01-10')), at }]).broken).toEqual([]);
    expect(judgeSketches([{ ...searched(dated('2027-01-10')), at: at + 60_000 }]).broken).toHaveLength(1);
  });

  it('a search with a scenario of the sandbox in its query breaks no rule', () => {
    expect(judgeSketches([{ ...found(), target: '/v1/flights/search?scenario=slow' }]).broken).toEqual([]);
  });
});

describe('a search with other airports on the way back', () => {
  const slices = [slice, { ...slice, origin: 'EWR', destination: 'BCN' }];
  const judged = (response: Partial<Sketch>) => judgeSketches([{ ...searched({ slices }), ...response }]);
  const cities = (...ends: string[]) => {
    const [a, b, c, d] = ends.map((cityName) => ({ cityName }));
    return {
      received: {
        offers: [
          {
            slices: [
              { departure: a, arrival: b },
              { departure: c, arrival: d },
            ],
          },
        ],
      },
    };
  };

  it('is decided by the cities in its offers', () => {
    expect(judged(cities('Madrid', 'New York', 'New York', 'Barcelona')).broken).toEqual([RULE]);
    expect(judged(cities('Madrid', 'New York', 'New York', 'Madrid')).verdict(RULE).verdict).toBe('kept');
  });

  it('gets a warning if taxiway refuses it for that reason', () => {
    const refused = { status: 400, received: { code: 'not_a_round_trip' } };
    expect(judged(refused)).toMatchObject({ broken: [], warned: [`${RULE}: flight.round-trip`] });
  });
});

describe('a search is warned about', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['without a departure_date', 'slices.departure-date.shape: flight.search-required-fields', dated(undefined)],
    ['without a cabin', 'cabin-class: flight.search-required-fields', { cabin_class: undefined }],
    ['in small letters', 'slices.origin: flight.unknown-iata-code', { slices: [{ ...slice, origin: 'mad' }] }],
    ['in eur', 'currency: flight.currencies', { currency: 'eur' }],
  ])('%s', (_fault, warning, changes) => {
    const { broken, warned } = judgeSketches([searched(changes)]);
    expect({ broken, warned }).toEqual({ broken: [], warned: [`flight-search.${warning}`] });
  });
});

describe('a search is not decided', () => {
  it.each(['unknown', 'unreadable'] as const)('a search with a body that is %s is undecided', (sentBody) => {
    const { broken, verdict } = judgeSketches([{ ...found(), sentBody }]);
    expect(broken).toEqual([]);
    expect(verdict('flight-search.slices.count')).toMatchObject({ verdict: 'undecided', kept: 0 });
  });

  it('a search with other airports is undecided: they may belong to the same cities', () => {
    const slices = [slice, { ...slice, origin: 'LGA', destination: 'TOJ' }];
    expect(judgeSketches([searched({ slices })]).verdict('flight-search.slices.round-trip').verdict).toBe('undecided');
  });
});

it('a correct search keeps all its rules', () => {
  const { verdict } = judgeSketches([searched({ currency: 'EUR' })]);
  for (const rule of ['no-parameters', 'slices.count', 'slices.origin', 'cabin-class', 'currency', 'endpoint'])
    expect(verdict(`flight-search.${rule}`)).toMatchObject({ verdict: 'kept', kept: 1 });
  expect(search()).not.toHaveProperty('currency');
});

function dated(date: string | undefined): Record<string, unknown> {
  return { slices: [{ ...slice, departure_date: date }] };
}
