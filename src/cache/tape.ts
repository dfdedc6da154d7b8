/** Bytes on a tape. */
export interface Piece {
  readonly reel: Reel;
  readonly start: number;
  readonly end: number;
}

interface Reel {
  readonly bytes: Buffer;
  used: number;
  /** How many of its pieces are still wanted. */
  wanted: number;
}

/**
 * Keeps bytes for a moment, in memory that is used again and again: to make and to collect a buffer for each answer
 * costs several times what writing it does. A reel is used again once nobody wants a piece of it.
 */
export class Tape {
  readonly #spare: Reel[] = [];
  #current = newReel(REEL_BYTES);
  #heldBytes = REEL_BYTES;

  /** The memory of all reels that have a piece which is still wanted, and of the one in use. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Writes text (in UTF-8) and bytes, one behind the other. The piece is good until it is given up. */
  write(parts: readonly (string | Uint8Array)[]): Piece {
    let most = 0;
    for (const part of parts) most += typeof part === 'string' ? mostBytes(part) : part.length;
    const reel = this.#room(most);
    const start = reel.used;
    let end = start;
    for (const part of parts) {
      if (typeof part === 'string') end += reel.bytes.write(part, end);
      else {
        reel.bytes.set(part, end);
        end += part.length;
      }
    }
    reel.used = end;
    reel.wanted += 1;
    return { reel, start, end };
  }

  /** The same piece for somebody else, who gives it up as well. */
  share(piece: Piece): Piece {
    piece.reel.wanted += 1;
    return piece;
  }

  /** To be called once for each piece. */
  giveUp({ reel }: Piece): void {
    reel.wanted -= 1;
    if (reel.wanted === 0 && reel !== this.#current) this.#putAside(reel);
  }

  #room(length: number): Reel {
    if (this.#current.used + length <= this.#current.bytes.length) return this.#current;
    const full = this.#current;
    this.#current = length > REEL_BYTES ? newReel(length) : (this.#spare.pop() ?? newReel(REEL_BYTES));
    this.#heldBytes += this.#current.bytes.length;
    if (full.wanted === 0) this.#putAside(full);
    return this.#current;
  }

  #putAside(reel: Reel): void {
    this.#heldBytes -= reel.bytes.length;
    if (reel.bytes.length !== REEL_BYTES || this.#spare.length >= SPARE_REELS) return;
    reel.used = 0;
    this.#spare.push(reel);
  }
}

/** The bytes of a piece themselves, not a copy. */
export function bytesOf({ reel, start, end }: Piece): Buffer {
  return reel.bytes.subarray(start, end);
}

/** The beginning of a piece. It is given up with the piece, and not by itself. */
export function firstOf({ reel, start }: Piece, length: number): Piece {
  return { reel, start, end: start + length };
}

export function lengthOf({ start, end }: Piece): number {
  return end - start;
}

/** Room enough for a text; exact where three bytes for a character would be a lot. */
function mostBytes(text: string): number {
  return text.length > LONG_TEXT ? Buffer.byteLength(text) : 3 * text.length;
}

function newReel(length: number): Reel {
  return { bytes: Buffer.allocUnsafeSlow(length), used: 0, wanted: 0 };
}

const REEL_BYTES = 1 << 20;
const SPARE_REELS = 16;
const LONG_TEXT = 10_000;
