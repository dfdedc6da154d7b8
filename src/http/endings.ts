import { Lru } from '../base/lru.ts';

/** Counts the exchanges of a sandbox in the order of their ends. */
export class Endings {
  #count = 0;
  /** The numbers of the latest exchanges of each profile. */
  readonly #profiles = new Lru<number[]>(MAX_PROFILES);

  /** Number of ended exchanges so far. */
  get count(): number {
    return this.#count;
  }

  /** Counts one more; returns its number. */
  next(): number {
    return ++this.#count;
  }

  /**
   * Notes an exchange of a profile that began after `began` endings; returns the number of the profile's exchanges that
   * ended in between.
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

  /** Call this when the journal of a profile begins again. */
  restart(profileCode: string): void {
    this.#profiles.delete(profileCode);
  }
}

const MAX_PROFILES = 1000;
/** Minimum number of endings kept for a profile: a request with more overlaps counts too few. */
const MAX_HELD = 500;
