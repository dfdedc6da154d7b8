import type { OrderStore } from '../store/orders.ts';
import type { SearchStore } from '../store/searches.ts';
import type { FlightProvider } from './flight-provider.ts';

/** Dependencies of the service's flight half. */
export interface Flights {
  providers: readonly FlightProvider[];
  searches: SearchStore;
  orders: OrderStore;
  places: PlaceLookup;
  /** World key, the same for all profiles: it determines seats and prices. */
  world: string;
  settings: FlightSettings;
}

export interface FlightSettings {
  /** Offers in one search response, from all providers together. */
  offers: number;
  offerMinutes: number;
  /** Minimum minutes from now to an offered flight's departure. */
  bookingCutoffMinutes: number;
  /** True if two slices may be any two trips; false for a round trip only. */
  openJaw: boolean;
}

/** The flight half's view of places. */
export interface PlaceLookup {
  /** Returns the airports for the IATA code of an airport or a city; undefined for any other code. */
  find(code: string): { airports: readonly { cityCode: string; timeZone: string }[] } | undefined;
  /** Returns the calendar day in an IANA time zone at an instant: `2026-03-15`. */
  localDate(timeZone: string, instant: number): string;
  /** Returns the local date-time in an IANA time zone at an instant, without zone: `2026-03-15T18:30:00`. */
  localTime(timeZone: string, instant: number): string;
  /** True if an airport lies in this IANA time zone. */
  hasTimeZone(timeZone: string): boolean;
}
