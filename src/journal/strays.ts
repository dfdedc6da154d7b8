import type { Outcome } from '../exchange/exchange.ts';

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
}

/** The latest strays of a sandbox, in memory alone. Their texts are cut, so that they take less than 1 MB. */
export class Strays {
  readonly #kept: Stray[] = [];
  #dropped = 0;

  add(stray: Stray): void {
    this.#kept.push(stray);
    if (this.#kept.length <= MAX_STRAYS) return;
    this.#kept.shift();
    this.#dropped += 1;
  }

  /** Number of strays dropped to make room for later ones. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The latest, newest first. */
  latest(limit: number): Stray[] {
    return this.#kept.slice(-limit).reverse();
  }
}

/** Maximum number of kept strays; docs/journal.md states it. */
export const MAX_STRAYS = 200;

/** A call that belongs to no profile, as the control API lists it. Long texts are cut. */
export interface StrayCall {
  requestId: string;
  /** When it began by the clock of the sandbox, ISO 8601. */
  at: string;
  /** Null if it was not HTTP. */
  method: string | null;
  /** With the query, redacted; null if it was not HTTP. */
  path: string | null;
  /** The two credential headers, redacted; null if they are missing. */
  authorization: string | null;
  serviceId: string | null;
  /** Null if no response began. */
  status: number | null;
  /** Error code; null without one. */
  code: string | null;
  /** Describes the fault in a sentence. */
  problem: string;
  /** The most likely operation; null if none is similar. */
  nearest: { operation: string; operationId: string; method: string; path: string } | null;
}
