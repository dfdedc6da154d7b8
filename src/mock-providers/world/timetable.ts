import { DAY, HOUR, MINUTE } from '../../base/clock.ts';
import { Lru } from '../../base/lru.ts';
import type { Aircraft } from './aircraft.ts';
import type { Airline } from './airlines.ts';
import type { Connection } from './connections.ts';
import { connections } from './connections.ts';
import { isDomestic } from './countries.ts';
import { distanceKm } from './geography.ts';
import type { Route } from './network.ts';
import { directRoutes, isOneCity } from './network.ts';
import type { Airport, Place } from './places.ts';
import { findPlace } from './places.ts';
import type { Departure } from './schedule.ts';
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

/** A trip from origin to destination: one flight, or two or three with legal layovers. */
export interface Itinerary {
  /** Its position in the timetable. */
  readonly index: number;
  /** The trip's selling airline; its partners' flights keep their numbers. */
  readonly airline: Airline;
  readonly flights: readonly [Flight, ...Flight[]];
  readonly departsAt: number;
  readonly arrivesAt: number;
  /** Flights and layovers. */
  readonly durationMinutes: number;
}

/** The possible itineraries between two places on a local date. */
export interface Timetable {
  readonly key: string;
  readonly date: string;
  /** Direct ones first, the quicker before the slower; at most MAX_ITINERARIES, none without flights on that day. */
  readonly itineraries: readonly Itinerary[];
}

/**
 * Returns a route's timetable on a date; it follows from these alone. Codes are airports or cities; `date` is the local
 * one at the origin. Without itineraries if a code is unknown or both are in one city.
 */
export function timetable(origin: string, destination: string, date: string): Timetable {
  const key = `${origin}-${destination}-${date}`;
  return timetables.getOrCreate(key, () =>
    Object.freeze({ key, date, itineraries: plan(findPlace(origin), findPlace(destination), dayOf(date)) }),
  );
}

/** Returns an itinerary's last flight. */
export function lastFlight({ flights }: Itinerary): Flight {
  return lastOf(flights);
}

/** Returns the shortest layover in minutes: 45 between two domestic flights, 60 otherwise. */
export function shortestLayover(first: Flight | Departure, second: Flight | Departure): number {
  return domestic(first) && domestic(second) ? 45 : 60;
}

/**
 * Returns the longest layover in minutes: a connection ends before 24 hours, and between domestic flights in North
 * America after 4.
 */
export function longestLayover(first: Flight | Departure, second: Flight | Departure): number {
  return domestic(first) && domestic(second) && NORTH_AMERICA.has(endsOf(first).origin.country) ? 240 : 1435;
}

/** Maximum number of itineraries in a timetable, and of flights in an itinerary. */
export const MAX_ITINERARIES = 24;
export const MAX_FLIGHTS = 3;

const NORTH_AMERICA = new Set(['US', 'CA']);
/** A timetable takes milliseconds to plan, and clients search the same routes and dates again. */
const timetables = new Lru<Timetable>(300);
const MAX_DIRECT = 14;
const MAX_AIRPORTS_OF_CITY = 5;

/** One possible way: the departures, and their sellers. */
interface Trip {
  readonly seller: Airline;
  readonly departures: readonly [Departure, ...Departure[]];
  readonly minutes: number;
}

function plan(origin: Place | undefined, destination: Place | undefined, day: number): readonly Itinerary[] {
  if (!origin || !destination || isOneCity(origin.airports[0], destination.airports[0])) return [];
  const nonStop = directs(origin, destination, day);
  const km = distanceKm(origin.airports[0], destination.airports[0]);
  const isShuttle = SHUTTLES.some((least) => km < least.belowKm && nonStop.length >= least.flights);
  const chosen = nonStop
    .slice(0, isShuttle ? MAX_ITINERARIES : MAX_DIRECT)
    .map((departure) => tripOf(departure.route.airline, [departure]))
    .sort(byDuration);
  if (!isShuttle)
    chosen.push(
      ...connecting(origin.airports[0], destination.airports[0], day).slice(0, MAX_ITINERARIES - chosen.length),
    );
  return Object.freeze(chosen.map(itinerary));
}

