import type { BookingStore, PricingStore } from './bookings.ts';
import type { Kept, KeptKind } from './bounds.ts';
import type { JournalStore } from './journal.ts';
import type { OrderStore } from './orders.ts';
import type { ProfileStore } from './profiles.ts';
import type { ResourceStore } from './resources.ts';
import type { SearchStore } from './searches.ts';
import type { StateStore } from './state.ts';

/** All records of the service. Domains take the parts that they need. */
export interface Store {
  /** How often this store has been opened, this time included: keeps the ids of one seed apart over restarts. */
  opened: number;
  profiles: ProfileStore;
  searches: SearchStore;
  orders: OrderStore;
  pricings: PricingStore;
  bookings: BookingStore;
  resources: ResourceStore;
  journal: JournalStore;
  states: StateStore;
  /** Writes without changing anything. Throws UnwritableError or UnavailableError. */
  probe(): Promise<void>;
  /** How many records of each kind a profile has, may have and has dropped. */
  kept(profileCode: string): Record<KeptKind, Kept>;
  close(): Promise<void>;
}
