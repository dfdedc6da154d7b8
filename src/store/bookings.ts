import type { Reservation } from '../interface/api.ts';
import type { ExpiringStore } from './bounds.ts';

/** A pricing for one transfer offer, identified by its pricingToken. */
export interface PricingRecord {
  pricingToken: string;
  profileCode: string;
  searchId: string;
  resultId: string;
  /** The chosen amenities' keys. */
  amenities: string[];
  /** Price difference from the search, in percent. */
  pricePercent: number;
  createdAt: number;
  /** The announced expiry. */
  expiresAt: number;
  /** The actual expiry, possibly earlier. */
  endsAt: number;
}

/** One attempt to book a priced offer, new or as a change. Refused attempts are not stored. */
export interface BookingRecord {
  /** The new reservation's id. */
  bookingId: string;
  profileCode: string;
  /** A pricing is booked once. A booking made by a resend has a suffix after the token. */
  pricingToken: string;
  searchId: string;
  partnerTrackingId: string | null;
  /** The request body: the same body again is a resend, another one is refused. */
  request: object;
  /** `hidden`: the booking exists, but no response reported it; reads do not find it until it is settled. */
  status: 'completed' | 'pending' | 'hidden' | 'failed';
  /** The status in the supplier's response. */
  firstStatus: 'completed' | 'pending' | 'hidden';
  /** A pending or hidden booking's outcome; null after its end. */
  settlement: Settlement | null;
  /** Reads so far, for a pending or hidden booking. */
  reads: number;
  /** A failed booking's catalogue code. */
  errorCode: string | null;
  /** Position among one request's two reservations, under a scenario; null for a single reservation. */
  part: 1 | 2 | null;
  /** Remaining scenarios for later requests about the reservation: `read:502`. */
  armed: string | null;
  /** `books-again` if a scenario makes the same request book again; null if a resend returns this booking. */
  resend: 'books-again' | null;
  /** The new reservation. Readers see it only once the booking is completed. */
  reservation: Reservation;
  createdAt: number;
}

export interface Settlement {
  to: 'completed' | 'failed';
  /** The booking is settled from this instant on, epoch milliseconds; null for never. */
  dueAt: number | null;
  /** The booking is settled at the read after this many reads; null for never. */
  afterReads: number | null;
  errorCode: string | null;
}

/** An existing reservation. `reservation` has its current state, links and times. */
export interface ReservationRecord {
  bookingId: string;
  profileCode: string;
  reservation: Reservation;
  /** Instant of its cancellation or replacement, epoch milliseconds; null for a confirmed one. */
  closedAt: number | null;
  ride: RideCourse;
}

/** The outbound ride of a reservation, or the return of a round trip. */
export type Leg = 'outbound' | 'return';

/** Forced changes to the rides of a reservation. */
export interface RideCourse {
  /** Lead of the outbound ride over its schedule. */
  aheadMs: number;
  /** Lead of the return. */
  returnAheadMs: number;
  /** The ride with another driver, the latest one. */
  otherDriverOn: Leg | null;
}

export interface PricingStore extends ExpiringStore {
  /** Adds a pricing. If this exceeds a bound, drops expired pricings first, then the oldest. */
  add(pricing: PricingRecord): Promise<void>;
  find(profileCode: string, pricingToken: string): Promise<PricingRecord | undefined>;
}

export type BookingKey =
  | { bookingId: string }
  | { pricingToken: string }
  | { searchId: string }
  | { partnerTrackingId: string };

/** Reads show a cancelled reservation as confirmed until this instant or for this many reads, whichever ends first. */
export interface HiddenCancellation {
  /** Epoch milliseconds. */
  until: number;
  reads: number;
}

/** A key in reservation requests. */
export type ReservationKey =
  | { reservationId: string }
  | { confirmationNumber: string }
  | { searchId: string }
  | { partnerTrackingId: string };

export type ArmedBooking = Pick<BookingRecord, 'bookingId' | 'searchId' | 'armed'>;

/**
 * Bookings and their reservations. Each method is one transaction. A completed booking that
 * `replaces` a reservation closes it in the same transaction: state `changed`, `replacedBy` set, only if it
 * is still `confirmed`.
 */
export interface BookingStore {
  /**
   * Adds a booking, with its reservation if completed. Returns `pricing-taken` if the pricing has been booked already,
   * and `original-closed` if the reservation to replace is no longer confirmed. At a bound, drops the profile's oldest
   * finished booking and its pricing; nobody can book that pricing again. Finished means failed, cancelled, changed, or
   * three days after the last pickup. Returns `full` if no booking is finished. In all these cases nothing is stored.
   */
  add(booking: BookingRecord): Promise<'added' | 'pricing-taken' | 'original-closed' | 'full'>;
  /** Returns the newest 200 bookings under a key, oldest first. */
  find(profileCode: string, key: BookingKey): Promise<BookingRecord[]>;
  /** Returns the latest armed booking under a key, or else the latest one. */
  findArmed(profileCode: string, key: ReservationKey): Promise<ArmedBooking | undefined>;
  /** Replaces a booking's armed scenarios if they are still `expected`; otherwise returns false. */
  rearm(profileCode: string, bookingId: string, expected: string, armed: string | null): Promise<boolean>;
  /** Counts one read for a pending or hidden booking; returns the new count. */
  countRead(profileCode: string, bookingId: string): Promise<number>;
  /**
   * Settles a pending or hidden booking at an instant; does not change an ended one. A change without a confirmed
   * original ends as failed with `reservation_not_changeable`. Returns the booking in its new state.
   */
  settle(profileCode: string, bookingId: string, settledAt: number): Promise<BookingRecord>;
  /**
   * Settles a pending or hidden booking at an instant, optionally with another outcome than its own. Returns
   * undefined if it has ended already.
   */
  decide(
    profileCode: string,
    bookingId: string,
    settledAt: number,
    outcome: Pick<Settlement, 'to' | 'errorCode'>,
  ): Promise<BookingRecord | undefined>;
  /** Finds an existing reservation by its id or its confirmation number. */
  findReservation(
    profileCode: string,
    key: { reservationId: string } | { confirmationNumber: string },
  ): Promise<ReservationRecord | undefined>;
  /** Cancels a confirmed reservation. Returns false if it is not confirmed. */
  cancel(
    profileCode: string,
    reservationId: string,
    cancelledAt: number,
    hidden?: HiddenCancellation,
  ): Promise<boolean>;
  /**
   * Changes a ride's course if it is still `expected`. Otherwise, or if the reservation is not confirmed, returns
   * false.
   */
  changeRide(profileCode: string, reservationId: string, expected: RideCourse, course: RideCourse): Promise<boolean>;
  /** Counts a reservation read. Returns true if its cancellation is hidden from that read. */
  hidesCancellation(profileCode: string, reservationId: string, now: number): Promise<boolean>;
  /** Stops hiding a cancellation. */
  showCancellation(profileCode: string, reservationId: string): Promise<void>;
  /** Returns when all owners' pending and hidden bookings are due, at most `limit`. */
  allDue(limit: number): Promise<{ owner: number; dueAt: number }[]>;
  /** Returns the profile's pending and hidden bookings with `dueAt` at or before the instant, the earliest first. */
  due(profileCode: string, now: number, limit: number): Promise<BookingRecord[]>;
}
