import { describe, expect, it } from 'vitest';
import { searchGds0 } from '../../src/mock-providers/gds-0/gds-0.ts';
import { findPlace } from '../../src/mock-providers/world/places.ts';
import { timetable } from '../../src/mock-providers/world/timetable.ts';
import { AROUND_RUSSIA, SOLD_DAILY } from './traveller-knowledge.ts';

const DATES = ['2027-03-16', '2027-03-20', '2027-05-12'];

describe('a pair of airports that is sold every day', () => {
  it('has offers, for each of eighty pairs in both directions', () => {
    expect(new Set(SOLD_DAILY.map(([from, to]) => `${from}-${to}`)).size).toBe(80);
    const unsold = SOLD_DAILY.flatMap(([from, to]) => [
      [from, to],
      [to, from],
    ]).filter(([from = '', to = '']) => DATES.some((date) => offersOn(from, to, date).length === 0));
    expect(unsold).toEqual([]);
  });

  it('has no more than two stops', () => {
    const stops = SOLD_DAILY.flatMap(([from, to]) => offersOn(from, to, '2027-03-16')).flatMap(({ slices }) =>
      slices.map(({ segments }) => segments.length - 1),
    );
    expect(Math.max(...stops)).toBe(2);
  });
});

describe('flights between Europe and the Far East', () => {
  it.each(AROUND_RUSSIA)('fly around Russia, $europe to $farEast: $there and $back minutes', (route) => {
    expectAbout(nonStopMinutes(route.europe, route.farEast), route.there);
    expectAbout(nonStopMinutes(route.farEast, route.europe), route.back);
  });

  it('fly over Russia if the airline is Chinese', () => {
    const minutes = (airline: string) => Math.min(...nonStopMinutes('FRA', 'PVG', airline));
    expect(minutes('MU')).toBeLessThan(minutes('LH') - 30);
  });
});

describe('departures at night', () => {
  it.each(['BKK-LHR', 'SIN-FRA', 'DEL-LHR', 'PEK-FRA', 'CAI-LHR', 'TLV-CDG', 'ALA-FRA', 'DAC-DOH'])(
    'exist outside the Gulf: %s',
    (route) => {
      const { itineraries } = timetable(route.slice(0, 3), route.slice(4), '2027-03-16');
      const hours = itineraries.map(({ flights }) => Number(flights[0].departingAt.slice(11, 13)));
      expect(Math.min(...hours)).toBeLessThan(4);
      expect(Math.max(...hours)).toBeGreaterThan(8);
    },
  );
});

describe('the code of a city', () => {
  it.each([
    ['IZM', 'ADB'],
    ['BAK', 'GYD'],
    ['SIA', 'XIY'],
    ['YEA', 'YEG'],
    ['NHA', 'CXR'],
    ['MMA', 'MMX'],
    ['EAP', 'BSL'],
  ])('%s means the city of %s', (code, airport) => {
    expect(findPlace(code)?.kind).toBe('city');
    expect(findPlace(code)?.airports[0]).toMatchObject({ iataCode: airport, cityCode: code });
    expect(findPlace(airport)).toMatchObject({ kind: 'airport' });
  });
});

function offersOn(origin: string, destination: string, departure_date: string) {
  const request = {
    slices: [{ origin, destination, departure_date }],
    passengers: [{ type: 'adult' as const }],
    cabin_class: 'economy' as const,
  };
  const situation = { seed: 'daily', world: 'daily', now: Date.UTC(2026, 11, 1), offers: 6, lifetimeMs: 60_000 };
  return searchGds0({ data: request }, situation).data.offers;
}

function nonStopMinutes(from: string, to: string, airline?: string): number[] {
  return DATES.flatMap((date) => timetable(from, to, date).itineraries)
    .filter(({ flights }) => flights.length === 1)
    .filter(({ flights: [{ operating }] }) => airline === undefined || operating.iataCode === airline)
    .map(({ durationMinutes }) => durationMinutes);
}

/** Within an eighth: aircraft types differ in speed. */
function expectAbout(found: readonly number[], minutes: number): void {
  expect(found.length).toBeGreaterThan(0);
  expect(Math.min(...found)).toBeGreaterThan(0.88 * minutes);
  expect(Math.max(...found)).toBeLessThan(1.125 * minutes);
}
