import { Lru } from '../../cache/lru.ts';
import { DAY, HOUR, MINUTE } from '../../clock.ts';
import type { Airline } from './airlines.ts';
import { isDomestic } from './countries.ts';
import type { Connection } from './network.ts';
import { connections, directRoutes } from './network.ts';
import type { Airport, Place } from './places.ts';
import { findPlace } from './places.ts';
import type { Aircraft, Departure } from './schedule.ts';
import { departures } from './schedule.ts';
import { dayOf, zoneOf } from './zones.ts';

/** One flight on one day. Instants are epoch milliseconds; `departingAt` and `arrivingAt` local, without zone. */
export interface Flight {
  readonly marketing: Airline;
  readonly operating: Airline;
  readonly number: number;
  readonly origin: Airport;
  readonly originTerminal: string | null;
  readonly destination: Airport;
  readonly destinationTerminal: string | null;
  readonly departsAt: number;
  readonly arrivesAt: number;
  readonly departingAt: string;
  readonly arrivingAt: string;
  readonly durationMinutes: number;
  readonly distanceKm: number;
  readonly aircraft: Aircraft;
}

/** A trip from origin to destination: one flight, or two with a legal layover, sold by one airline. */
export interface Itinerary {
  /** Its position in the timetable. */
  readonly index: number;
  readonly airline: Airline;
  readonly flights: readonly [Flight, ...Flight[]];
  readonly departsAt: number;
  readonly arrivesAt: number;
  /** Flights and layover. */
  readonly durationMinutes: number;
}

/** What can be flown between two places on a local date. */
export interface Timetable {
  readonly key: string;
  readonly date: string;
  /** Direct ones first, quicker ones first among them; 18 to 24 between any two airports. */
  readonly itineraries: readonly Itinerary[];
}

/**
 * The timetable of a route on a date, decided by these alone. Codes are of airports or cities; `date` is the
 * local one at the origin. Without itineraries when a code is unknown or an airport belongs to both.
 */
export function timetable(origin: string, destination: string, date: string): Timetable {
  const key = `${origin}-${destination}-${date}`;
  return timetables.getOrCreate(key, () =>
    Object.freeze({ key, date, itineraries: plan(findPlace(origin), findPlace(destination), dayOf(date)) }),
  );
}

/** The last flight of an itinerary. */
export function lastFlight({ flights }: Itinerary): Flight {
  return lastOf(flights);
}

/** The shortest layover in minutes: 45 between two domestic flights, 60 otherwise. */
export function shortestLayover(first: Flight | Departure, second: Flight | Departure): number {
  return domestic(first) && domestic(second) ? 45 : 60;
}

export const LONGEST_LAYOVER_MINUTES = 360;

/** A timetable takes milliseconds to plan, and clients search the same routes and dates again. */
const timetables = new Lru<Timetable>(300);
const MAX_DIRECT = 14;
const ENOUGH_ITINERARIES = 20;
const MAX_ITINERARIES = 24;
const MAX_AIRPORTS_OF_CITY = 5;

/** The departures of one itinerary. */
type Departures = [Departure, ...Departure[]];

function plan(origin: Place | undefined, destination: Place | undefined, day: number): readonly Itinerary[] {
  if (!origin || !destination || origin.airports.some((airport) => destination.airports.includes(airport))) return [];
  const chosen: Departures[] = directs(origin, destination, day).map((departure) => [departure]);
  addConnecting(chosen, origin.airports[0], destination.airports[0], day);
  chosen.sort((a, b) => a.length - b.length || minutesOf(a) - minutesOf(b) || a[0].departsAt - b[0].departsAt);
  return Object.freeze(chosen.map(itinerary));
}

/** One flight of every airline in turn, so that each airline gets its share of the list. */
function directs(origin: Place, destination: Place, day: number): Departure[] {
  const ofRoutes = origin.airports
    .slice(0, MAX_AIRPORTS_OF_CITY)
    .flatMap((from) =>
      destination.airports
        .slice(0, MAX_AIRPORTS_OF_CITY)
        .flatMap((to) => directRoutes(from, to).map((route) => departures(route, day))),
    );
  const longest = Math.max(0, ...ofRoutes.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, k) => ofRoutes.flatMap((list) => list[k] ?? [])).flat();
  return inTurn.slice(0, MAX_DIRECT);
}

function addConnecting(chosen: Departures[], origin: Airport, destination: Airport, day: number): void {
  for (const connection of connections(origin, destination)) {
    if (chosen.length >= ENOUGH_ITINERARIES) return;
    chosen.push(...connecting(connection, day).slice(0, MAX_ITINERARIES - chosen.length));
  }
}

function connecting({ first, second }: Connection, day: number): Departures[] {
  return departures(first, day).flatMap((one): Departures[] => {
    const next = onward(one, second);
    return next ? [[one, next]] : [];
  });
}

/** The first flight that can be reached. */
function onward(one: Departure, route: Connection['second']): Departure | undefined {
  const here = zoneOf(route.origin.timeZone);
  const arrivalDay = Math.floor((one.arrivesAt + here.offset(one.arrivesAt)) / DAY) * DAY;
  const latest = one.arrivesAt + LONGEST_LAYOVER_MINUTES * MINUTE;
  const days = latest + here.offset(latest) < arrivalDay + DAY ? [arrivalDay] : [arrivalDay, arrivalDay + DAY];
  return days
    .flatMap((day) => departures(route, day))
    .find((two) => two.departsAt >= one.arrivesAt + shortestLayover(one, two) * MINUTE && two.departsAt <= latest);
}

function lastOf<T>(list: readonly [T, ...T[]]): T {
  return list.at(-1) ?? list[0];
}

function domestic(flight: Flight | Departure): boolean {
  const { origin, destination } = 'route' in flight ? flight.route : flight;
  return isDomestic(origin, destination);
}

function minutesOf(departures: Departures): number {
  return (lastOf(departures).arrivesAt - departures[0].departsAt) / MINUTE;
}

function itinerary(departures: Departures, index: number): Itinerary {
  const [first, ...rest] = departures;
  return Object.freeze({
    index,
    airline: first.route.airline,
    flights: Object.freeze<Itinerary['flights']>([flight(first), ...rest.map(flight)]),
    departsAt: first.departsAt,
    arrivesAt: lastOf(departures).arrivesAt,
    durationMinutes: minutesOf(departures),
  });
}

function flight({ route, plan, departsAt, arrivesAt }: Departure): Flight {
  const { airline, origin, destination } = route;
  return Object.freeze({
    marketing: airline,
    operating: plan.operating,
    number: plan.number,
    origin,
    originTerminal: plan.originTerminal,
    destination,
    destinationTerminal: plan.destinationTerminal,
    departsAt,
    arrivesAt,
    departingAt: zoneOf(origin.timeZone).local(departsAt),
    arrivingAt: zoneOf(destination.timeZone).local(arrivesAt),
    durationMinutes: plan.durationMinutes,
    distanceKm: plan.distanceKm,
    aircraft: plan.aircraft,
  });
}

/** The shortest stay between arrival and return, in milliseconds. */
export const TURNAROUND = 2 * HOUR;
