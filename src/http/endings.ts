import { Lru } from '../base/lru.ts';

/** Counts a sandbox's exchanges in the order in which they end. */
export class Endings {
  #count = 0;
  /** Each profile's latest exchange numbers. */
  readonly #profiles = new Lru<number[]>(MAX_PROFILES);

  /** Number of ended exchanges so far. */
  get count(): number {
    return this.#count;
  }

  /** Counts another exchange; returns its number. */
  next(): number {
    return ++this.#count;
  }

  /**
   * Notes a profile's exchange that began after `began` endings; returns how many of its exchanges ended in between.
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

  /** Call this when a profile's journal begins again. */
  restart(profileCode: string): void {
    this.#profiles.delete(profileCode);
  }
}

const MAX_PROFILES = 1000;
/** Minimum number of endings kept for a profile: a request with more overlaps counts too few. */
const MAX_HELD = 500;
