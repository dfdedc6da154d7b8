import { Lru } from '../../cache/lru.ts';
import { Random } from '../../ids.ts';
import type { Airline, Hub } from './airlines.ts';
import { hubs } from './airlines.ts';
import { isCommonMarket } from './countries.ts';
import { distanceKm } from './geography.ts';
import type { Airport } from './places.ts';

/** An airline flies non-stop from origin to destination. */
export interface Route {
  readonly airline: Airline;
  readonly origin: Airport;
  readonly destination: Airport;
}

/** One airline brings passengers from one route to the next at its hub. */
export interface Connection {
  readonly first: Route;
  readonly second: Route;
}

/** The airlines with a hub at one end that fly the pair, the same in both directions. */
export const directRoutes = memoizeByPair(200, (origin, destination): Route[] => {
  const km = distanceKm(origin, destination);
  if (km < SHORTEST_KM) return [];
  const serving = [
    ...hubsAt(origin.iataCode).filter((hub) => flies(hub, destination, km)),
    ...hubsAt(destination.iataCode).filter((hub) => flies(hub, origin, km)),
  ];
  return [...new Set(serving.map((hub) => hub.airline))].map((airline) => ({ airline, origin, destination }));
});

/** Every connection over a hub, the most natural one first, the absurd ones last. */
export const connections = memoizeByPair(50, (origin, destination): Connection[] =>
  hubs()
    .map((hub) => ({ hub, detour: detour(origin, hub, destination) }))
    .filter(({ detour }) => detour < Infinity)
    .sort((a, b) => a.detour - b.detour)
    .map(({ hub: { airline, airport } }) => ({
      first: { airline, origin, destination: airport },
      second: { airline, origin: airport, destination },
    })),
);

/** The airlines with a hub at an airport. */
export function hubsAt(iataCode: string): readonly Hub[] {
  return (hubsByAirport ??= Map.groupBy(hubs(), (hub) => hub.airport.iataCode)).get(iataCode) ?? [];
}

let hubsByAirport: Map<string, Hub[]> | undefined;
const SHORTEST_KM = 60;
const LONGEST_KM = 15_500;
const LOW_COST_KM = 3800;
const MEDIUM_KM = 4500;

/** Keeps what is flown between the latest pairs of airports: it is the same every day, and plans are made per route. */
function memoizeByPair<Found>(
  capacity: number,
  find: (origin: Airport, destination: Airport) => Found[],
): (origin: Airport, destination: Airport) => readonly Found[] {
  const lists = new Lru<readonly Found[]>(capacity);
  return (origin, destination) =>
    lists.getOrCreate(`${origin.iataCode}-${destination.iataCode}`, () => find(origin, destination));
}

function flies({ airline, airport }: Hub, other: Airport, km: number): boolean {
  if (airport.country === other.country && airport.country !== airline.country && !isCommonMarket(airport, other))
    return false;
  if (km > MEDIUM_KM && !airport.major) return false;
  return chanceOf(airline, airport, other) < likelihood(airline, other, km);
}

/** Follows from the airline and the pair, the same in both directions. */
function chanceOf(airline: Airline, a: Airport, b: Airport): number {
  const pair = a.iataCode < b.iataCode ? `${a.iataCode}${b.iataCode}` : `${b.iataCode}${a.iataCode}`;
  return new Random(`${airline.iataCode}/${pair}`).fraction();
}

function likelihood(airline: Airline, other: Airport, km: number): number {
  const atHome = other.country === airline.country;
  if (airline.kind === 'low') return lowCostLikelihood(other, km, atHome);
  if (airline.kind === 'medium' && km > MEDIUM_KM) return 0;
  if (other.major) return majorLikelihood(km);
  if (atHome) return km > 4500 ? 0 : 0.7;
  return km > 1800 ? 0 : 0.2;
}

function lowCostLikelihood(other: Airport, km: number, atHome: boolean): number {
  if (km > LOW_COST_KM) return 0;
  if (other.major) return 0.9;
  return atHome && km < 1500 ? 0.5 : 0.1;
}

function majorLikelihood(km: number): number {
  if (km > 14_200) return 0;
  return km > 4500 ? 0.8 : 0.95;
}

/** Kilometres over the hub, lengthened by what makes a connection unlikely. */
function detour(origin: Airport, { airline, airport }: Hub, destination: Airport): number {
  if (airport.cityCode === origin.cityCode || airport.cityCode === destination.cityCode) return Infinity;
  const abroad = origin.country === destination.country && airport.country !== origin.country ? 1.8 : 1;
  return abroad * (leg(airline, airport, origin) + leg(airline, airport, destination));
}

function leg(airline: Airline, hub: Airport, other: Airport): number {
  const km = distanceKm(hub, other);
  if (km < SHORTEST_KM || km > LONGEST_KM) return Infinity;
  if (airline.kind === 'low') return km > LOW_COST_KM ? Infinity : km * 1.3;
  if (airline.kind === 'medium' && km > MEDIUM_KM) return km * 3;
  if (other.major || km < 1200) return km;
  return other.country === airline.country && km < 4500 ? km : km * 1.5;
}
