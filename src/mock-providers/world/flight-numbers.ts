import { lazy } from '../../base/lazy.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from './airlines.ts';
import { airlines } from './airlines.ts';
import { dailyFlights } from './frequency.ts';
import type { Route } from './network.ts';
import { listedPairs } from './network.ts';
import type { Airport } from './places.ts';
import { codesInService } from './places.ts';

/**
 * Returns a route's flight numbers for a day, earliest first: the airline has them on no other route, nor on the way
 * back. An airline with very many routes has fewer flights on each.
 */
export function flightNumbers(route: Route): number[] {
  const { first, most } = numbersOf(route);
  return Array.from({ length: Math.min(most, dailyFlights(route)) }, (_, k) => first + 2 * k);
}

const FIRST = 101;
const MOST_FLIGHTS = 6;
/** Up to 9999 there is room for 1,100 airports: those in the largest country and in the countries without airlines. */
const FIRST_FEEDER = 5600;
const MOST_FEEDERS = 2;

function numbersOf({ airline, origin, destination }: Route): { first: number; most: number } {
  const { byPair, most } = firstNumbers(airline);
  const outward = byPair.get(origin.iataCode + destination.iataCode);
  const homeward = byPair.get(destination.iataCode + origin.iataCode);
  if (outward !== undefined) return { first: outward, most };
  return homeward === undefined
    ? { first: feederNumber(airline, origin, destination), most: MOST_FEEDERS }
    : { first: homeward + 1, most };
}

interface FirstNumbers {
  /** The outbound direction has every second number from here, the return direction the others. */
  byPair: ReadonlyMap<string, number>;
  /** A pair's flights in one direction. */
  most: number;
}

/** By pair, in table order. */
const firstNumbers = memoizeByObject((airline: Airline): FirstNumbers => {
  const pairs = listedPairs(airline);
  const most = Math.min(MOST_FLIGHTS, Math.floor((FIRST_FEEDER - FIRST) / 2 / pairs.length));
  const byPair = new Map<string, number>();
  for (const [hub, other] of pairs)
    if (!byPair.has(other + hub)) byPair.set(hub + other, FIRST + 2 * most * byPair.size);
  return { byPair, most };
});

/** An airline feeds an airport from one of its hubs, so each airport has a block of numbers. */
function feederNumber(airline: Airline, origin: Airport, destination: Airport): number {
  const [fed = origin] = [origin, destination].sort(
    (a, b) => Number(isHub(airline, a)) - Number(isHub(airline, b)) || (a.iataCode < b.iataCode ? -1 : 1),
  );
  return FIRST_FEEDER + 2 * MOST_FEEDERS * blockOf(airline, fed) + (fed === origin ? 0 : 1);
}

function isHub(airline: Airline, { iataCode }: Airport): boolean {
  return airline.hubs.includes(iataCode);
}

/** Airports in the airline's country come first, then airports of countries without an airline. */
function blockOf({ country }: Airline, fed: Airport): number {
  const home = codesInService().get(country) ?? [];
  return fed.country === country ? home.indexOf(fed.iataCode) : home.length + abroad().indexOf(fed.iataCode);
}

const abroad = lazy(() =>
  [...codesInService()].flatMap(([country, codes]) =>
    [...airlines()].some((airline) => airline.country === country) ? [] : codes,
  ),
);
