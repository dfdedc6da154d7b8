import { monotonicClock, systemClock } from '../../base/clock.ts';
import { inSlices } from '../../base/turns.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Passage } from '../proxy/passage.ts';
import type { PassedExchange } from './capture.ts';
import { Room } from './capture.ts';

/** Returns an exchange's place among all, taken when it is recorded. */
export type Seal = () => Pick<Exchange, 'sequence' | 'overlapped'> & { ended: number };

/** The two steps for a completed exchange. */
export interface Handling {
  /** Writes it to the file. After that, the client gets the end of its response. */
  record: (passed: PassedExchange, seal: Seal) => Promise<Exchange>;
  judge: (exchange: Exchange) => void;
  /** Receives the errors of both steps. */
  onError: (error: unknown, passed: PassedExchange) => void;
}

/**
 * Exchanges in the order in which they end. Each is recorded before the client has the whole response, and judged
 * afterwards. An exchange is handled after all earlier ones.
 */
export class Traffic {
  readonly stamps = new Stamps();
  readonly room = new Room();
  /** Calls not recorded yet. */
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

  /** Resolves once it is recorded. Never rejects. */
  add(passed: PassedExchange): Promise<void> {
    return new Promise((resolve) => {
      this.#tail = this.#tail.then(() => this.#take(passed, resolve));
    });
  }

  /** Resolves once all ended exchanges are handled. Never rejects. */
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
    // Delays the client, so that exchanges do not accumulate.
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

  /** Resolves once no call is under way. */
  async idle(): Promise<void> {
    while (this.underway.size > 0) await Promise.all(Array.from(this.underway, ({ recorded }) => recorded));
  }

  #seal({ endedBefore }: PassedExchange): ReturnType<Seal> {
    const overlapped = this.ended - endedBefore;
    return { sequence: ++this.ended, overlapped, ended: this.stamps.next() };
  }
}

/**
 * Unique increasing instants in epoch milliseconds. Their order shows a client's knowledge when a request begins, for
 * which milliseconds are too coarse.
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
/** Microseconds in a millisecond. For present-day instants, a number resolves quarter microseconds. */
const PER_MS = 1000;
const STEP = 0.001;
