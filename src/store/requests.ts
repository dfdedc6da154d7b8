import type { ReservationKey } from './bookings.ts';

/**
 * Reads for single requests. A shared store reads what a request needs with one statement, and keeps it for this
 * request alone.
 */
export interface RequestReads {
  /** Runs one request: what it reads is kept until its end. */
  run<T>(this: void, work: () => Promise<T>): Promise<T>;
  /**
   * Reads the credential, its profile and the records under the keys with one statement. Null for a store with these
   * records in memory.
   */
  ahead: ((this: void, publicKey: string, keys: RequestKeys) => Promise<void>) | null;
  /** Lets the running request read everything again. */
  forget(this: void): void;
}

/** Keys in a request. */
export interface RequestKeys {
  searchId?: string;
  pricingToken?: string;
  reservation?: ReservationKey;
}
