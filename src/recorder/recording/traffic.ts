import { monotonicClock, systemClock } from '../../base/clock.ts';
import { inSlices } from '../../base/turns.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Passage } from '../proxy/passage.ts';
import type { PassedExchange } from './capture.ts';
import { Room } from './capture.ts';

/** The place of an exchange among all, taken at the instant at which it is recorded. */
export type Seal = () => Pick<Exchange, 'sequence' | 'overlapped'> & { ended: number };

/** The two steps of an exchange that has passed. */
export interface Handling {
  /** Writes it to the file. The client gets the end of its response after that. */
  record: (passed: PassedExchange, seal: Seal) => Promise<Exchange>;
  judge: (exchange: Exchange) => void;
  /** Gets what either of them throws. */
  onError: (error: unknown, passed: PassedExchange) => void;
}

/**
 * The exchanges in the order in which they end. Each one is recorded before the client has the whole response, and
 * judged behind it; what is done with it waits for those before it.
 */
export class Traffic {
  readonly stamps = new Stamps();
  readonly room = new Room();
  /** Calls that are not recorded yet. */
  readonly underway = new Set<Passage>();
  ended = 0;
  readonly #handling: Handling;
  #tail = Promise.resolve();
  #judged = Promise.resolve();
  readonly #pause = inSlices();
  #unjudged = 0;

  constructor(handling: Handling) {
    this.#handling = handling;
  }

  /** Resolved once it is recorded. Never rejects. */
  add(passed: PassedExchange): Promise<void> {
    return new Promise((resolve) => {
      this.#tail = this.#tail.then(() => this.#take(passed, resolve));
    });
  }

  /** Resolved once all that has ended is handled. Never rejects. */
  async settled(): Promise<void> {
    for (let tail; tail !== this.#tail;) {
      await (tail = this.#tail);
      await this.#judged;
    }
  }

  async #take(passed: PassedExchange, onRecorded: () => void): Promise<void> {
    const { record, onError } = this.#handling;
    try {
      const exchange = await record(passed, () => this.#seal(passed));
      this.#unjudged++;
      this.#judged = this.#judged.then(() => this.#judge(exchange, passed));
    } catch (error) {
      onError(error, passed);
    }
    onRecorded();
    // A client waits, or exchanges would pile up.
    if (this.#unjudged > MOST_UNJUDGED) await this.#judged;
  }

  async #judge(exchange: Exchange, passed: PassedExchange): Promise<void> {
    await this.#pause();
    try {
      this.#handling.judge(exchange);
    } catch (error) {
      this.#handling.onError(error, passed);
    }
    this.#unjudged--;
  }

  /** Resolved once no call is under way. */
  async idle(): Promise<void> {
    while (this.underway.size > 0) await Promise.all(Array.from(this.underway, ({ recorded }) => recorded));
  }

  #seal({ endedBefore }: PassedExchange): ReturnType<Seal> {
    const overlapped = this.ended - endedBefore;
    return { sequence: ++this.ended, overlapped, ended: this.stamps.next() };
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

const MOST_UNJUDGED = 100;
/** Microseconds: a number of today holds quarters of them. */
const PER_MS = 1000;
const STEP = 0.001;
