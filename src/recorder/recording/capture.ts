import type { Exchange } from '../../exchange/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { RawHeaders } from '../proxy/headers.ts';

/** How much of all bodies together may be held at once: of those under way, and of those that wait to be recorded. */
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

/** A copy of a body that passes, as long as it is not too large. */
export class Capture {
  /** How many bytes passed. */
  size = 0;
  /** Whether the copy was given up, or the body broke off. */
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

  /** All of it; null where it was cut. */
  get bytes(): Buffer | null {
    return this.isCut ? null : Buffer.concat(this.#pieces);
  }

  drop(): void {
    this.isCut = true;
    this.release();
  }

  /** To be called once the copy is not needed any more. */
  release(): void {
    this.#pieces = [];
    this.#room.release(this.#held);
    this.#held = 0;
  }
}

/** A longer body passes all the same, and is not recorded. */
export const MAX_BODY_BYTES = 4 * 2 ** 20;
const MOST_HELD = 64 * 2 ** 20;

/** An exchange that has passed, as it was on the wire. */
export interface PassedExchange {
  /** Of `Stamps`. */
  began: number;
  /** How many exchanges had ended when it began. */
  endedBefore: number;
  method: string;
  operation: OperationId | null;
  /** The target at the upstream. */
  target: string;
  requestHeaders: RawHeaders;
  requestBody: Capture;
  /** What the client saw; null for nothing. */
  seen: PassedResponse | null;
  /** What the upstream sent, where that is something else than the client saw; null for nothing. */
  sent: PassedResponse | null;
  /** Until it is recorded, a client that leaves changes it. */
  ending: Exchange['ending'];
  /** Why the client saw no whole response; empty where it did. */
  reason: string;
  /** The scenarios that acted, and where they were selected. */
  scenario: { name: string; from: string } | null;
}

export interface PassedResponse {
  status: number;
  statusText: string;
  headers: RawHeaders;
  readonly body: Capture;
  /** Whether the upstream made it. */
  isService: boolean;
}
