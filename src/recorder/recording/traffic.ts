import { monotonicClock, systemClock } from '../../base/clock.ts';
import { nextTurn } from '../../base/turns.ts';
import type { PassedExchange } from './capture.ts';
import { Room } from './capture.ts';

/**
 * The exchanges in the order in which they end. What is done with each one waits for those before it, and is done
 * behind the traffic.
 */
export class Traffic {
  readonly stamps = new Stamps();
  readonly room = new Room();
  ended = 0;
  readonly #handle: (passed: PassedExchange, sequence: number) => Promise<void>;
  readonly #reportError: (error: unknown) => void;
  #tail = Promise.resolve();

  /** `reportError` gets what `handle` throws. */
  constructor(
    handle: (passed: PassedExchange, sequence: number) => Promise<void>,
    reportError: (error: unknown) => void,
  ) {
    this.#handle = handle;
    this.#reportError = reportError;
  }

  add(passed: PassedExchange): void {
    const sequence = ++this.ended;
    this.#tail = this.#tail.then(() => this.#take(passed, sequence));
  }

  /** Resolved once all that has ended is handled. Never rejects. */
  async settled(): Promise<void> {
    for (let tail; tail !== this.#tail;) await (tail = this.#tail);
  }

  async #take(passed: PassedExchange, sequence: number): Promise<void> {
    try {
      // One in each turn of the event loop: what passes comes first.
      await nextTurn();
      await this.#handle(passed, sequence);
    } catch (error) {
      this.#reportError(error);
    }
  }
}

/**
 * Instants in epoch milliseconds, each later than the one before: what a client knew when a request began follows from
 * their order, and milliseconds are too coarse for it.
 */
class Stamps {
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
