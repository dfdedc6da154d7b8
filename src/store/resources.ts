import type { Reservation } from '../api.ts';
import type { BookingRecord, PricingRecord } from './bookings.ts';
import type { OrderRecord } from './orders.ts';
import type { SearchRecord } from './searches.ts';

/** Where a page begins: behind the record with this place. Numbers rise with the age of the records. */
export interface Place {
  number: number;
  id: string;
}

export interface Page<R> {
  records: R[];
  /** Where the next page begins; null when this one is the last. */
  next: Place | null;
}

/** A booking with all that has become of it. */
export interface BookingState {
  booking: BookingRecord;
  /** The reservation as it stands; what it would be, while the booking is not completed. */
  reservation: Reservation;
  /** When a pending booking ended, epoch milliseconds; null for one that is pending, and one that never was. */
  settledAt: number | null;
  /** Whether it ended because its time had come, and not by a read. */
  settledByClock: boolean;
  /** When another reservation took its place. */
  changedAt: number | null;
  cancelledAt: number | null;
}

/** What a profile has, for whoever looks on. Reads only; nothing here is on the way of a request of the service. */
export interface ResourceStore {
  /** Searches that are not long over at the instant, the oldest first. */
  searches(profileCode: string, now: number, after: Place | null, limit: number): Promise<Page<SearchRecord>>;
  orders(profileCode: string, after: Place | null, limit: number): Promise<Page<OrderRecord>>;
  /** Every attempt to book that was kept, the oldest first. */
  bookings(profileCode: string, after: Place | null, limit: number): Promise<Page<BookingState>>;
  booking(profileCode: string, bookingId: string): Promise<BookingState | undefined>;
  /** The pricings of some searches, the oldest first. */
  pricings(profileCode: string, searches: readonly SearchRecord[]): Promise<PricingRecord[]>;
  /** The records of which something may fall due after `from` and until `to`, a few at a time. */
  due(profileCode: string, from: number, to: number): AsyncIterable<DueRecords>;
}

export interface DueRecords {
  searches: SearchRecord[];
  pricings: PricingRecord[];
  orders: OrderRecord[];
  bookings: BookingState[];
}
