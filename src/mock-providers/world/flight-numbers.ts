import { memoizeByObject } from '../../cache/memoize-by-object.ts';
import type { Airline } from './airlines.ts';
import { dailyFlights, hash } from './frequency.ts';
import type { Route } from './network.ts';
import { listedPairs } from './network.ts';
import type { Airport } from './places.ts';

/**
 * The numbers of the flights of a route that leave on a day, earliest first: no other route of the airline has them,
 * nor has the way back. An airline with very many routes has fewer flights on each.
 */
export function flightNumbers(route: Route): number[] {
  const { first, most } = numbersOf(route);
  return Array.from({ length: Math.min(most, dailyFlights(route)) }, (_, k) => first + 2 * k);
}

/** The number under which an airline sells a flight of a partner. */
export function codeshareNumber(seller: Airline, operating: Airline, number: number): number {
  return FIRST_CODESHARE + ((hash(seller.iataCode + operating.iataCode) + number) % (LAST - FIRST_CODESHARE));
}

const FIRST = 101;
const MOST_FLIGHTS = 6;
const MOST_FEEDERS = 3;
const FIRST_FEEDER = 6000;
const FIRST_CODESHARE = 7000;
const LAST = 9999;

function numbersOf({ airline, origin, destination }: Route): { first: number; most: number } {
  const { byPair, most } = firstNumbers(airline);
  const outward = byPair.get(origin.iataCode + destination.iataCode);
  const homeward = byPair.get(destination.iataCode + origin.iataCode);
  if (outward !== undefined) return { first: outward, most };
  return homeward === undefined
    ? { first: feederNumber(origin, destination), most: MOST_FEEDERS }
    : { first: homeward + 1, most };
}

interface FirstNumbers {
  /** The way out has every second number from here, the way back the others. */
  byPair: ReadonlyMap<string, number>;
  /** The flights of a pair in one direction. */
  most: number;
}

/** By the pairs of the table, in its order. */
const firstNumbers = memoizeByObject((airline: Airline): FirstNumbers => {
  const pairs = listedPairs(airline);
  const most = Math.min(MOST_FLIGHTS, Math.floor((FIRST_FEEDER - FIRST) / 2 / pairs.length));
  const byPair = new Map<string, number>();
  for (const [hub, other] of pairs)
    if (!byPair.has(other + hub)) byPair.set(hub + other, FIRST + 2 * most * byPair.size);
  return { byPair, most };
});

function feederNumber(origin: Airport, destination: Airport): number {
  const outward = origin.iataCode < destination.iataCode;
  const pair = outward ? origin.iataCode + destination.iataCode : destination.iataCode + origin.iataCode;
  const block = hash(pair) % Math.floor((FIRST_CODESHARE - FIRST_FEEDER) / (2 * MOST_FEEDERS));
  return FIRST_FEEDER + 2 * MOST_FEEDERS * block + (outward ? 0 : 1);
}
