import { lazy } from '../../base/lazy.ts';
import type { Aircraft } from './aircraft.ts';
import { aircraftOf } from './aircraft.ts';
import type { Airport } from './places.ts';
import { findAirport } from './places.ts';
import { readTable } from './read-table.ts';

/** A real airline. Its fares and departure times are made up. */
export interface Airline {
  readonly iataCode: string;
  readonly name: string;
  readonly country: string;
  /** Hubs and bases: the airports where its routes start. */
  readonly hubs: readonly string[];
  /** `low` sells at low fares and has one cabin; `regional` only operates for others. */
  readonly kind: 'full' | 'medium' | 'low' | 'regional';
  /** True if it sells connections. Many low-cost airlines sell single flights only. */
  readonly connects: boolean;
  readonly alliance: 'oneworld' | 'skyteam' | 'star' | null;
  /** The airline that operates many of its short flights. */
  readonly regionalPartner: string | null;
  readonly fleet: readonly Aircraft[];
}

export interface Hub {
  readonly airline: Airline;
  readonly airport: Airport;
}

/** Returns the airline with this code. Throws a RangeError for a code outside the catalogue. */
export function airlineOf(iataCode: string): Airline {
  const airline = AIRLINES.get(iataCode);
  if (!airline) throw new RangeError(`no airline "${iataCode}" in the catalogue: add it to world/tables/airlines.txt`);
  return airline;
}

/** Every airline in the catalogue. */
export function airlines(): Iterable<Airline> {
  return AIRLINES.values();
}

/** Every selling airline paired with every hub it has. */
export const hubs = lazy((): readonly Hub[] => [...AIRLINES.values()].flatMap(hubsOf));

function hubsOf(airline: Airline): Hub[] {
  return airline.hubs.map((code) => {
    const airport = findAirport(code);
    if (!airport) throw new RangeError(`hub "${code}" of ${airline.iataCode} is not an airport of airports.tsv`);
    return Object.freeze({ airline, airport });
  });
}

function readAirline(line: string): [string, Airline] {
  const [iataCode = '', name, country, kind, alliance, regionalPartner, fleet = ''] = line.split('|');
  const airline = {
    iataCode,
    name,
    country,
    hubs: hubCodes.get(iataCode) ?? [],
    kind: kind === 'point' ? 'low' : kind,
    connects: kind !== 'point',
    alliance: alliance || null,
    regionalPartner: regionalPartner || null,
    fleet: Object.freeze(fleet.split(' ').map(aircraftOf)),
  };
  return [iataCode, Object.freeze(airline as Airline)];
}

/** The second word of each line in the routes table, by its first word. */
const hubCodes = new Map<string, string[]>();
for (const line of readTable('routes.txt')) {
  const [airline = '', hub = ''] = line.split(' ', 2);
  hubCodes.set(airline, [...(hubCodes.get(airline) ?? []), hub]);
}

const AIRLINES: ReadonlyMap<string, Airline> = new Map(readTable('airlines.txt').map(readAirline));
