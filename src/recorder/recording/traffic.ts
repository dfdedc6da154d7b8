import { nextTurn } from '../../base/turns.ts';
import { Room } from './capture.ts';
import type { PassedExchange } from './passed-exchange.ts';
import { Stamps } from './stamps.ts';

/**
 * The exchanges in the order in which they end. What is done with each one waits for those before it, and is done
 * behind the traffic.
 */
export class Traffic {
  readonly stamps = new Stamps();
  readonly room = new Room();
  /** How many have ended. */
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
