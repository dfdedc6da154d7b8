import type { Airline } from './airlines.ts';
import type { Itinerary } from './timetable.ts';
import { MAX_ITINERARIES } from './timetable.ts';

/** One offer's flights: one itinerary, or two, the second after the arrival of the first. */
export interface Journey {
  /** Different for each journey in the same timetables. */
  readonly index: number;
  /** The selling airline of the first part. */
  readonly airline: Airline;
  readonly parts: readonly [Itinerary, ...Itinerary[]];
}

/** Returns the journey with an outbound itinerary, and a return if there is one. */
export function journeyOf(out: Itinerary, home?: Itinerary): Journey {
  const { index, airline } = out;
  return home
    ? { index: index + MAX_ITINERARIES * (home.index + 1), airline, parts: [out, home] }
    : { index, airline, parts: [out] };
}
