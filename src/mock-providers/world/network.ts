import { lazy } from '../../base/lazy.ts';
import { Lru } from '../../base/lru.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from './airlines.ts';
import { airlineOf, airlines, hubs } from './airlines.ts';
import { isBorderClosed } from './closed-borders.ts';
import { distanceKm } from './geography.ts';
import type { Airport } from './places.ts';
import { cityCodeOf, findAirport } from './places.ts';
import { readTable } from './read-table.ts';

/** An airline's non-stop connection from origin to destination. */
export interface Route {
  readonly airline: Airline;
  readonly origin: Airport;
  readonly destination: Airport;
}

/** Non-stop airlines between an airport and others, by the codes of the others. */
export type Links = ReadonlyMap<string, readonly Airline[]>;

/** The airlines from an airport. Feeder flights are links from the airport at their end, not from the hub. */
export const linksOf = memoizeByObject((airport: Airport): Links => {
  if (airport.service === 'none') return NO_LINKS;
  const listed = listedLinks(airport.iataCode);
  for (const code of listed.keys()) if (isBorderClosed(airport, airportAt(code))) listed.delete(code);
  return listed.size >= ENOUGH_LINKS ? listed : withFeeders(airport, listed);
});

/** Returns the non-stop routes between two airports. */
export function directRoutes(origin: Airport, destination: Airport): readonly Route[] {
  const there = linksOf(origin).get(destination.iataCode) ?? [];
  const back = linksOf(destination).get(origin.iataCode) ?? [];
  return [...new Set([...there, ...back])].map((airline) => routeOf(airline, origin, destination));
}

/** Returns an airline's route: the same object while it is cached, so its plans are made once. */
export function routeOf(airline: Airline, origin: Airport, destination: Airport): Route {
  return routes.getOrCreate(airline.iataCode + origin.iataCode + destination.iataCode, () =>
    Object.freeze({ airline, origin, destination }),
  );
}

/** The pairs of hub and destination in an airline's route table. A pair with two hubs may come twice. */
export function listedPairs(airline: Airline): readonly (readonly [string, string])[] {
  return basesOf(airline).flatMap((base) => destinationsOf(base).map((other) => [base.hub, other] as const));
}

const routes = new Lru<Route>(20_000);
const NO_LINKS: Links = new Map();
/** No airline flies between two airports in one city. */
export function isOneCity(a: Airport, b: Airport): boolean {
  return a.cityCode === b.cityCode;
}

/** An airport with fewer links gets feeder flights from hubs nearby. */
const ENOUGH_LINKS = 3;

/** One table line. */
interface Base {
  airline: Airline;
  hub: string;
  /** Airports, groups and exceptions, with blanks around each. */
  words: string;
  groups: readonly ReadonlySet<string>[];
}

const bases = lazy(() => readTable('routes.txt').map(readBase));

function basesOf(airline: Airline): readonly Base[] {
  return bases().filter((base) => base.airline === airline);
}

function readBase(line: string): Base {
  const groups = Array.from(line.matchAll(/@(\w+)/g), ([, name = '']) => GROUP_SETS.get(name) ?? new Set<string>());
  return { airline: airlineOf(line.slice(0, 2)), hub: line.slice(3, 6), words: `${line.slice(6)} `, groups };
}

const GROUP_SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readTable('route-groups.txt').map((line): [string, Set<string>] => {
    const [name = '', ...codes] = line.split(' ');
    return [name, new Set(codes)];
  }),
);

function destinationsOf({ hub, words, groups }: Base): string[] {
  const named = words.split(' ').filter((word) => /^[A-Z]{3}$/.test(word));
  const codes = new Set([...groups.flatMap((group) => [...group]), ...named]);
  const hubCity = cityCodeOf(hub);
  return [...codes].filter(
    (code) =>
      cityCodeOf(code) !== hubCity &&
      !words.includes(` -${code} `) &&
      (words.includes(` ${code} `) || isFlown(hub, code)),
  );
}

/** True if two airports are far enough from each other for a flight outside the table. */
function isFlown(hub: string, code: string): boolean {
  return distanceKm(airportAt(hub), airportAt(code)) >= LEAST_KM;
}

