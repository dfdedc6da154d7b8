import type { Reservation } from '../interface/api.ts';

/** A pricing of one transfer offer, identified by its pricingToken. */
export interface PricingRecord {
  pricingToken: string;
  profileCode: string;
  searchId: string;
  resultId: string;
  /** Keys of the chosen amenities. */
  amenities: string[];
  /** By how many percent its price differs from the one of the search. */
  pricePercent: number;
  createdAt: number;
  /** The expiry that the response announced. */
  expiresAt: number;
  /** When it really expires, which can be earlier. */
  endsAt: number;
}

/** One attempt to book a priced offer, new or as a change. Refused attempts are not stored. */
export interface BookingRecord {
  /** The id of the reservation that the booking creates. */
  bookingId: string;
  profileCode: string;
  /** A pricing is booked once. A booking that a resend created has a mark after the token. */
  pricingToken: string;
  searchId: string;
  partnerTrackingId: string | null;
  /** The request body: the same body again is a resend, another one is refused. */
  request: object;
  /** `hidden`: the booking exists, but no response reported it; reads do not find it until it is settled. */
  status: 'completed' | 'pending' | 'hidden' | 'failed';
  /** How a pending or hidden booking ends; null once it has ended. */
  settlement: Settlement | null;
  /** How often a pending or hidden booking was read. */
  reads: number;
  /** Code of the catalogue, for a failed booking. */
  errorCode: string | null;
  /** Which of the two reservations of one request it is, as a scenario wants it; null: it is the only one. */
  part: 1 | 2 | null;
  /** What is left of the scenarios for later requests about the reservation: `read:502`. */
  armed: string | null;
  /** Whether the same request sent again books again, as a scenario wants it; null: it returns this booking. */
  resend: 'books-again' | null;
  /** The reservation that the booking creates; it exists for readers only once the booking is completed. */
  reservation: Reservation;
  createdAt: number;
}

export interface Settlement {
  to: 'completed' | 'failed';
  /** From this instant on the booking is settled, epoch milliseconds; null for never. */
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
  ride: RideCourse;
}

/** What was made to happen to the ride of a reservation. */
export interface RideCourse {
  /** By how much the ride is ahead of its times. */
  aheadMs: number;
  /** Whether another driver comes. */
  hasOtherDriver: boolean;
}

export interface PricingStore {
  /** Adds a pricing. When a bound is exceeded, expired pricings are dropped first, then the oldest. */
  add(pricing: PricingRecord): Promise<void>;
  find(profileCode: string, pricingToken: string): Promise<PricingRecord | undefined>;
  /** Lets a pricing end at an instant, if it would end later; false when it does not. */
  expire(profileCode: string, pricingToken: string, at: number): Promise<boolean>;
  /** No pricing of an owner expires before this instant. Read from memory: nothing is due before it. */
  firstExpiry(owner: number): number;
  /** Removes at most `limit` pricings of an owner that expired before the instant; returns how many. */
  purge(expiredBefore: number, limit: number, owner: number): Promise<number>;
}

export type BookingKey =
  { bookingId: string } | { pricingToken: string } | { searchId: string } | { partnerTrackingId: string };

/** Until when reads show a cancelled reservation as confirmed: this instant, or so many reads, whichever is first. */
export interface HiddenCancellation {
  /** Epoch milliseconds. */
  until: number;
  reads: number;
}

/** A key of reservation requests. */
export type ReservationKey =
  { reservationId: string } | { confirmationNumber: string } | { searchId: string } | { partnerTrackingId: string };

export type ArmedBooking = Pick<BookingRecord, 'bookingId' | 'searchId' | 'armed'>;

/**
 * Bookings and their reservations. Each method is one transaction. A completed booking that
 * `replaces` a reservation closes it in the same transaction: state `changed`, `replacedBy` set, only if it
 * is still `confirmed`.
 */
export interface BookingStore {
  /**
   * Adds a booking, and its reservation when it is completed.
   * `pricing-taken`: the pricing has been booked already. `original-closed`: the reservation to replace is
   * no longer confirmed. At a bound, the oldest booking of the profile that is over is dropped with its pricing, which
   * cannot be booked again; over is failed, cancelled, changed, or three days after the last pickup. `full`: there is
   * none. In all of these cases nothing was stored.
   */
  add(booking: BookingRecord): Promise<'added' | 'pricing-taken' | 'original-closed' | 'full'>;
  /** The newest 200 bookings under a key, oldest first. */
  find(profileCode: string, key: BookingKey): Promise<BookingRecord[]>;
  /** The latest booking under a key on which something is armed, or else the latest one. */
  findArmed(profileCode: string, key: ReservationKey): Promise<ArmedBooking | undefined>;
  /** Replaces what is armed on a booking if it is still `expected`; false when it is not. */
  rearm(profileCode: string, bookingId: string, expected: string, armed: string | null): Promise<boolean>;
  /** Counts one read of a pending or hidden booking; returns the new count. */
  countRead(profileCode: string, bookingId: string): Promise<number>;
  /**
   * Settles a pending or hidden booking at an instant; does not change one that has ended. A change whose original is
   * no longer confirmed ends as failed with `reservation_not_changeable`. Returns the booking as it is now.
   */
  settle(profileCode: string, bookingId: string, settledAt: number): Promise<BookingRecord>;
  /**
   * Settles a pending or hidden booking at an instant with another outcome than its own, if wanted;
   * undefined for one that has ended.
   */
  decide(
    profileCode: string,
    bookingId: string,
    settledAt: number,
    outcome: Pick<Settlement, 'to' | 'errorCode'>,
  ): Promise<BookingRecord | undefined>;
  /** An existing reservation, by its id or its confirmation number. */
  findReservation(
    profileCode: string,
    key: { reservationId: string } | { confirmationNumber: string },
  ): Promise<ReservationRecord | undefined>;
  /** Cancels a confirmed reservation; false when it is not confirmed. */
  cancel(
    profileCode: string,
    reservationId: string,
    cancelledAt: number,
    hidden?: HiddenCancellation,
  ): Promise<boolean>;
  /**
   * Changes the course of a ride if it is still `expected`; false when it is not, or the reservation is not confirmed.
   */
  changeRide(profileCode: string, reservationId: string, expected: RideCourse, course: RideCourse): Promise<boolean>;
  /** Whether a cancellation is hidden from this read of its reservation, which counts. */
  hidesCancellation(profileCode: string, reservationId: string, now: number): Promise<boolean>;
  /** Hides a cancellation no longer. */
  showCancellation(profileCode: string, reservationId: string): Promise<void>;
  /** Pending and hidden bookings of a profile whose `dueAt` is at or before the instant, the earliest first. */
  due(profileCode: string, now: number, limit: number): Promise<BookingRecord[]>;
}
