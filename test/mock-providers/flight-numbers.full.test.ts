import { expect, it } from 'vitest';
import { flightNumbers } from '../../src/mock-providers/world/flight-numbers.ts';
import type { Route } from '../../src/mock-providers/world/network.ts';
import { directRoutes, linksOf } from '../../src/mock-providers/world/network.ts';
import type { Airport } from '../../src/mock-providers/world/places.ts';
import { airportCodes, findAirport } from '../../src/mock-providers/world/places.ts';
import { present } from '../support/present.ts';

it('gives a flight number of an airline to only one route and direction, below 10,000', () => {
  const wrong: string[] = [];
  const ways = new Map<string, string>();
  for (const route of everyRoute()) {
    const way = route.origin.iataCode + route.destination.iataCode;
    for (const number of flightNumbers(route)) {
      const name = `${route.airline.iataCode}${number}`;
      if (number > 9999 || (ways.get(name) ?? way) !== way) wrong.push(`${name} ${way} ${ways.get(name)}`);
      ways.set(name, way);
    }
  }
  expect(wrong).toEqual([]);
  expect(ways.size).toBeGreaterThan(50_000);
});

it('has every route in both directions, with the same airlines', () => {
  const airlinesOf = (routes: readonly Route[]) =>
    routes
      .map(({ airline }) => airline.iataCode)
      .sort()
      .join();
  const oneWay = everyPair().filter(
    ([origin, destination]) =>
      airlinesOf(directRoutes(origin, destination)) !== airlinesOf(directRoutes(destination, origin)),
  );
  expect(oneWay.map(([origin, destination]) => `${origin.iataCode}-${destination.iataCode}`)).toEqual([]);
});

it('lists an airline once between two airports', () => {
  for (const [origin, destination] of everyPair()) {
    const serving = linksOf(origin).get(destination.iataCode) ?? [];
    if (new Set(serving).size !== serving.length) expect.fail(`${origin.iataCode}-${destination.iataCode}`);
  }
});

function everyRoute(): Route[] {
  return everyPair().flatMap(([origin, destination]) => [
    ...directRoutes(origin, destination),
    ...directRoutes(destination, origin),
  ]);
}

function everyPair(): [Airport, Airport][] {
  return [...airportCodes()].flatMap((code) => {
    const origin = present(findAirport(code));
    return [...linksOf(origin).keys()].map((other): [Airport, Airport] => [origin, present(findAirport(other))]);
  });
}
