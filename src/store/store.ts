import type { BookingStore, PricingStore } from './bookings.ts';
import type { Kept, KeptKind } from './bounds.ts';
import type { JournalStore } from './journal.ts';
import type { OrderStore } from './orders.ts';
import type { ProfileStore } from './profiles.ts';
import type { ResourceStore } from './resources.ts';
import type { SearchStore } from './searches.ts';
import type { StateStore } from './state.ts';

/** Everything that the service keeps. Domains take the parts they need. */
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
  /** Writes, and leaves everything as it was. Throws UnwritableError. */
  probe(): Promise<void>;
  /** How much of each kind is kept of a profile, how much may be, and how much had to make room. */
  kept(profileCode: string): Record<KeptKind, Kept>;
  close(): Promise<void>;
}
