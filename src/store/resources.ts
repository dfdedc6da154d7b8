import type { Reservation } from '../interface/api.ts';
import type { BookingRecord, PricingRecord, RideCourse } from './bookings.ts';
import type { OrderRecord } from './orders.ts';
import type { SearchRecord } from './searches.ts';

/** A page begins after the record with this place. Newer records have higher numbers. */
export interface Place {
  number: number;
  id: string;
}

export interface Page<R> {
  records: R[];
  /** Where the next page begins; null when this one is the last. */
  next: Place | null;
}

/** A booking with everything that has happened to it. */
export interface BookingState {
  booking: BookingRecord;
  /** The reservation as it is now, or as it would be while the booking is not completed. */
  reservation: Reservation;
  ride: RideCourse;
  /** When a pending booking ended, epoch milliseconds; null for one that is still pending or never was. */
  settledAt: number | null;
  /** Whether it was settled by the clock, and not by a read. */
  settledByClock: boolean;
  /** When another reservation replaced it. */
  changedAt: number | null;
  cancelledAt: number | null;
  /** From when on reads show that it is cancelled, where a scenario hides it. */
  cancellationShownAt: number | null;
}

/** Which records a page has. */
export interface PageQuery {
  after: Place | null;
  limit: number;
  /** Newest first instead of oldest first. */
  newestFirst: boolean;
  /** Only records with this text in an id, a status, the request or what came of it; upper and lower case are one. */
  contains?: string | undefined;
}

/** Only bookings with these values. */
export type BookingFilter = Partial<Pick<BookingRecord, 'searchId' | 'partnerTrackingId' | 'status'>>;

/** Lists the records of a profile for the control API. Reads only. */
export interface ResourceStore {
  /** Searches that are not long over at the instant. */
  searches(profileCode: string, now: number, page: PageQuery): Promise<Page<SearchRecord>>;
  orders(profileCode: string, page: PageQuery): Promise<Page<OrderRecord>>;
  /** Every stored booking that fits. */
  bookings(profileCode: string, page: PageQuery, filter: BookingFilter): Promise<Page<BookingState>>;
  booking(profileCode: string, bookingId: string): Promise<BookingState | undefined>;
  /** The pricings of some searches, the oldest first. */
  pricings(profileCode: string, searches: readonly SearchRecord[]): Promise<PricingRecord[]>;
  /** The records of which something may fall due after `from` and until `to`, in slices. */
  due(profileCode: string, from: number, to: number): AsyncIterable<DueRecords>;
}

export interface DueRecords {
  searches: SearchRecord[];
  pricings: PricingRecord[];
  orders: OrderRecord[];
  bookings: BookingState[];
}
