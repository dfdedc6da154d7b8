import { Lru } from '../../cache/lru.ts';
import { Random } from '../../ids.ts';
import { hubs } from './airlines.ts';
import type { Airline, Hub } from './airlines.ts';
import { isCommonMarket } from './countries.ts';
import { distanceKm } from './geography.ts';
import type { Airport } from './places.ts';

/** One airline flies this way without a stop. */
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
export const directRoutes = keepByPair(200, (origin, destination): Route[] => {
  const km = distanceKm(origin, destination);
  if (km < SHORTEST_KM) return [];
  const serving = [
    ...hubsAt(origin.iataCode).filter((hub) => flies(hub, destination, km)),
    ...hubsAt(destination.iataCode).filter((hub) => flies(hub, origin, km)),
  ];
  return [...new Set(serving.map((hub) => hub.airline))].map((airline) => ({ airline, origin, destination }));
});

/** Every connection over a hub, the most natural one first; also the absurd ones, last. */
export const connections = keepByPair(50, (origin, destination): Connection[] =>
  hubs()
    .map((hub) => ({ hub, detour: detour(origin, hub, destination) }))
    .filter(({ detour }) => detour < Infinity)
    .sort((a, b) => a.detour - b.detour)
    .map(({ hub: { airline, airport } }) => ({
      first: { airline, origin, destination: airport },
      second: { airline, origin: airport, destination },
    })),
);

/** The airlines that are at home at an airport. */
export function hubsAt(iataCode: string): readonly Hub[] {
  return (hubsByAirport ??= Map.groupBy(hubs(), (hub) => hub.airport.iataCode)).get(iataCode) ?? [];
}

let hubsByAirport: Map<string, Hub[]> | undefined;
const SHORTEST_KM = 60;
const LONGEST_KM = 15_500;
const LOW_COST_KM = 3800;
const MEDIUM_KM = 4500;

/** What is flown between two airports does not change from day to day: the same list while it is kept. */
function keepByPair<Found>(
  capacity: number,
  find: (origin: Airport, destination: Airport) => Found[],
): (origin: Airport, destination: Airport) => readonly Found[] {
  const kept = new Lru<readonly Found[]>(capacity);
  return (origin, destination) => {
    const pair = `${origin.iataCode}-${destination.iataCode}`;
    const found = kept.get(pair) ?? find(origin, destination);
    kept.set(pair, found);
    return found;
  };
}

function flies({ airline, airport }: Hub, other: Airport, km: number): boolean {
  if (airport.country === other.country && airport.country !== airline.country && !isCommonMarket(airport, other))
    return false;
  if (km > MEDIUM_KM && !airport.major) return false;
  return chanceOf(airline, airport, other) < likelihood(airline, other, km);
}

/** Decided by the airline and the pair, whichever way it is flown. */
function chanceOf(airline: Airline, a: Airport, b: Airport): number {
  const pair = a.iataCode < b.iataCode ? `${a.iataCode}${b.iataCode}` : `${b.iataCode}${a.iataCode}`;
  return new Random(`${airline.iataCode}/${pair}`).fraction();
}

function likelihood(airline: Airline, other: Airport, km: number): number {
  const atHome = other.country === airline.country;
  if (airline.kind === 'low') return km > LOW_COST_KM ? 0 : other.major ? 0.9 : atHome && km < 1500 ? 0.5 : 0.1;
  if (airline.kind === 'medium' && km > MEDIUM_KM) return 0;
  if (other.major) return km > 14_200 ? 0 : km > 4500 ? 0.8 : 0.95;
  if (atHome) return km > 4500 ? 0 : 0.7;
  return km > 1800 ? 0 : 0.2;
}

/** Kilometres over the hub, made longer by what makes a connection unlikely. */
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
