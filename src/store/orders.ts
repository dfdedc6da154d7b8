import type { GdsProvider, ResponseValue } from '../interface/api.ts';

/** A flight order with everything that belongs to it. */
export interface OrderRecord {
  orderId: string;
  profileCode: string;
  gdsprovider: GdsProvider;
  offerId: string;
  /** A mark of an order that a resend created: an offer has one order without a mark. */
  again: string | null;
  /** Whether the same request sent again orders again, as a scenario wants it; null: the offer is sold. */
  resend: 'books-again' | null;
  status: 'booked' | 'held';
  /** Until when a hold must be paid, and until when its price is guaranteed, if it is; epoch milliseconds. */
  hold: { expiresAt: number; priceGuaranteedUntil: number | null } | null;
  createdAt: number;
  /** When the trip is over and the offer forgotten; null where that is not known. Epoch milliseconds. */
  overAt: number | null;
  request: object;
  /** The response body, without `liveMode`. */
  answer: ResponseValue<'FlightOrderResponse'>;
  /** The native booking request to the provider, and its native response. */
  providerRecord: { request: unknown; response: unknown };
}

export interface OrderStore {
  /**
   * Adds an order unless its offer has been ordered already with the same mark: an offer is sold once. At a bound,
   * the oldest order of the profile that is over is dropped; `full`: there is none.
   */
  add(order: OrderRecord): Promise<'added' | 'offer-taken' | 'full'>;
  find(profileCode: string, orderId: string): Promise<OrderRecord | undefined>;
  /** Lets the hold of an order end at an instant, if it would end later; false when it does not. */
  expireHold(profileCode: string, orderId: string, at: number): Promise<boolean>;
  /** The order of an offer, the one without a mark. */
  findByOffer(profileCode: string, offerId: string): Promise<OrderRecord | undefined>;
}
