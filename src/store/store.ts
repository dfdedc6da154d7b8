import type { BookingStore, PricingStore } from './bookings.ts';
import type { Kept, KeptKind } from './bounds.ts';
import type { JournalStore } from './journal.ts';
import type { OrderStore } from './orders.ts';
import type { ProfileStore } from './profiles.ts';
import type { RequestReads } from './requests.ts';
import type { ResourceStore } from './resources.ts';
import type { SearchStore } from './searches.ts';
import type { StateStore } from './state.ts';

/** The connections of a pool, and the statements that wait for one. */
export interface Pool {
  total: number;
  idle: number;
  waiting: number;
}

/** All records of the service. Each domain takes the parts it needs. */
export interface Store {
  /** Number of openings of this store, this one included: keeps the ids of one seed apart over restarts. */
  opened: number;
  requests: RequestReads;
  profiles: ProfileStore;
  searches: SearchStore;
  orders: OrderStore;
  pricings: PricingStore;
  bookings: BookingStore;
  resources: ResourceStore;
  journal: JournalStore;
  states: StateStore;
  /** Returns the connections to the database; null for a store in this process. */
  pool(this: void): Pool | null;
  /** True if other processes use the store at the same time. */
  isShared: boolean;
  /** Calls the listener with a profile that may have new exchanges or another state, by whichever process. */
  listen(listener: (profileCode: string) => void): void;
  /** Writes without changing anything. Throws UnwritableError or UnavailableError. */
  probe(): Promise<void>;
  /** Returns the current, maximum and dropped number of records of a profile, by kind. */
  kept(profileCode: string): Promise<Record<KeptKind, Kept>>;
  /**
   * Counts the records of all profiles again if other processes change them. Returns false if another process purges
   * for all.
   */
  prepareToPurge(): Promise<boolean>;
  close(): Promise<void>;
}
