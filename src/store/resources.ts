import type { Reservation } from '../interface/api.ts';
import type { BookingRecord, PricingRecord, RideCourse, Settlement } from './bookings.ts';
import type { OrderRecord } from './orders.ts';
import type { SearchRecord } from './searches.ts';

/** A page begins after the record with this place. Newer records have higher numbers. */
export interface Place {
  number: number;
  id: string;
}

export interface Page<R> {
  records: R[];
  /** Start of the next page; null on the last page. */
  next: Place | null;
}

/** A booking with its history. */
export interface BookingState {
  booking: BookingRecord;
  /** The current reservation, or the future one while the booking is not completed. */
  reservation: Reservation;
  /** Instant of its cancellation or replacement. */
  closedAt: number | null;
  ride: RideCourse;
  /** A pending or hidden booking's settlement, also after its end; null for any other. */
  settlesTo: Settlement | null;
  /** End of a pending booking, epoch milliseconds; null if it is still pending or never was. */
  settledAt: number | null;
  /** True if the clock settled it, false if a read did. */
  settledByClock: boolean;
  /** Instant at which another reservation replaced it. */
  changedAt: number | null;
  cancelledAt: number | null;
  /** Reads show the cancellation from this instant on, if a scenario hides it. */
  cancellationShownAt: number | null;
}

/** Query for a page. */
export interface PageQuery {
  after: Place | null;
  limit: number;
  /** True for newest first, false for oldest first. */
  newestFirst: boolean;
  /** Text to find in an id, a status, the request or its result; case-insensitive. */
  contains?: string | undefined;
}

/** Only bookings with these values. */
export type BookingFilter = Partial<Pick<BookingRecord, 'searchId' | 'partnerTrackingId' | 'status'>>;

/** Lists a profile's records for the control API. Reads only. */
export interface ResourceStore {
  /** Lists searches, except those forgotten at the instant. */
  searches(profileCode: string, now: number, page: PageQuery): Promise<Page<SearchRecord>>;
  orders(profileCode: string, page: PageQuery): Promise<Page<OrderRecord>>;
  /** Lists every matching booking. */
  bookings(profileCode: string, page: PageQuery, filter: BookingFilter): Promise<Page<BookingState>>;
  booking(profileCode: string, bookingId: string): Promise<BookingState | undefined>;
  /** Counts, for each booking by its id, the other active bookings with its searchId or its partnerTrackingId. */
  activeTwins(profileCode: string, bookings: readonly BookingRecord[]): Promise<Map<string, number>>;
  /** The pricings from some searches, the oldest first. */
  pricings(profileCode: string, searches: readonly SearchRecord[]): Promise<PricingRecord[]>;
  /** Yields, in slices, the records with something possibly due after `from` and until `to`. */
  due(profileCode: string, from: number, to: number): AsyncIterable<DueRecords>;
}

export interface DueRecords {
  searches: SearchRecord[];
  pricings: PricingRecord[];
  orders: OrderRecord[];
  bookings: BookingState[];
}
