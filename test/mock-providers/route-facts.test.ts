import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../src/mock-providers/world/geography.ts';
import { isOneCity, linksOf } from '../../src/mock-providers/world/network.ts';
import { airportCodes, findAirport } from '../../src/mock-providers/world/places.ts';
import type { Itinerary } from '../../src/mock-providers/world/timetable.ts';
import { timetable } from '../../src/mock-providers/world/timetable.ts';
import { present } from '../support/present.ts';
import { ROUTE_FACTS, SHUTTLES } from './route-facts.ts';

/** A week in winter and one in summer. */
const DATES = ['2027-01-11', '2027-05-12', '2027-05-13', '2027-05-14', '2027-05-15', '2027-05-16', '2027-08-20'];

describe('routes with public facts', () => {
  it('number more than sixty, each with exactly its real non-stop airlines', () => {
    const wrong = ROUTE_FACTS.filter(({ from, to, airlines }) => {
      const sold = new Set(DATES.flatMap((date) => nonStops(from, to, date)).map(({ airline }) => airline.iataCode));
      return airlines.length === 0 ? sold.size > 0 : airlines.some((one) => !sold.has(one));
    });
    expect(ROUTE_FACTS.length).toBeGreaterThanOrEqual(60);
    expect(wrong.map(({ from, to }) => `${from}-${to}`)).toEqual([]);
  });
});

describe('shuttle routes', () => {
  it('have less than 3 % connections', () => {
    const found = { all: 0, connections: 0 };
    for (const [from, to] of SHUTTLES)
      for (const date of DATES) {
        const { itineraries } = timetable(from, to, date);
        expect(itineraries.length, `${from}-${to} ${date}`).toBeGreaterThan(0);
        found.all += itineraries.length;
        found.connections += itineraries.length - nonStops(from, to, date).length;
      }
    expect(found.connections / found.all).toBeLessThan(0.03);
  });
});

describe('the network', () => {
  it('has flights below 75 km only on published routes: to islands and over mountains', () => {
    const short = everyPair().filter(({ km }) => km < 75);
    expect([...new Set(short.map(({ name }) => name))].sort()).toEqual(PUBLISHED_SHORT);
  });
});

const PUBLISHED_SHORT = 'ACI-GCI DAR-ZNZ FNC-PXO GCI-JER KTM-SIF MOZ-PPT PRI-SEZ YCD-YVR YVR-YYJ'.split(' ');

function nonStops(from: string, to: string, date: string): Itinerary[] {
  return timetable(from, to, date).itineraries.filter(({ flights }) => flights.length === 1);
}

function everyPair(): { name: string; km: number }[] {
  return [...airportCodes()].flatMap((code) => {
    const origin = present(findAirport(code));
    return [...linksOf(origin).keys()].flatMap((other) => {
      const destination = present(findAirport(other));
      if (isOneCity(origin, destination)) return [];
      return [{ name: [code, other].sort().join('-'), km: distanceKm(origin, destination) }];
    });
  });
}
