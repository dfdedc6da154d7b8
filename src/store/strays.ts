import type { Origin, Outcome } from '../exchange/exchange.ts';

/** A call that belongs to no profile: without valid credentials, to an unknown address, with a wrong method. */
export interface Stray {
  requestId: string;
  /** By the service's clock, epoch milliseconds. */
  at: number;
  /** By the machine's clock, epoch milliseconds. */
  realTime: number;
  durationMs: number;
  /** Null if it was not HTTP. */
  method: string | null;
  /** With the query, redacted and cut; null if it was not HTTP. */
  path: string | null;
  /** Null if the address and the method have no operation. */
  operationId: string | null;
  /** The two credential headers, redacted; null if they are missing. */
  authorization: string | null;
  serviceId: string | null;
  /** Null if no response began. */
  status: number | null;
  outcome: Outcome;
  /** Error code; null without one. */
  code: string | null;
  /** Describes the fault in a sentence. */
  problem: string;
  /** Absent for a call of an earlier version, and for one that was not judged. */
  sender?: StraySender;
}

/** The sender of a stray call. */
export interface StraySender {
  /** The profile of its public key; null for none. */
  profileCode: string | null;
  /** True if its credentials are valid: only the address is wrong. */
  isAuthenticated: boolean;
  origin: Origin;
  /** The forms of the two credential headers: letters and digits are replaced. Null if they are missing. */
  authorization: string | null;
  serviceId: string | null;
}

/** Strays that never reach the store. */
export interface SkippedStrays {
  count: number;
  /** The profiles of their senders. */
  profileCodes: ReadonlySet<string>;
}

export interface StrayStore {
  /**
   * Adds strays, oldest first, after others that are only counted as dropped. Drops the oldest ones above `max`. The
   * profiles of the senders know that calls were dropped: see `JournalMark`.
   */
  add(strays: readonly Stray[], skipped: SkippedStrays, max: number): Promise<void>;
  /** Returns the latest, newest first. */
  latest(limit: number): Promise<Stray[]>;
  /** Returns the calls after a number that have a sender, of this profile or of none, oldest first. */
  sentBy(profileCode: string | null, after: number): Promise<SentStray[]>;
  /** Returns the number of strays dropped to make room for later ones. */
  dropped(): Promise<number>;
}

export type SentStray = Stray & Required<Pick<Stray, 'sender'>>;