/** Travellers do not change planes if flights leave all day and take little longer than the way to a hub. */
const SHUTTLES = [
  { belowKm: 600, flights: 2 },
  { belowKm: 1500, flights: 4 },
  { belowKm: 2500, flights: 6 },
];

/** Returns one flight from every airline in turn, so each airline gets its share in the list. */
function directs(origin: Place, destination: Place, day: number): Departure[] {
  const ofRoutes = origin.airports
    .slice(0, MAX_AIRPORTS_OF_CITY)
    .flatMap((from) =>
      destination.airports
        .slice(0, MAX_AIRPORTS_OF_CITY)
        .flatMap((to) => directRoutes(from, to).map((route) => departures(route, day))),
    );
  const longest = Math.max(0, ...ofRoutes.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => ofRoutes.flatMap((list) => list[k] ?? [])).flat();
}

/** Returns the quickest ones; none takes far longer than the quickest. */
function connecting(origin: Airport, destination: Airport, day: number): Trip[] {
  const trips = connections(origin, destination)
    .flatMap((connection) => tripsOf(connection, day))
    .sort(byDuration);
  const [quickest] = trips;
  return quickest ? trips.filter(({ minutes }) => minutes <= 1.5 * quickest.minutes + 240) : [];
}

/** Returns one trip for each flight on the first route that reaches its connections in time. */
function tripsOf({ seller, routes: [first, ...onwardRoutes] }: Connection, day: number): Trip[] {
  const boards = onwardRoutes.map((route) => new DepartureBoard(route));
  return departures(first, day).flatMap((departure): Trip[] => {
    const reached: [Departure, ...Departure[]] = [departure];
    for (const board of boards) {
      const next = board.firstAfter(lastOf(reached));
      if (!next) return [];
      reached.push(next);
    }
    return [tripOf(seller, reached)];
  });
}

/** A route's flights on the requested days. */
class DepartureBoard {
  readonly #route: Route;
  readonly #days = new Map<number, readonly Departure[]>();

  constructor(route: Route) {
    this.#route = route;
  }

  /** Returns the first flight in time after another one, on its arrival day or the next. */
  firstAfter(one: Departure): Departure | undefined {
    const here = zoneOf(this.#route.origin.timeZone);
    const arrivalDay = Math.floor((one.arrivesAt + here.offset(one.arrivesAt)) / DAY) * DAY;
    return this.#reachable(one, arrivalDay) ?? this.#reachable(one, arrivalDay + DAY);
  }

  #reachable(one: Departure, day: number): Departure | undefined {
    return this.#on(day).find((two) => {
      const minutes = (two.departsAt - one.arrivesAt) / MINUTE;
      return minutes >= shortestLayover(one, two) && minutes <= longestLayover(one, two);
    });
  }

  #on(day: number): readonly Departure[] {
    const known = this.#days.get(day);
    if (known) return known;
    const list = departures(this.#route, day);
    this.#days.set(day, list);
    return list;
  }
}

function tripOf(seller: Airline, reached: Trip['departures']): Trip {
  return { seller, departures: reached, minutes: (lastOf(reached).arrivesAt - reached[0].departsAt) / MINUTE };
}

function byDuration(a: Trip, b: Trip): number {
  return a.minutes - b.minutes || a.departures[0].departsAt - b.departures[0].departsAt;
}

function lastOf<T>(list: readonly [T, ...T[]]): T {
  return list.at(-1) ?? list[0];
}

function domestic(flight: Flight | Departure): boolean {
  const { origin, destination } = endsOf(flight);
  return isDomestic(origin, destination);
}

function endsOf(flight: Flight | Departure): { origin: Airport; destination: Airport } {
  return 'route' in flight ? flight.route : flight;
}

function itinerary({ seller, departures: [first, ...rest], minutes }: Trip, index: number): Itinerary {
  return Object.freeze({
    index,
    airline: seller,
    flights: Object.freeze<Itinerary['flights']>([flight(first), ...rest.map(flight)]),
    departsAt: first.departsAt,
    arrivesAt: lastOf([first, ...rest]).arrivesAt,
    durationMinutes: minutes,
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
