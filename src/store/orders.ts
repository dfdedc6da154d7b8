import type { GdsProvider, ResponseValue } from '../interface/api.ts';

/** A flight order with all its data. */
export interface OrderRecord {
  orderId: string;
  profileCode: string;
  gdsprovider: GdsProvider;
  offerId: string;
  /** Mark on an order made by a resend: an offer has one order without a mark. */
  again: string | null;
  /** `books-again` if a scenario makes the same request order again; null if the offer is sold. */
  resend: 'books-again' | null;
  status: 'booked' | 'held';
  /** A hold's payment deadline, and when its price guarantee ends, if any; epoch milliseconds. */
  hold: { expiresAt: number; priceGuaranteedUntil: number | null } | null;
  createdAt: number;
  /** The trip's end, when the offer is forgotten; null if unknown. Epoch milliseconds. */
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
   * drops the profile's oldest finished order. Returns `full` if none is finished.
   */
  add(order: OrderRecord): Promise<'added' | 'offer-taken' | 'full'>;
  find(profileCode: string, orderId: string): Promise<OrderRecord | undefined>;
  /** Ends an order's hold at an instant if it would end later. Returns false otherwise. */
  expireHold(profileCode: string, orderId: string, at: number): Promise<boolean>;
  /** Returns an offer's order without a mark. */
  findByOffer(profileCode: string, offerId: string): Promise<OrderRecord | undefined>;
}
