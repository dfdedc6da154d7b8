/** A flight order, whole. */
export interface OrderRecord {
  orderId: string;
  profileCode: string;
  gdsprovider: 0 | 1;
  offerId: string;
  status: 'booked' | 'held';
  /** Until when a held order must be paid, and until when its price is guaranteed, if it is; epoch milliseconds. */
  hold: { expiresAt: number; priceGuaranteedUntil: number | null } | null;
  createdAt: number;
  /** When the trip and whatever can still be asked about the offer are over; null where that is not known. Epoch milliseconds. */
  overAt: number | null;
  /** What the caller sent. */
  request: unknown;
  /** What the service answered, without `liveMode`. */
  answer: unknown;
  /** The native booking call that the provider got, and its native answer. */
  providerRecord: { request: unknown; response: unknown };
}

export interface OrderStore {
  /**
   * Keeps an order unless its offer has been ordered already: one offer is sold once, whoever comes first. `full`:
   * the profile, or all of them, have as many as they may, and none of the profile is over; else the oldest of
   * those makes room.
   */
  add(order: OrderRecord): Promise<'added' | 'offer-taken' | 'full'>;
  find(profileCode: string, orderId: string): Promise<OrderRecord | undefined>;
  /** The order of an offer, if there is one. */
  findByOffer(profileCode: string, offerId: string): Promise<OrderRecord | undefined>;
}
