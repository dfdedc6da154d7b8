import type { BookingStore, PricingStore, ReservationKey } from './bookings.ts';
import type { FoundCredential } from './profiles.ts';
import type { SearchStore } from './searches.ts';

/** The keys in a request. */
export interface RequestKeys {
  searchId: string | undefined;
  pricingToken: string | undefined;
  reservation: ReservationKey | undefined;
}

/** Records that a request names, as loaded. */
export interface Loaded {
  /** The credential of the public key with its profile; undefined for an unknown key. */
  caller: FoundCredential | undefined;
  records: Records;
}

/** The records of one request: it reads each of them once, until it changes something. */
export interface Records {
  searches: SearchStore;
  pricings: PricingStore;
  bookings: BookingStore;
}
