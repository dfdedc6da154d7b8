import { monotonicClock, systemClock } from '../../base/clock.ts';

/**
 * Instants in epoch milliseconds, each later than the one before: what a client knew when a request began follows from
 * their order, and milliseconds are too coarse for it.
 */
export class Stamps {
  readonly #offset = systemClock.now() - monotonicClock.now();
  #latest = 0;

  next(): number {
    const now = this.#offset + monotonicClock.now();
    this.#latest = Math.max(Math.round(now * PER_MS) / PER_MS, Math.round((this.#latest + STEP) * PER_MS) / PER_MS);
    return this.#latest;
  }
}

/** Microseconds: a number of today holds quarters of them. */
const PER_MS = 1000;
const STEP = 0.001;
