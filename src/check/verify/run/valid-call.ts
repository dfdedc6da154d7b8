import type { Offer } from '../../../interface/api.ts';
import type { FoundTransfer, PricedTransfer } from '../fixtures/transfer-requests.ts';

/** Reason why a call is valid. */
export interface Validity {
  /** Kind of the call. Calls within a kind do not differ in anything that could cause a refusal. */
  kind: string;
  /** The kind in words: `a hold`; empty if the operation is enough. */
  words: string;
  /**
   * True if the document allows the call, by the run's knowledge at its end. Otherwise the call is valid if the target
   * accepted another one with its kind.
   */
  isDocumented: () => boolean;
}

/**
 * The sender's statement that its request is complete and unchanged. Such a call is valid unless its subject belongs to
 * another profile, or is used up or expired. An order without totalSegments may be invalid.
 */
export type ValidRequest =
  | { search: Validity }
  | { offer: Offer; form: OrderForm | 'a read' }
  | { transfer: FoundTransfer & Partial<PricedTransfer> }
  | { reservationId: string };

export type OrderForm = 'an order' | 'a hold' | 'an order with totalSegments' | 'an order without totalSegments';

/** Validity for a call that the document allows without further conditions. */
export function documented(kind = '', words = ''): Validity {
  return { kind, words, isDocumented: () => true };
}