function listedLinks(airport: string): Map<string, Airline[]> {
  const found = new Map<string, Airline[]>();
  const add = (other: string, airline: Airline) => {
    const serving = found.get(other);
    if (!serving) found.set(other, [airline]);
    else if (!serving.includes(airline)) serving.push(airline);
  };
  const city = cityCodeOf(airport);
  const [named, excepted] = [` ${airport} `, ` -${airport} `];
  for (const base of basesByAirport().get(airport) ?? []) {
    if (base.hub === airport) for (const other of destinationsOf(base)) add(other, base.airline);
    else if (
      (base.words.includes(named) ||
        (base.groups.some((group) => group.has(airport)) &&
          !base.words.includes(excepted) &&
          isFlown(base.hub, airport))) &&
      cityCodeOf(base.hub) !== city
    )
      add(base.hub, base.airline);
  }
  return found;
}

/** The table lines for an airport, also in a list or as an exception, in their order. */
const basesByAirport = lazy(indexBases);

function indexBases(): Map<string, Base[]> {
  const index = new Map<string, Base[]>();
  const add = (code: string, base: Base) => {
    const known = index.get(code);
    if (!known) index.set(code, [base]);
    else if (known.at(-1) !== base) known.push(base);
  };
  for (const base of bases()) {
    add(base.hub, base);
    for (const word of base.words.split(' ')) add(word, base);
    for (const group of base.groups) for (const code of group) add(code, base);
  }
  return index;
}

/**
 * The table has few airports; the others have flights to the nearest hubs of their country's airlines or, in a country
 * without airlines, of airlines nearby.
 */
function withFeeders(airport: Airport, listed: Links): Links {
  const result = new Map(listed);
  const ownAirlines = [...airlines()].some((airline) => airline.country === airport.country);
  const wanted = FEEDERS[airport.service] - listed.size;
  for (const { airline, hub } of feederHubs(airport, ownAirlines).slice(0, Math.max(0, wanted)))
    result.set(hub.iataCode, [...new Set([...(result.get(hub.iataCode) ?? []), airline])]);
  return result;
}

const FEEDERS = { major: 3, large: 3, medium: 2, small: 1, none: 0 } as const;
const DOMESTIC_FEEDER_KM = { major: 5000, large: 4000, medium: 2500, small: 1000, none: 0 } as const;
const FOREIGN_FEEDER_KM = { major: 4500, large: 3000, medium: 1800, small: 0, none: 0 } as const;

/** Returns each possible feeder airline's nearest hub, the nearest one first. */
function feederHubs(airport: Airport, domestic: boolean): { airline: Airline; hub: Airport }[] {
  const longest = (domestic ? DOMESTIC_FEEDER_KM : FOREIGN_FEEDER_KM)[airport.service];
  const near = hubs()
    .filter(({ airline }) => airline.kind !== 'low' && (!domestic || airline.country === airport.country))
    .map(({ airline, airport: hub }) => ({ airline, hub, km: distanceKm(airport, hub) }))
    .filter(({ airline, hub, km }) => {
      if (
        isOneCity(hub, airport) ||
        isBorderClosed(hub, airport) ||
        km < LEAST_FEEDER_KM ||
        km > longest ||
        !hasFeeder(airline, km)
      )
        return false;
      return domestic ? hub.country === airport.country : hub.country === airline.country && airline.kind === 'full';
    })
    .sort((a, b) => a.km - b.km);
  return near.filter(({ airline }, index) => near.findIndex((other) => other.airline === airline) === index);
}

/** An airline with only wide bodies flies no feeder routes. */
function hasFeeder({ fleet }: Airline, km: number): boolean {
  return fleet.some(({ body, rangeKm }) => body !== 'wide' && rangeKm >= km);
}

/** For shorter distances travellers use road or rail, and fly to the next hub. */
const LEAST_KM = 100;
const LEAST_FEEDER_KM = 120;

/** The airport with this code in the table. */
export function airportAt(iataCode: string): Airport {
  const airport = findAirport(iataCode);
  if (!airport) throw new RangeError(`"${iataCode}" in world/tables/routes.txt is not an airport of airports.tsv`);
  return airport;
}
