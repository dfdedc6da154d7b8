import type { OrderStore } from '../store/orders.ts';
import type { SearchStore } from '../store/searches.ts';
import type { FlightProvider } from './flight-provider.ts';

/** The dependencies of the flight half of the service. */
export interface Flights {
  providers: readonly FlightProvider[];
  searches: SearchStore;
  orders: OrderStore;
  places: PlaceLookup;
  /** Key of the world, the same for all profiles: seats and prices follow from it. */
  world: string;
  settings: FlightSettings;
}

export interface FlightSettings {
  /** Offers in one search response, of all providers together. */
  offers: number;
  offerMinutes: number;
  /** Flights that leave sooner than this are not offered. */
  bookingCutoffMinutes: number;
  /** Whether two slices may be any two trips, and not a round trip only. */
  openJaw: boolean;
}

/** What the flight half needs to know about places. */
export interface PlaceLookup {
  /** The airports that an IATA code of an airport or a city stands for; undefined for any other code. */
  find(code: string): { airports: readonly { cityCode: string; timeZone: string }[] } | undefined;
  /** The calendar day in an IANA time zone at an instant: `2026-03-15`. */
  localDate(timeZone: string, instant: number): string;
  /** The local date-time in an IANA time zone at an instant, without zone: `2026-03-15T18:30:00`. */
  localTime(timeZone: string, instant: number): string;
  /** Whether an airport lies in this IANA time zone. */
  hasTimeZone(timeZone: string): boolean;
}
