import type { Exchange } from '../../exchange/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { RawHeaders } from '../proxy/headers.ts';

/** Size limit for all bodies in memory: for calls under way, and for those waiting to be recorded. */
export class Room {
  #held = 0;

  claim(bytes: number): boolean {
    if (this.#held + bytes > MOST_HELD) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

/** A copy of a passing body, up to a size limit. */
export class Capture {
  /** Number of passed bytes. */
  size = 0;
  /** True if the copy was dropped, or the body broke off. */
  isCut = false;
  readonly #room: Room;
  #pieces: Buffer[] = [];
  #held = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  take(piece: Buffer): void {
    this.size += piece.length;
    if (this.isCut) return;
    if (this.size > MAX_BODY_BYTES || !this.#room.claim(piece.length)) return this.drop();
    this.#held += piece.length;
    this.#pieces.push(piece);
  }

  /** The whole body; null if it was cut. */
  get bytes(): Buffer | null {
    return this.isCut ? null : Buffer.concat(this.#pieces);
  }

  drop(): void {
    this.isCut = true;
    this.release();
  }

  /** Releases the copy. The caller calls it once the copy is no longer needed. */
  release(): void {
    this.#pieces = [];
    this.#room.release(this.#held);
    this.#held = 0;
  }
}

/** A longer body still passes, but is not recorded. */
export const MAX_BODY_BYTES = 4 * 2 ** 20;
const MOST_HELD = 64 * 2 ** 20;

/** A completed exchange in its wire form. */
export interface PassedExchange {
  /** Time from `Stamps`. */
  began: number;
  /** Number of exchanges that had ended before it began. */
  endedBefore: number;
  method: string;
  operation: OperationId | null;
  /** Target at the upstream. */
  target: string;
  requestHeaders: RawHeaders;
  requestBody: Capture;
  /** Response as seen by the client; null for none. */
  seen: PassedResponse | null;
  /** The upstream's response if the client saw another one; null for none. */
  sent: PassedResponse | null;
  /** It still changes if the client leaves before the recording. */
  ending: Exchange['ending'];
  /** Reason for an incomplete response to the client; empty for a complete one. */
  reason: string;
  /** Acting scenarios, and where they were selected. */
  scenario: { name: string; from: string } | null;
}

export interface PassedResponse {
  status: number;
  statusText: string;
  headers: RawHeaders;
  readonly body: Capture;
  /** True if the upstream made it. */
  isService: boolean;
}
