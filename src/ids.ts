import { hash, randomBytes } from 'node:crypto';

/**
 * Where chance comes from. Nothing else in the project makes random values.
 *
 * A stream is decided by its key alone: the same key gives the same values, on every machine.
 * The values look random; they are not meant to keep secrets against an attacker.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(key: string) {
    let h1 = 1779033703, h2 = 3144134277, h3 = 1013904242, h4 = 2773480762;
    for (let i = 0; i < key.length; i++) {
      const k = key.charCodeAt(i);
      h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
      h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
      h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
      h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
    }
    this.#a = h1;
    this.#b = h2;
    this.#c = h3;
    this.#d = h4;
    // Keys that differ in their last character only must not give streams that look alike.
    for (let i = 0; i < 16; i++) this.uint32();
  }

  /** An integer from 0 to 2³²−1. */
  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return this.uint32() / 4294967296;
  }

  /** An integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** True with probability `p` (0 to 1). */
  chance(p: number): boolean {
    return this.fraction() < p;
  }

  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  /** `length` characters of the alphabet (lower-case letters and digits when none is given). */
  text(length: number, alphabet: Alphabet = LETTERS_AND_DIGITS): string {
    const { letters, pairs, atOnce } = alphabet;
    let text = '';
    for (let left = length; left > 0; left -= atOnce) {
      let rest = this.uint32();
      const now = Math.min(left, atOnce);
      for (let i = 1; i < now; i += 2) {
        text += pairs[rest % pairs.length];
        rest = Math.floor(rest / pairs.length);
      }
      if (now % 2 === 1) text += letters[rest % letters.length];
    }
    return text;
  }

  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string {
    return this.text(length, HEX_DIGITS);
  }
}

/** Letters to draw from. Two are drawn in one step, and as many from one number as it is enough for. */
export class Alphabet {
  readonly letters: readonly string[];
  readonly pairs: readonly string[];
  /** 36 to the sixth, for example, is below 2³². */
  readonly atOnce: number;

  constructor(letters: string) {
    this.letters = [...letters];
    this.pairs = this.letters.flatMap((second) => this.letters.map((first) => first + second));
    this.atOnce = Math.floor(32 / Math.log2(letters.length));
  }
}

/**
 * Hands out one stream after another within a scope (a profile code, for example).
 * The n-th stream of a scope depends on the root seed, the scope and n only, so what one profile
 * does never changes the ids of another. Scopes of one owner begin with its name: `dp_…` and `dp_…/chance`.
 */
export class Ids {
  readonly seed: string;
  readonly #drawn = new Map<string, number>();
  /** What sets the streams of an owner apart from those that it began with. */
  readonly #turns = new Map<string, string>();

  constructor(seed: string) {
    this.seed = seed;
  }

  draw(scope: string): Random {
    return new Random(this.#path(scope));
  }

  /**
   * The key of the next stream of a scope, for whoever has to make the same stream again later. It does not tell
   * the root seed, which leads to the secrets of all profiles: keys are in what a profile may take home.
   */
  key(scope: string): string {
    return hash('sha256', this.#path(scope), 'hex').slice(0, KEY_LENGTH);
  }

  /**
   * Starts the scopes of an owner again: with the streams of the very beginning, or with those of a `turn`, which
   * are the same ones for the same turn and otherwise nobody's.
   */
  restart(owner: string, turn = ''): void {
    for (const scope of this.#drawn.keys()) if (ownerOf(scope) === owner) this.#drawn.delete(scope);
    if (turn === '') this.#turns.delete(owner);
    else this.#turns.set(owner, turn);
  }

  /** Goes on with streams that the owner has not drawn from since its restart: somebody else has ids of the present ones. */
  leap(owner: string): void {
    this.restart(owner, `${this.#turns.get(owner) ?? ''}~`);
  }

  #path(scope: string): string {
    const n = (this.#drawn.get(scope) ?? 0) + 1;
    this.#drawn.set(scope, n);
    return `${this.seed}/${this.#turns.size === 0 ? scope : this.#turned(scope)}/${n}`;
  }

  #turned(scope: string): string {
    const owner = ownerOf(scope);
    const turn = this.#turns.get(owner);
    return turn === undefined ? scope : `${owner}${turn}${scope.slice(owner.length)}`;
  }
}

/** A root seed nobody has used before. */
export function freshSeed(): string {
  return randomBytes(16).toString('hex');
}

function ownerOf(scope: string): string {
  const end = scope.indexOf('/');
  return end < 0 ? scope : scope.slice(0, end);
}

const KEY_LENGTH = 32;
const HEX_DIGITS = new Alphabet('0123456789abcdef');
const LETTERS_AND_DIGITS = new Alphabet('abcdefghijklmnopqrstuvwxyz0123456789');
