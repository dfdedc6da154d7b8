import type { KeyObject } from 'node:crypto';
import { createHmac, createSecretKey, hash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A random value stream (sfc32). Nothing else in the project makes random values.
 *
 * The key alone determines a stream: the same key gives the same values, on every machine. The key is hashed with
 * SHA-256 first, so the values reveal at most the rest in their own stream, never its key or another stream. That rest
 * can be computed: secrets must come from {@link Ids}, not from a stream.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(key: string) {
    const digest = hash('sha256', key, 'hex');
    const word = (n: number) => parseInt(digest.slice(8 * n, 8 * n + 8), 16) | 0;
    this.#a = word(0);
    this.#b = word(1);
    this.#c = word(2);
    this.#d = word(3);
  }

  /** Returns an integer from 0 to 2³²−1. */
  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return this.uint32() / 4294967296;
  }

  /** Returns an integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** True with probability `p` (0 to 1). */
  chance(p: number): boolean {
    return this.fraction() < p;
  }

  /** Returns one element from a non-empty list. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  /** Returns `length` characters from the alphabet (lower-case letters and digits by default). */
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

  /** Returns `length` lower-case hexadecimal digits. */
  hex(length: number): string {
    return this.text(length, HEX_DIGITS);
  }
}

/** An alphabet to draw letters from. One random number gives as many letters as its range allows. */
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
 * Hands out one stream after another within a scope (a profile code, for example). A scope's n-th stream depends only
 * on the root seed, the scope and n, so one profile never changes another's ids. One owner's scopes begin with its
 * name: `dp_…` and `dp_…/chance`.
 *
 * Everything is derived from the root seed by HKDF and HMAC-SHA-256, with one key each for secrets, ids and content:
 * outputs in one kind, scope or number reveal nothing about any other. With `randomSecrets`, secrets do not follow from
 * the seed.
 */
export class Ids {
  readonly seed: string;
  readonly #keys: Readonly<Record<Kind, KeyObject>>;
  readonly #randomSecrets: boolean;
  readonly #drawn = new Map<string, number>();
  /** The generation for an owner's streams, for owners with scopes restarted in another one than the first. */
  readonly #generations = new Map<string, string>();

  constructor(seed: string, { randomSecrets = false }: { randomSecrets?: boolean } = {}) {
    this.seed = seed;
    this.#randomSecrets = randomSecrets;
    this.#keys = { secrets: keyFor(seed, 'secrets'), ids: keyFor(seed, 'ids'), content: keyFor(seed, 'content') };
  }

  /** Returns a scope's next stream, for ids. */
  draw(scope: string): Random {
    return new Random(this.#derive('ids', scope));
  }

  /**
   * Returns the key to a scope's next stream, 32 hexadecimal digits, for content to be created again later. Exports
   * contain it.
   */
  key(scope: string): string {
    return this.#derive('content', scope).slice(0, 32);
  }

  /** Returns a scope's next secret: `length` lower-case letters and digits, at most 48. */
  secret(scope: string, length: number): string {
    // The scope advances with random secrets too, so the ids stay the same.
    const derived = this.#derive('secrets', scope);
    const bytes = this.#randomSecrets ? randomBytes(32).toString('hex') : derived;
    return BigInt(`0x${bytes}`).toString(36).padStart(length, '0').slice(-length);
  }

  /** Drops a removed owner's state: `dp_…`, `dp_…/chance`, `credentials/dp_…`. */
  remove(owner: string): void {
    for (const scope of this.#drawn.keys()) if (scope.split('/').includes(owner)) this.#drawn.delete(scope);
    this.#generations.delete(owner);
  }

  /**
   * Restarts an owner's scopes, with the first streams or with those in a `generation`. Each generation always has the
   * same streams, and no other generation has them.
   */
  restart(owner: string, generation = ''): void {
    for (const scope of this.#drawn.keys()) if (ownerOf(scope) === owner) this.#drawn.delete(scope);
    if (generation === '') this.#generations.delete(owner);
    else this.#generations.set(owner, generation);
  }

  /** Continues with streams unused by the owner since its restart: other records use ids from the current ones. */
  leap(owner: string): void {
    this.restart(owner, `${this.#generations.get(owner) ?? ''}~`);
  }

  #derive(kind: Kind, scope: string): string {
    return createHmac('sha256', this.#keys[kind]).update(this.#path(scope)).digest('hex');
  }

  #path(scope: string): string {
    const n = (this.#drawn.get(scope) ?? 0) + 1;
    this.#drawn.set(scope, n);
    return `${this.#generations.size === 0 ? scope : this.#inGeneration(scope)}/${n}`;
  }

  #inGeneration(scope: string): string {
    const owner = ownerOf(scope);
    const generation = this.#generations.get(owner);
    return generation === undefined ? scope : `${owner}${generation}${scope.slice(owner.length)}`;
  }
}

type Kind = 'secrets' | 'ids' | 'content';

function keyFor(seed: string, kind: Kind): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', seed, 'taxiway', kind, 32)));
}

/** Returns a random root seed. */
export function freshSeed(): string {
  return randomBytes(16).toString('hex');
}

function ownerOf(scope: string): string {
  const end = scope.indexOf('/');
  return end < 0 ? scope : scope.slice(0, end);
}

const HEX_DIGITS = new Alphabet('0123456789abcdef');
const LETTERS_AND_DIGITS = new Alphabet('abcdefghijklmnopqrstuvwxyz0123456789');
