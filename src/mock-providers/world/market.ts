import { DAY, HOUR } from '../../base/clock.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Cabin } from './cabins.ts';
import { cabinOn, isSoldIn } from './cabins.ts';
import { economyFare } from './fares.ts';
import { fractionOf } from './hash.ts';
import type { Journey } from './journeys.ts';
import type { Flight, Itinerary } from './timetable.ts';
import { dayOf } from './zones.ts';

/** View on the world's flights: its world, and the instant. */
export interface Market {
  /** World key: two sandboxes with one key have the same seats and prices. */
  readonly world: string;
  /** The search's instant, epoch milliseconds. */
  readonly now: number;
  /** Earliest offered departure, epoch milliseconds. */
  readonly earliestDeparture?: number;
}

/**
 * Seats and prices change once in this time, on the UTC hour: two searches within it find the same flights at the same
 * prices.
 */
const STEP = HOUR;

/** Returns when the step at `now` begins: seats and prices are constant within a step. */
function stepStart(now: number): number {
  return now - (now % STEP);
}

/** Returns when the step at `now` ends. */
export function stepEnd(now: number): number {
  return stepStart(now) + STEP;
}

/** True if a party needing `seats` seats can buy every flight of an itinerary in a cabin. */
export function isForSale(itinerary: Itinerary, cabin: Cabin, seats: number, market: Market): boolean {
  return (
    itinerary.departsAt >= firstOnSale(market) &&
    isSoldIn(itinerary, cabin) &&
    itinerary.flights.every((flight) => seatsLeft(flight, cabinOn(flight, cabin), market) >= seats)
  );
}

/** Returns a cabin's unsold seats: fewer from step to step, none on some flights in the last days before departure. */
function seatsLeft(flight: Flight, cabin: Cabin, { world, now }: Market): number {
  const demand = LOWEST_DEMAND + (HIGHEST_DEMAND - LOWEST_DEMAND) * fractionOf(`${idOf(flight)}/${cabin}/${world}`);
  const days = Math.max(0, flight.departsAt - stepStart(now)) / DAY;
  const sold = (demand * HALF_SOLD_DAYS) / (HALF_SOLD_DAYS + days);
  return Math.floor(SEATS[flight.aircraft.body][cabin] * Math.max(0, 1 - sold));
}

/**
 * Returns a journey's price now, relative to its fare: within 3 % by the world, and higher the nearer the departure
 * day. A return costs as much as its two parts.
 */
export function priceFactor({ parts }: Journey, { world, now }: Market): number {
  let [price, fare] = [0, 0];
  for (const part of parts) {
    price += worldFare(part, world) * advanceFactor(dayOfDeparture(part), stepStart(now));
    fare += economyFare(part);
  }
  return price / fare;
}

/** Returns an itinerary's fare in a world, in euros: the order of one day's fares never changes. */
export function worldFare(itinerary: Itinerary, world: string): number {
  let text = '';
  for (const flight of itinerary.flights) text += `${idOf(flight)}/`;
  return economyFare(itinerary) * (0.97 + 0.06 * fractionOf(text + world));
}

/** Returns the earliest departure on sale throughout the step. */
function firstOnSale({ now, earliestDeparture }: Market): number {
  return earliestDeparture === undefined ? 0 : stepEnd(now) + earliestDeparture - now;
}

/** Demand for seats, relative to the flight's seats; it may exceed 1. */
const LOWEST_DEMAND = 0.5;
const HIGHEST_DEMAND = 1.15;
/** Days before departure at which half the demand has bought. */
const HALF_SOLD_DAYS = 20;

/** By aircraft body. A cabin missing from a flight is never requested. */
const SEATS: Readonly<Record<Flight['aircraft']['body'], Readonly<Record<Cabin, number>>>> = {
  wide: { economy: 220, premium_economy: 35, business: 40, first: 14 },
  narrow: { economy: 150, premium_economy: 24, business: 20, first: 16 },
  regional: { economy: 76, premium_economy: 12, business: 12, first: 12 },
  turboprop: { economy: 60, premium_economy: 10, business: 10, first: 10 },
};

/** Cached, because every search needs the ids of the same flights. */
const idOf = memoizeByObject(
  ({ marketing, number, departsAt }: Flight): string => `${marketing.iataCode}${number}/${departsAt / HOUR}`,
);

/** The local departure day, as UTC. */
const dayOfDeparture = memoizeByObject(({ flights: [{ departingAt }] }: Itinerary): number => dayOf(departingAt));

/** Returns the price of a ticket bought at `now`, relative to one bought 30 to 60 days before `day` (UTC). */
function advanceFactor(day: number, now: number): number {
  const days = (day - now) / DAY;
  if (days >= 60) return 0.93;
  if (days >= 30) return 1;
  if (days >= 14) return 1.12;
  if (days >= 7) return 1.3;
  return days >= 3 ? 1.5 : 1.75;
}
