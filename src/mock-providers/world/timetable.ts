import { Lru } from '../../cache/lru.ts';
import { DAY, HOUR, MINUTE } from '../../clock.ts';
import type { Airline } from './airlines.ts';
import { isDomestic } from './countries.ts';
import { connections, directRoutes } from './network.ts';
import type { Connection } from './network.ts';
import { findPlace } from './places.ts';
import type { Airport, Place } from './places.ts';
import { departures } from './schedule.ts';
import type { Aircraft, Departure } from './schedule.ts';
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

/** One way from origin to destination: one flight, or two with a legal layover, sold by one airline. */
export interface Itinerary {
  /** Its place in the timetable. */
  readonly index: number;
  readonly airline: Airline;
  readonly flights: readonly Flight[];
  readonly departsAt: number;
  readonly arrivesAt: number;
  /** Flights and layover. */
  readonly durationMinutes: number;
}

/** What can be flown between two places on a local date: the same objects for the same arguments while kept. */
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
  let known = kept.get(key);
  if (!known) {
    known = Object.freeze({ key, date, itineraries: plan(findPlace(origin), findPlace(destination), dayOf(date)) });
    kept.set(key, known);
  }
  return known;
}

/** A shortest layover in minutes: 45 between two domestic flights, 60 otherwise. */
export function shortestLayover(first: Flight | Departure, second: Flight | Departure): number {
  return domestic(first) && domestic(second) ? 45 : 60;
}

export const LONGEST_LAYOVER_MINUTES = 360;

const kept = new Lru<Timetable>(300);
const DIRECT_AT_MOST = 14;
const ENOUGH = 20;
const AT_MOST = 24;
const AIRPORTS_OF_A_CITY = 5;

function plan(origin: Place | undefined, destination: Place | undefined, day: number): readonly Itinerary[] {
  if (!origin || !destination || origin.airports.some((airport) => destination.airports.includes(airport))) return [];
  const chosen = directs(origin, destination, day).map((departure) => [departure]);
  addConnecting(chosen, origin.airports[0]!, destination.airports[0]!, day);
  chosen.sort((a, b) => a.length - b.length || minutesOf(a) - minutesOf(b) || a[0]!.departsAt - b[0]!.departsAt);
  return Object.freeze(chosen.map(itinerary));
}

/** One flight of every airline in turn, so that no airline crowds out the others. */
function directs(origin: Place, destination: Place, day: number): Departure[] {
  const ofRoutes = origin.airports
    .slice(0, AIRPORTS_OF_A_CITY)
    .flatMap((from) =>
      destination.airports
        .slice(0, AIRPORTS_OF_A_CITY)
        .flatMap((to) => directRoutes(from, to).map((route) => departures(route, day))),
    );
  const longest = Math.max(0, ...ofRoutes.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, k) => ofRoutes.flatMap((list) => list[k] ?? [])).flat();
  return inTurn.slice(0, DIRECT_AT_MOST);
}

function addConnecting(chosen: Departure[][], origin: Airport, destination: Airport, day: number): void {
  for (const connection of connections(origin, destination)) {
    if (chosen.length >= ENOUGH) return;
    chosen.push(...connecting(connection, day).slice(0, AT_MOST - chosen.length));
  }
}

function connecting({ first, second }: Connection, day: number): [Departure, Departure][] {
  return departures(first, day).flatMap((one) => {
    const next = onward(one, second);
    return next ? [[one, next] as [Departure, Departure]] : [];
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

function domestic(flight: Flight | Departure): boolean {
  const { origin, destination } = 'route' in flight ? flight.route : flight;
  return isDomestic(origin, destination);
}

function minutesOf(departures: readonly Departure[]): number {
  return (departures.at(-1)!.arrivesAt - departures[0]!.departsAt) / MINUTE;
}

function itinerary(departures: readonly Departure[], index: number): Itinerary {
  const flights = Object.freeze(departures.map(flight));
  const departsAt = departures[0]!.departsAt;
  const arrivesAt = departures.at(-1)!.arrivesAt;
  const airline = departures[0]!.route.airline;
  return Object.freeze({ index, airline, flights, departsAt, arrivesAt, durationMinutes: minutesOf(departures) });
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

/** How long before it leaves again a traveller must have arrived, in milliseconds. */
export const TURNAROUND = 2 * HOUR;
