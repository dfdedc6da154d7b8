import type { OrderStore } from '../store/orders.ts';
import type { SearchStore } from '../store/searches.ts';
import type { FlightProvider } from './flight-provider.ts';

/** What the flight half of the service works with. */
export interface Flights {
  providers: readonly FlightProvider[];
  searches: SearchStore;
  orders: OrderStore;
  settings: FlightSettings;
}

export interface FlightSettings {
  /** Offers in the answer of one search, over all providers. */
  offers: number;
  offerMinutes: number;
}
