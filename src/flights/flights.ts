import type { OrderStore } from '../store/orders.ts';
import type { SearchStore } from '../store/searches.ts';
import type { FlightProvider } from './flight-provider.ts';

/** The dependencies of the flight half of the service. */
export interface Flights {
  providers: readonly FlightProvider[];
  searches: SearchStore;
  orders: OrderStore;
  places: PlaceLookup;
  /** Key of the world, the same for all profiles: it determines seats and prices. */
  world: string;
  settings: FlightSettings;
}

export interface FlightSettings {
  /** Offers in one search response, of all providers together. */
  offers: number;
  offerMinutes: number;
  /** Minimum minutes from now to the departure of an offered flight. */
  bookingCutoffMinutes: number;
  /** True if two slices may be any two trips; false for a round trip only. */
  openJaw: boolean;
}

/** The flight half's view of places. */
export interface PlaceLookup {
  /** Returns the airports for an IATA code of an airport or a city; undefined for any other code. */
  find(code: string): { airports: readonly { cityCode: string; timeZone: string }[] } | undefined;
  /** Returns the calendar day in an IANA time zone at an instant: `2026-03-15`. */
  localDate(timeZone: string, instant: number): string;
  /** Returns the local date-time in an IANA time zone at an instant, without zone: `2026-03-15T18:30:00`. */
  localTime(timeZone: string, instant: number): string;
  /** True if an airport lies in this IANA time zone. */
  hasTimeZone(timeZone: string): boolean;
}
