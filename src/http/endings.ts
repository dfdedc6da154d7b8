import { Lru } from '../base/lru.ts';

/** Counts the exchanges of a sandbox in the order in which they end. */
export class Endings {
  #count = 0;
  /** The numbers of the latest exchanges of each profile. */
  readonly #profiles = new Lru<number[]>(MAX_PROFILES);

  /** How many have ended so far. */
  get count(): number {
    return this.#count;
  }

  /** Counts one more; returns its number. */
  next(): number {
    return ++this.#count;
  }

  /**
   * Takes note of an exchange of a profile that began when `began` exchanges had ended; returns how many of the profile
   * ended in the meantime.
   */
  overlapped(profileCode: string, began: number, ended: number): number {
    const numbers = this.#profiles.getOrCreate(profileCode, () => []);
    let first = numbers.length;
    while (first > 0 && (numbers[first - 1] ?? 0) > began) first--;
    const overlapped = numbers.length - first;
    numbers.push(ended);
    if (numbers.length > 2 * MAX_HELD) numbers.splice(0, MAX_HELD);
    return overlapped;
  }

  /** To be called when the journal of a profile begins again. */
  restart(profileCode: string): void {
    this.#profiles.delete(profileCode);
  }
}

const MAX_PROFILES = 1000;
/** Endings that are held of a profile at least: a request that overlaps with more counts too few. */
const MAX_HELD = 500;
