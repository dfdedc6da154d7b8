import { MINUTE } from '../../base/clock.ts';
import { Random } from '../../base/ids.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Aircraft } from './aircraft.ts';
import type { Airline } from './airlines.ts';
import { airlineOf } from './airlines.ts';
import { blockMinutes } from './block-times.ts';
import { flightNumbers } from './flight-numbers.ts';
import { runsOn, weeklyPattern } from './frequency.ts';
import { degreesEast, distanceKm } from './geography.ts';
import { hash } from './hash.ts';
import type { Route } from './network.ts';
import { directRoutes } from './network.ts';
import type { Airport } from './places.ts';
import { readTable } from './read-table.ts';
import { zoneOf } from './zones.ts';

/** A planned flight on a route: everything but the day. */
export interface Plan {
  readonly number: number;
  /** Local minutes after midnight. */
  readonly leavesAt: number;
  readonly durationMinutes: number;
  readonly distanceKm: number;
  readonly originTerminal: string | null;
  readonly destinationTerminal: string | null;
  readonly operating: Airline;
  readonly aircraft: Aircraft;
  /** Operating weekdays, one bit each; Sunday is the lowest. */
  readonly weekdays: number;
}

/** A planned flight on one day. */
export interface Departure {
  readonly route: Route;
  readonly plan: Plan;
  /** Instants. */
  readonly departsAt: number;
  readonly arrivesAt: number;
}

/**
 * Returns a route's flights on a local calendar day (its `Date.UTC`), earliest first. The same flight number leaves at
 * the same local time on every operating day.
 */
export function departures(route: Route, day: number): Departure[] {
  const zone = zoneOf(route.origin.timeZone);
  const weekday = new Date(day).getUTCDay();
  const result: Departure[] = [];
  for (const plan of plans(route)) {
    if (!runsOn(plan.weekdays, weekday)) continue;
    const departsAt = zone.instant(day, plan.leavesAt);
    result.push({ route, plan, departsAt, arrivesAt: departsAt + plan.durationMinutes * MINUTE });
  }
  return result;
}

/** A route has the same plans every day. */
const plans = memoizeByObject((route: Route): readonly Plan[] => {
  const { airline, origin, destination } = route;
  const random = new Random(`${airline.iataCode}/${origin.iataCode}-${destination.iataCode}`);
  const km = distanceKm(origin, destination);
  const numbers = flightNumbers(route);
  const operating = operatingAirline(route, km, random);
  const aircraft = pickAircraft(operating, route, km, random);
  const durationMinutes = blockMinutes(origin, destination, aircraft, operating);
  const [originTerminal, destinationTerminal] = [terminalOf(airline, origin), terminalOf(airline, destination)];
  return numbers.map((number, k) => ({
    number,
    leavesAt: departureTime(route, km, k, numbers.length, random),
    durationMinutes,
    distanceKm: Math.round(km),
    originTerminal,
    destinationTerminal,
    operating,
    aircraft,
    weekdays: weeklyPattern(route, k),
  }));
});

/**
 * Returns the n-th flight's local minutes, out of `count` flights. Long flights to the east leave in the evening, to
 * the west by day. At night they leave from the Gulf, because travellers arrive there at night and continue to the
 * east. Some airlines also have a first flight at night from Asia or Egypt to the west, with an arrival in the morning.
 */
function departureTime(route: Route, km: number, n: number, count: number, random: Random): number {
  const chance = random.fraction();
  if (n === 0 && hasNightFlight(route, km)) return roundTo5(5 + 235 * chance);
  const [from, until] = departureWindow(route, km);
  return roundTo5(from + ((until - from) * (n + 0.15 + 0.7 * chance)) / count);
}

function hasNightFlight({ airline, origin, destination }: Route, km: number): boolean {
  if (km < 1500 || degreesEast(origin, destination) > -15 || !NIGHT_TO_WEST.has(origin.country)) return false;
  return hash(`night/${airline.iataCode}-${destination.iataCode}`) % 2 === 0;
}

const NIGHT_TO_WEST = new Set('AM AZ BD CN EG GE HK ID IL IN JP KZ LK MV MY NP PH PK SG TH UZ VN'.split(' '));

