import { isDomestic } from './countries.ts';
import type { Flight, Itinerary } from './timetable.ts';

export type Cabin = 'economy' | 'premium_economy' | 'business' | 'first';

/** True if an itinerary is sold in a cabin: its longest flight has it. */
export function isSoldIn(itinerary: Itinerary, cabin: Cabin): boolean {
  if (cabin === 'economy') return true;
  const { flights } = itinerary;
  return hasCabin(
    flights.reduce((longest, flight) => (flight.distanceKm > longest.distanceKm ? flight : longest)),
    cabin,
  );
}

/** Returns the actual cabin of a passenger with a ticket for `cabin`: on a flight without it, the best one below. */
export function cabinOn(flight: Flight, cabin: Cabin): Cabin {
  const below = FROM_THE_TOP.slice(FROM_THE_TOP.indexOf(cabin));
  return below.find((one) => hasCabin(flight, one)) ?? 'economy';
}

const FROM_THE_TOP: readonly Cabin[] = ['first', 'business', 'premium_economy', 'economy'];

/** Airlines with First Class on long flights; curated by hand from the airlines' public statements. */
const FIRST = new Set('AF AI BA CA CX CZ EK EY JL KE LH LX MU NH QF QR SQ SV TG AA'.split(' '));
/** Airlines with First Class as the front cabin on domestic flights. */
const DOMESTIC_FIRST = new Set(['AA', 'AS', 'DL', 'UA']);
const LONG_KM = 4500;
const MEDIUM_KM = 1500;

/** First is on long flights, Premium Economy on wide bodies; low-cost airlines and turboprops have one cabin. */
function hasCabin(flight: Flight, cabin: Cabin): boolean {
  if (cabin === 'economy') return true;
  const { operating, aircraft, distanceKm } = flight;
  if (operating.kind === 'low' || flight.marketing.kind === 'low' || aircraft.body === 'turboprop') return false;
  switch (cabin) {
    case 'premium_economy':
      return aircraft.body === 'wide' && operating.kind === 'full';
    case 'business':
      return true;
    case 'first':
      return (
        (aircraft.body === 'wide' && distanceKm >= LONG_KM && FIRST.has(operating.iataCode)) ||
        (DOMESTIC_FIRST.has(operating.iataCode) &&
          distanceKm >= MEDIUM_KM &&
          isDomestic(flight.origin, flight.destination))
      );
  }
}
