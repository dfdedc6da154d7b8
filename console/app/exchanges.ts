import { signal } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Schema } from '../api/client.ts';

export type Summary = Schema['ExchangeSummary'];

/**
 * The exchanges in the profile's journal, the newest last. They arrive one by one and are rendered once per frame.
 * Memory stays bounded, also on a page that renders no frames.
 */
class Exchanges {
  readonly rows = signal<readonly Summary[]>([]);
  /** Exchanges dropped by the journal. */
  readonly dropped = signal(0);
  #waiting: Summary[] = [];
  #frame: number | undefined;

  take({ event, data }: EventSourceMessage): void {
    if (event === 'restarted') return this.clear();
    if (event !== 'exchange') return;
    this.#waiting.push(JSON.parse(data) as Summary);
    if (this.#waiting.length > MOST) this.#waiting.shift();
    this.#frame ??= requestAnimationFrame(() => this.#show());
  }

  /** Removes rows that the journal no longer has. */
  remove(gone: ReadonlySet<Summary>): void {
    if (gone.size > 0) this.rows.value = this.rows.value.filter((row) => !gone.has(row));
  }

  clear(): void {
    this.#waiting = [];
    this.rows.value = [];
    this.dropped.value = 0;
  }

  #show(): void {
    this.#frame = undefined;
    this.rows.value = [...this.rows.value, ...this.#waiting].slice(-MOST);
    this.#waiting = [];
  }
}

export const exchanges = new Exchanges();

/** More than a journal has. */
const MOST = 5000;