function departureWindow({ origin, destination }: Route, km: number): [number, number] {
  if (km < 4500) return [375, 1320];
  const east = degreesEast(origin, destination);
  if (east > 10 && GULF.has(origin.country)) return [130, 660];
  if (east > 60) return [1020, 1390];
  if (east > 25) return [780, 1380];
  return east < -25 ? [480, 1080] : [480, 1380];
}

const GULF = new Set(['AE', 'BH', 'KW', 'OM', 'QA', 'SA']);

/**
 * Returns the airline itself, its regional partner on short flights, or an alliance partner on the same route: between
 * two partners the first one operates, never each for the other.
 */
function operatingAirline(route: Route, km: number, random: Random): Airline {
  const { airline, origin, destination } = route;
  if (airline.regionalPartner && km < 900 && !isTrunk(route)) {
    return random.chance(0.6) ? airlineOf(airline.regionalPartner) : airline;
  }
  if (!airline.alliance || !random.chance(0.25)) return airline;
  const partner = directRoutes(origin, destination).find(
    (route) => route.airline.alliance === airline.alliance && route.airline.iataCode < airline.iataCode,
  );
  return partner?.airline ?? airline;
}

/**
 * Returns an aircraft with enough range: a wide body from 4,500 km on, else a smaller one, and no small one between
 * major airports.
 */
function pickAircraft({ fleet }: Airline, route: Route, km: number, random: Random): Aircraft {
  const able = fleet.filter(({ rangeKm, body }) => rangeKm >= km && !(body === 'turboprop' && km > 900));
  for (const bodies of preferences(route, km)) {
    const fitting = able.filter(({ body }) => bodies.includes(body));
    if (fitting.length > 0) return random.pick(fitting);
  }
  return farthest(fleet);
}

function preferences(route: Route, km: number): typeof FOR_LONG {
  if (km >= LONG_KM) return FOR_LONG;
  return isTrunk(route) ? FOR_TRUNKS : FOR_SHORT;
}

const LONG_KM = 4500;
/** Aircraft bodies of an airline, the best choice first. */
const FOR_TRUNKS: readonly (readonly Aircraft['body'][])[] = [['narrow'], ['regional'], ['wide'], ['turboprop']];
const FOR_SHORT: typeof FOR_TRUNKS = [['turboprop', 'regional', 'narrow'], ['wide']];
const FOR_LONG: typeof FOR_TRUNKS = [['wide'], ['narrow'], ['regional']];

/** True if both airports are major ones. */
function isTrunk({ origin, destination }: Route): boolean {
  return origin.service === 'major' && destination.service === 'major';
}

function farthest(fleet: readonly Aircraft[]): Aircraft {
  return fleet.reduce((best, one) => (one.rangeKm > best.rangeKm ? one : best));
}

function roundTo5(minutes: number): number {
  return 5 * Math.round(minutes / 5);
}

/** Returns an airline's terminal at an airport; null if the airport has only one, or if none is known. */
function terminalOf(airline: Airline, { iataCode }: Airport): string | null {
  const terminals = TERMINALS.get(iataCode);
  if (!terminals) return null;
  const { byAirline, byAlliance, low, others } = terminals;
  const ofAlliance = airline.alliance && byAlliance.get(airline.alliance);
  const ofKind = airline.kind === 'low' ? low : undefined;
  return byAirline.get(airline.iataCode) ?? ofAlliance ?? ofKind ?? others;
}

interface Terminals {
  byAirline: Map<string, string>;
  byAlliance: Map<string, string>;
  low: string | undefined;
  others: string;
}

function readTerminals(line: string): [string, Terminals] {
  const [airport = '', others = '', ...rest] = line.split('|');
  const terminals: Terminals = { byAirline: new Map(), byAlliance: new Map(), low: undefined, others };
  for (const part of rest) {
    const [terminal = '', users = ''] = part.split(':');
    for (const user of users.split(' ')) {
      if (user === 'low') terminals.low = terminal;
      else (user.length > 2 ? terminals.byAlliance : terminals.byAirline).set(user, terminal);
    }
  }
  return [airport, terminals];
}

const TERMINALS: ReadonlyMap<string, Terminals> = new Map(readTable('terminals.txt').map(readTerminals));
