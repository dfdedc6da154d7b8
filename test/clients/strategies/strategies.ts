/**
 * Lawful ways to do the tasks of the exam. Both clients of this folder read a strategy as `name=value,name=value` from
 * the variable STRATEGY; a name that is left out has its first value.
 */
export interface Strategy {
  /** Identifier of a read after a booking without an outcome. */
  readBy?: 'searchId' | 'partnerTrackingId' | 'reservationId' | 'confirmationNumber';
  /** Pauses between reads. */
  pauses?: 'steady' | 'doubling' | 'jittered' | 'late';
  /** Conclusion from eight reads that find nothing. */
  afterNothing?: 'not booked' | 'unknown' | 'book again';
  /** Next step after a failed booking. */
  afterFailed?: 'stop' | 'next offer' | 'search again';
  /** Next step with an offer that expires too soon. */
  afterExpiry?: 'search again' | 'stop';
  /** Next step with a cancellation in doubt that reads do not show. */
  afterLostCancel?: 'stop' | 'cancel again';
  /** Time-out of a request: two seconds, or longer than every delay of the exam. */
  waits?: 'short' | 'long';
  connection?: 'kept' | 'new';
  /** Notation of requests: the usual one, or chunked bodies with blanks, odd header case, and headers of tracing. */
  wire?: 'plain' | 'odd';
  trackingId?: 'random' | 'per search' | 'per trip' | 'none';
  offer?: 'first' | 'cheapest' | 'dearest';
  /** Calls before the booking: the needed ones, or also another search and the pricings of two offers. */
  browsing?: 'little' | 'much';
  /** Reads of the flight offer between required fields and order. */
  offerReads?: 'none' | 'before order';
  /** Optional fields of requests. */
  optional?: 'left out' | 'sent';
  /** Flight: that of the task, or a family's round trip of the client's own. */
  flight?: 'task' | 'family';
  /** Content of the statement. */
  states?: 'content' | 'prices' | 'ids' | 'nothing';
}

/** Every strategy by its name. */
export const strategies: Readonly<Record<string, Strategy>> = {
  plain: {},
  'reads-by-tracking-id': { readBy: 'partnerTrackingId', trackingId: 'per search', pauses: 'doubling' },
  'reads-by-number': { readBy: 'confirmationNumber', trackingId: 'per trip', pauses: 'jittered', states: 'ids' },
  'reads-by-reservation': { readBy: 'reservationId', trackingId: 'none', waits: 'long', offer: 'cheapest' },
  'says-unknown': { afterNothing: 'unknown', afterFailed: 'next offer', connection: 'new', states: 'prices' },
  'books-again-after-reads': { afterNothing: 'book again', afterFailed: 'search again', waits: 'long' },
  'tries-the-next-offer': { afterFailed: 'next offer', trackingId: 'per trip', offer: 'cheapest', optional: 'sent' },
  'searches-again': { afterFailed: 'search again', afterNothing: 'book again', trackingId: 'none', states: 'nothing' },
  'stops-at-expiry': { afterExpiry: 'stop', pauses: 'late', offer: 'dearest', offerReads: 'before order' },
  'cancels-again': { afterLostCancel: 'cancel again', readBy: 'partnerTrackingId', connection: 'new' },
  browses: { browsing: 'much', offer: 'dearest', pauses: 'jittered', optional: 'sent' },
  'flies-with-a-family': { flight: 'family', states: 'ids', offerReads: 'before order', browsing: 'much' },
  'new-connections': { connection: 'new', pauses: 'late', waits: 'long', trackingId: 'per trip', optional: 'sent' },
  'writes-oddly': { wire: 'odd', readBy: 'partnerTrackingId', trackingId: 'per search', offerReads: 'before order' },
  'writes-oddly-once': { wire: 'odd', connection: 'new', afterFailed: 'next offer', states: 'prices' },
};

/** The strategy as the clients read it. */
export function writeStrategy(strategy: Strategy): string {
  return Object.entries(strategy)
    .map(([name, value]) => `${name}=${value}`)
    .join();
}
