import { Lru } from '../../base/lru.ts';
import type { Airline } from './airlines.ts';
import { airlines } from './airlines.ts';
import { distanceKm } from './geography.ts';
import type { Links, Route } from './network.ts';
import { airportAt, linksOf, routeOf } from './network.ts';
import type { Airport } from './places.ts';

/** Two or three consecutive routes sold by one airline: its own, or its partners'. */
export interface Connection {
  readonly seller: Airline;
  readonly routes: readonly [Route, Route, ...Route[]];
}

/**
 * Returns the connections between two airports, the shortest one first: over one hub, and over two if there are few
 * others. None makes a long detour if a short one exists, and none leaves a country between two of its airports if its
 * own airline could fly.
 */
export function connections(origin: Airport, destination: Airport): readonly Connection[] {
  return cached.getOrCreate(origin.iataCode + destination.iataCode, () => {
    const trip = { origin, destination, km: distanceKm(origin, destination), inland: staysInland(origin, destination) };
    const found = overOneHub(trip, 1.25 * trip.km + 600);
    if (found.length < FEW) found.push(...overTwoHubs(trip, 1.3 * trip.km + 600));
    for (const longest of [2 * trip.km + 1200, EARTH_KM])
      if (found.length === 0) found.push(...overOneHub(trip, longest), ...overTwoHubs(trip, longest));
    return Object.freeze(
      found
        .sort((a, b) => a.km - b.km)
        .slice(0, MAX_CONNECTIONS)
        .map(connectionOf),
    );
  });
}

/** Connections are the same every day, and plans are made per route. */
const cached = new Lru<readonly Connection[]>(400);
const MAX_CONNECTIONS = 12;
const FEW = 2;
/** Longer than any route: without a short one, any route is accepted. */
const EARTH_KM = 40_000;
/** Added kilometres for selling another airline's flights, for the comparison of connections. */
const PARTNER_KM = 250;
const INTERLINE_KM = 1000;
/** Airlines from the two countries come before airlines over a third one. */
const HOME_SHARE = 0.85;

interface Trip {
  origin: Airport;
  destination: Airport;
  km: number;
  inland: boolean;
}

interface Found {
  seller: Airline;
  /** Each route's operating airline, and the airports on the way. */
  chain: readonly Airline[];
  airports: readonly Airport[];
  /** Flown kilometres, with a surcharge for changing airlines, and less for airlines from the two countries. */
  km: number;
}

function staysInland({ country }: Airport, destination: Airport): boolean {
  return country === destination.country && [...airlines()].some((airline) => airline.country === country);
}

function overOneHub(trip: Trip, longest: number): Found[] {
  const { origin, destination } = trip;
  const [from, to] = [linksOf(origin), linksOf(destination)];
  const [fewer, more] = from.size <= to.size ? [from, to] : [to, from];
  const found: Found[] = [];
  for (const code of fewer.keys()) {
    if (!more.has(code)) continue;
    const hub = airportAt(code);
    const km = distanceKm(origin, hub) + distanceKm(hub, destination);
    if (!isPassable(trip, hub) || km > longest) continue;
    const sale = bestSale([airlinesTo(from, code), airlinesTo(to, code)], [hub]);
    if (sale) found.push(...salesOf(sale, [origin, hub, destination], km));
  }
  return found;
}

function overTwoHubs(trip: Trip, longest: number): Found[] {
  const { origin, destination } = trip;
  const lastHubs = hubsOnTheWay(trip, destination, longest);
  return hubsOnTheWay(trip, origin, longest).flatMap((first) => {
    const onward = linksOf(first.airport);
    return lastHubs.flatMap((second): Found[] => {
      if (first.km + second.km > longest || second.airport.cityCode === first.airport.cityCode) return [];
      const between = onward.get(second.airport.iataCode);
      const km = first.km + distanceKm(first.airport, second.airport) + second.km;
      if (!between || km > longest) return [];
      const hubs = [first.airport, second.airport];
      const sale = bestSale([first.airlines, between, second.airlines], hubs);
      return sale ? salesOf(sale, [origin, ...hubs, destination], km) : [];
    });
  });
}

interface HubOnTheWay {
  airport: Airport;
  /** The airlines between it and the end of the trip. */
  airlines: readonly Airline[];
  /** Kilometres from the end of the trip. */
  km: number;
}

