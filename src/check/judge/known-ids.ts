/**
 * An id set in a fixed 16 kB (a Bloom filter). It may report an id that was never added, more often the fuller it is. A
 * client that uses such an id breaks no rule.
 */
export class KnownIds {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array | null = null) {
    this.bytes = Uint8Array.from(bytes ?? new Uint8Array(SIZE));
  }

  add(id: string): void {
    for (const bit of bitsOf(id)) this.bytes[bit >> 3] = (this.bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  }

  has(id: string): boolean {
    return bitsOf(id).every((bit) => ((this.bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
  }
}

/** Returns an id's bits, from two 32-bit FNV-1a hashes. */
function bitsOf(id: string): number[] {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < id.length; i++) {
    one = Math.imul(one ^ id.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ id.charCodeAt(i), 0x01000193) ^ (other >>> 15);
  }
  return Array.from({ length: HASHES }, (_, i) => ((one + Math.imul(i, other | 1)) >>> 0) % (SIZE * 8));
}

const SIZE = 16_384;
const HASHES = 4;
