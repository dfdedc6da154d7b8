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
  /** What the caller sent. */
  request: unknown;
  /** What the service answered, without `liveMode`. */
  answer: unknown;
  /** The native booking call that the provider got, and its native answer. */
  providerRecord: { request: unknown; response: unknown };
}

export interface OrderStore {
  /** Keeps an order unless its offer has been ordered already: one offer is sold once, whoever comes first. */
  add(order: OrderRecord): Promise<'added' | 'offer-taken'>;
  find(profileCode: string, orderId: string): Promise<OrderRecord | undefined>;
  /** The order of an offer, if there is one. */
  findByOffer(profileCode: string, offerId: string): Promise<OrderRecord | undefined>;
}
