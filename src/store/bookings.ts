import type { Reservation } from '../api.ts';

/** A pricing of one transfer offer, which its pricingToken names. */
export interface PricingRecord {
  pricingToken: string;
  profileCode: string;
  searchId: string;
  resultId: string;
  /** Keys of the chosen amenities. */
  amenities: string[];
  createdAt: number;
  /** As it was announced, */
  expiresAt: number;
  /** and when it really expires, which can be earlier. */
  endsAt: number;
}

/** One attempt to book a priced offer, new or as a change. Refused attempts are not kept. */
export interface BookingRecord {
  /** The id of the reservation that the booking makes. */
  bookingId: string;
  profileCode: string;
  /** One pricing is booked once. A booking that was made by sending another one again has a mark after the token. */
  pricingToken: string;
  searchId: string;
  partnerTrackingId: string | null;
  /** What the caller sent: the same request again is a resend, another one is refused. */
  request: unknown;
  /** `hidden`: the booking was made and nobody was told; reads do not find it until it is settled. */
  status: 'completed' | 'pending' | 'hidden' | 'failed';
  /** How a pending or hidden booking ends; null once it has ended. `dueAt` and `afterReads` of null never come. */
  settlement: Settlement | null;
  /** How many reads a pending or hidden booking has seen. */
  reads: number;
  /** Code of the catalogue, for a failed booking. */
  errorCode: string | null;
  /** The reservation that the booking makes; it exists for readers only once the booking completed. */
  reservation: Reservation;
  createdAt: number;
}

export interface Settlement {
  to: 'completed' | 'failed';
  /** Epoch milliseconds; from this instant on the booking is settled. */
  dueAt: number | null;
  /** The booking is settled at the read after this many that answered pending, or did not find it. */
  afterReads: number | null;
  errorCode: string | null;
}

/** How a reservation that exists stands. `reservation` carries state, links and times as they are now. */
export interface ReservationRecord {
  bookingId: string;
  profileCode: string;
  reservation: Reservation;
}

export interface PricingStore {
  /** Keeps a pricing. Where the profile, or all of them, have too many then, what has expired makes room, and then the oldest. */
  add(pricing: PricingRecord): Promise<void>;
  find(profileCode: string, pricingToken: string): Promise<PricingRecord | undefined>;
  /** Removes at most `limit` pricings of a profile that expired before the instant; answers how many it removed. */
  purge(expiredBefore: number, limit: number, profileCode: string): Promise<number>;
}

export type BookingKey =
  { bookingId: string } | { pricingToken: string } | { searchId: string } | { partnerTrackingId: string };

/**
 * Bookings and the reservations they make. Each method is one transaction. A completed booking that
 * `replaces` a reservation closes it in the same transaction: state `changed`, `replacedBy` set, only if it
 * is still `confirmed`.
 */
export interface BookingStore {
  /**
   * Keeps a booking, and its reservation when it is completed.
   * `pricing-taken`: the pricing has been booked already. `original-closed`: the reservation to replace is
   * no longer confirmed. `full`: the profile, or all of them, have as many as they may, and nothing of the profile is
   * over: failed, cancelled, changed, or three days behind its last pickup. Nothing was kept in any of these cases.
   * Of what is over, the oldest makes room, with its pricing, so that nobody books that again.
   */
  add(booking: BookingRecord): Promise<'added' | 'pricing-taken' | 'original-closed' | 'full'>;
  /** The bookings under a key, oldest first. */
  find(profileCode: string, key: BookingKey): Promise<BookingRecord[]>;
  /** Counts one read of a pending or hidden booking; answers how many it has seen now. */
  countRead(profileCode: string, bookingId: string): Promise<number>;
  /**
   * Ends a pending or hidden booking as its settlement says, at an instant; does nothing to one that has ended. A change whose
   * original is no longer confirmed ends as failed with `reservation_not_changeable`. Answers the booking as it is now.
   */
  settle(profileCode: string, bookingId: string, settledAt: number): Promise<BookingRecord>;
  /** A reservation that exists, by its id or its confirmation number. */
  findReservation(
    profileCode: string,
    key: { reservationId: string } | { confirmationNumber: string },
  ): Promise<ReservationRecord | undefined>;
  /** Cancels a reservation that is confirmed; false when it was not (any more). */
  cancel(profileCode: string, reservationId: string, cancelledAt: number): Promise<boolean>;
  /** Pending and hidden bookings of a profile whose `dueAt` is at or before the instant, the earliest first. */
  due(profileCode: string, now: number, limit: number): Promise<BookingRecord[]>;
}
