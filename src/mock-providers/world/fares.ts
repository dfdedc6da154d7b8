import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Cabin } from './cabins.ts';
import { distanceKm } from './geography.ts';
import { fractionOf } from './hash.ts';
import type { Itinerary } from './timetable.ts';
import { lastFlight } from './timetable.ts';

/** 0 is the cheapest brand, 2 the most expensive. */
export type Brand = 0 | 1 | 2;
export const BRANDS = 3;

/** Returns an adult's price in euro cents, unrounded, as charged 30 to 60 days before departure. */
export function adultFare(itinerary: Itinerary, cabin: Cabin, brand: Brand): number {
  return 100 * economyFare(itinerary) * CABINS[cabin] * BRAND_FACTORS[brand];
}

/** Returns the grams of CO2 per passenger in a seat. */
export function emissionGrams(itinerary: Itinerary, cabin: Cabin): number {
  let grams = 0;
  for (const flight of itinerary.flights) grams += 12_000 + flight.distanceKm * 78;
  return Math.round(grams * EMISSIONS[cabin]);
}

/** The shares of the adult's price for a child and for an infant on a lap. */
export const CHILD_SHARE = 0.75;
export const INFANT_SHARE = 0.1;

/** A cabin's dearest brand stays below the next cabin's cheapest one, also after a price moved by 3 %. */
const BRAND_FACTORS = [1, 1.22, 1.6] as const;
const CABINS: Readonly<Record<Cabin, number>> = { economy: 1, premium_economy: 1.9, business: 3.6, first: 6.2 };
const EMISSIONS: Readonly<Record<Cabin, number>> = { economy: 1, premium_economy: 1.5, business: 2.9, first: 4 };
const WEEKDAYS = [1.12, 1.03, 0.94, 0.94, 1, 1.12, 1.04];
const MONTHS = [0.92, 0.9, 0.96, 1.02, 1, 1.08, 1.18, 1.2, 1.02, 0.97, 0.92, 1.14];

/** Base price in euros for every cabin and brand. */
export const economyFare = memoizeByObject((itinerary: Itinerary): number => {
  const { airline, flights } = itinerary;
  const flown = flights.reduce((km, flight) => km + flight.distanceKm, 0);
  const km = Math.max(distanceKm(flights[0].origin, lastFlight(itinerary).destination), 0.55 * flown);
  const level = airline.kind === 'low' ? 0.7 : 1;
  const stops = flights.length > 1 ? 0.92 : 1;
  return (18 + 0.75 * km ** 0.72) * level * stops * demand(itinerary);
});

/** Returns the factor for a flight and its day; Sunday and January come first. */
function demand({ airline, flights }: Itinerary): number {
  const { number, departingAt } = flights[0];
  const popularity = 0.9 + 0.25 * fractionOf(`fare/${airline.iataCode}${number}`);
  const date = new Date(`${departingAt}Z`);
  return popularity * (WEEKDAYS[date.getUTCDay()] ?? 1) * (MONTHS[date.getUTCMonth()] ?? 1);
}
