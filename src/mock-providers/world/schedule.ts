import { memoizeByObject } from '../../cache/memoize-by-object.ts';
import { MINUTE } from '../../clock.ts';
import { Random } from '../../ids.ts';
import type { Airline } from './airlines.ts';
import { airlineOf } from './airlines.ts';
import { degreesEast, distanceKm } from './geography.ts';
import type { Route } from './network.ts';
import { hubsAt } from './network.ts';
import type { Airport } from './places.ts';
import { zoneOf } from './zones.ts';

export interface Aircraft {
  readonly iataCode: string;
  readonly name: string;
  readonly cruiseKmh: number;
}

/** A planned flight of a route: everything but the day. */
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
  /** Day of the week (0 to 6) on which it does not run; -1 when it runs every day. */
  readonly restDay: number;
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
 * The flights of a route that leave on a local calendar day (`Date.UTC` of it), earliest first. The same
 * flight number leaves at the same local time on every day it runs.
 */
export function departures(route: Route, day: number): Departure[] {
  const zone = zoneOf(route.origin.timeZone);
  const weekday = new Date(day).getUTCDay();
  return plans(route)
    .filter((plan) => plan.restDay !== weekday)
    .map((plan) => {
      const departsAt = zone.instant(day, plan.leavesAt);
      return { route, plan, departsAt, arrivesAt: departsAt + plan.durationMinutes * MINUTE };
    });
}

/** A route has the same plans every day. */
const plans = memoizeByObject((route: Route): readonly Plan[] => {
  const { airline, origin, destination } = route;
  const random = new Random(`${airline.iataCode}/${origin.iataCode}-${destination.iataCode}`);
  const km = distanceKm(origin, destination);
  const count = dailyFlights(route, km, random);
  const firstNumber = 100 + 2 * random.int(0, 4300);
  const [from, until] = departureWindow(route, km);
  const operating = operatingAirline(route, km, random);
  const aircraft = pickAircraft(km, operating, random);
  const durationMinutes = blockMinutes(route, km, aircraft);
  const [originTerminal, destinationTerminal] = [terminal(airline, origin), terminal(airline, destination)];
  return Array.from({ length: count }, (_, k) => ({
    number: firstNumber + 2 * k,
    leavesAt: roundTo5(from + ((until - from) * (k + 0.15 + 0.7 * random.fraction())) / count),
    durationMinutes,
    distanceKm: Math.round(km),
    originTerminal,
    destinationTerminal,
    operating,
    aircraft,
    restDay: k < 2 ? -1 : random.int(0, 6),
  }));
});

/** An airline always uses the same terminal; small airports have none. */
function terminal(airline: Airline, airport: Airport): string | null {
  return airport.major ? String(new Random(`${airline.iataCode}@${airport.iataCode}`).int(1, 4)) : null;
}

function dailyFlights({ origin, destination }: Route, km: number, random: Random): number {
  const popular = origin.major && destination.major ? 1 : 0;
  if (km < 1500) return random.int(2, 4) + popular;
  if (km < 5000) return random.int(2, 3) + popular;
  return km < 9000 ? 2 : random.int(1, 2);
}

/** Local minutes. Long flights to the east leave in the evening, to the west by day; nothing leaves at night. */
function departureWindow({ origin, destination }: Route, km: number): [number, number] {
  if (km < 4500) return [375, 1320];
  const east = degreesEast(origin, destination);
  if (east > 25) return [780, 1380];
  return east < -25 ? [480, 1080] : [480, 1380];
}

/** The airline itself, its regional partner on short flights, or an alliance partner with a hub at one end. */
function operatingAirline({ airline, origin, destination }: Route, km: number, random: Random): Airline {
  if (airline.regionalPartner && km < 900) return random.chance(0.55) ? airlineOf(airline.regionalPartner) : airline;
  if (!airline.alliance || !random.chance(0.3)) return airline;
  const partner = [...hubsAt(origin.iataCode), ...hubsAt(destination.iataCode)].find(
    (hub) => hub.airline.alliance === airline.alliance && hub.airline !== airline,
  );
  return partner?.airline ?? airline;
}

function pickAircraft(km: number, operating: Airline, random: Random): Aircraft {
  if (operating.kind === 'regional') return random.pick(km < 450 ? TURBOPROPS : REGIONAL_JETS);
  return random.pick(km < 5000 ? NARROW_BODIES : WIDE_BODIES);
}

/** Taxi, climb and approach take 35 minutes; the wind blows from the west. */
function blockMinutes({ origin, destination }: Route, km: number, aircraft: Aircraft): number {
  const tailWindKmh = 45 * Math.max(-1, Math.min(1, degreesEast(origin, destination) / 60));
  return roundTo5(35 + (km / (aircraft.cruiseKmh + tailWindKmh)) * 60);
}

function roundTo5(minutes: number): number {
  return 5 * Math.round(minutes / 5);
}

const TURBOPROPS: readonly Aircraft[] = [
  { iataCode: 'AT7', name: 'ATR 72', cruiseKmh: 500 },
  { iataCode: 'DH4', name: 'De Havilland Dash 8-400', cruiseKmh: 620 },
];
const REGIONAL_JETS: readonly Aircraft[] = [
  { iataCode: 'CRK', name: 'Bombardier CRJ1000', cruiseKmh: 790 },
  { iataCode: 'E90', name: 'Embraer 190', cruiseKmh: 800 },
  { iataCode: 'E75', name: 'Embraer 175', cruiseKmh: 800 },
];
const NARROW_BODIES: readonly Aircraft[] = [
  { iataCode: '320', name: 'Airbus A320', cruiseKmh: 820 },
  { iataCode: '32N', name: 'Airbus A320neo', cruiseKmh: 820 },
  { iataCode: '321', name: 'Airbus A321', cruiseKmh: 820 },
  { iataCode: '738', name: 'Boeing 737-800', cruiseKmh: 825 },
  { iataCode: '7M8', name: 'Boeing 737 MAX 8', cruiseKmh: 825 },
];
const WIDE_BODIES: readonly Aircraft[] = [
  { iataCode: '789', name: 'Boeing 787-9', cruiseKmh: 895 },
  { iataCode: '359', name: 'Airbus A350-900', cruiseKmh: 895 },
  { iataCode: '333', name: 'Airbus A330-300', cruiseKmh: 870 },
  { iataCode: '77W', name: 'Boeing 777-300ER', cruiseKmh: 890 },
];