function hubsOnTheWay(trip: Trip, end: Airport, longest: number): HubOnTheWay[] {
  const otherEnd = end === trip.origin ? trip.destination : trip.origin;
  return Array.from(linksOf(end), ([code, airlines]) => {
    const airport = airportAt(code);
    return { airport, airlines, km: distanceKm(end, airport) };
  }).filter(({ airport, km }) => isPassable(trip, airport) && km + distanceKm(airport, otherEnd) <= longest);
}

function airlinesTo(links: Links, code: string): readonly Airline[] {
  return links.get(code) ?? [];
}

function isPassable({ origin, destination, inland }: Trip, hub: Airport): boolean {
  if (hub.cityCode === origin.cityCode || hub.cityCode === destination.cityCode) return false;
  return !inland || hub.country === origin.country;
}

interface Sale {
  /** Each route's operating airline, for each way to sell it. */
  chains: Airline[][];
  surchargeKm: number;
}

/**
 * Returns the airlines that fly the whole way; else one chain of partners; else a chain of airlines with mutual sales.
 */
function bestSale(byRoute: readonly (readonly Airline[])[], hubs: readonly Airport[]): Sale | undefined {
  const [first = [], ...rest] = byRoute;
  const alone = first.filter(
    (airline) =>
      airline.connects &&
      rest.every((others) => others.includes(airline)) &&
      hubs.every((hub) => airline.hubs.includes(hub.iataCode)),
  );
  if (alone.length > 0) return { chains: alone.map((airline) => byRoute.map(() => airline)), surchargeKm: 0 };
  const partners = chainOf(byRoute, hubs, (a, b) => a === b || (a.alliance !== null && a.alliance === b.alliance));
  if (partners) return { chains: [partners], surchargeKm: PARTNER_KM };
  const interline = chainOf(byRoute, hubs, (a, b) => a === b || (a.kind !== 'low' && b.kind !== 'low'));
  return interline && { chains: [interline], surchargeKm: INTERLINE_KM };
}

/** Returns airlines that go together, one for each route, with each hub belonging to an arriving or leaving airline. */
function chainOf(
  byRoute: readonly (readonly Airline[])[],
  hubs: readonly Airport[],
  together: (a: Airline, b: Airline) => boolean,
): Airline[] | undefined {
  const [first = [], ...rest] = byRoute;
  let chains = first.filter((airline) => airline.connects).map((airline) => [airline]);
  for (const [index, serving] of rest.entries()) {
    const hub = hubs[index]?.iataCode ?? '';
    chains = chains.flatMap((chain) =>
      serving
        .filter((next) => next.connects && isHubOfOne(hub, chain.at(-1), next))
        .filter((next) => chain.every((one) => together(one, next)))
        .map((next) => [...chain, next]),
    );
  }
  return chains[0];
}

function isHubOfOne(hub: string, one: Airline | undefined, other: Airline): boolean {
  return other.hubs.includes(hub) || one?.hubs.includes(hub) === true;
}

function salesOf({ chains, surchargeKm }: Sale, airports: readonly Airport[], km: number): Found[] {
  const [origin, next] = airports;
  const destination = airports.at(-1);
  if (!origin || !next || !destination) return [];
  return chains.flatMap((chain) => {
    const seller = sellerOf(chain, origin, next);
    if (!seller) return [];
    const atHome = seller.country === origin.country || seller.country === destination.country;
    return [{ seller, chain, airports, km: (atHome ? HOME_SHARE : 1) * km + surchargeKm }];
  });
}

/** Makes routes for the kept connections only: many more are found. */
function connectionOf({ seller, chain, airports }: Found): Connection {
  const [first, second, ...more] = chain.flatMap((airline, index) => {
    const [origin, destination] = airports.slice(index, index + 2);
    return origin && destination ? [routeOf(airline, origin, destination)] : [];
  });
  if (!first || !second) throw new RangeError(`a connection of ${airports.length} airports has fewer than two routes`);
  return { seller, routes: [first, second, ...more] };
}

/** Returns the seller: the airline on the longest part, or on the first among equals. */
function sellerOf(chain: readonly Airline[], origin: Airport, next: Airport): Airline | undefined {
  const [first] = chain;
  if (chain.every((one) => one === first)) return first;
  const full = chain.filter((one) => one.kind === 'full');
  return full.find((one) => one.country === origin.country || one.country === next.country) ?? full[0] ?? first;
}
