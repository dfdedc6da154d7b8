import { signal } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Schema } from '../api/client.ts';

export type Summary = Schema['ExchangeSummary'];

/**
 * The latest exchanges of the profile, the newest last. They arrive one by one and are rendered once per frame. Beyond
 * 5,000 the oldest are dropped, so that memory stays bounded.
 */
class Exchanges {
  readonly rows = signal<readonly Summary[]>([]);
  /** Number of exchanges dropped by the journal before the stream could send them. */
  readonly missed = signal(0);
  /** Number of exchanges dropped by this page to make room. */
  readonly forgotten = signal(0);
  #waiting: Summary[] = [];
  #frame: number | undefined;

  take({ event, data }: EventSourceMessage): void {
    if (event === 'restarted') return this.clear();
    if (event === 'dropped') {
      this.missed.value += (JSON.parse(data) as { exchanges: number }).exchanges;
      return;
    }
    if (event !== 'exchange') return;
    this.#waiting.push(JSON.parse(data) as Summary);
    this.#frame ??= requestAnimationFrame(() => this.#show());
  }

  clear(): void {
    this.#waiting = [];
    this.rows.value = [];
    this.missed.value = 0;
    this.forgotten.value = 0;
  }

  #show(): void {
    this.#frame = undefined;
    const all = [...this.rows.value, ...this.#waiting];
    this.#waiting = [];
    this.forgotten.value += Math.max(0, all.length - MOST);
    this.rows.value = all.slice(-MOST);
  }
}

export const exchanges = new Exchanges();

const MOST = 5000;
