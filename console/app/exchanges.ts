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
  /** True once the page has every exchange from before its opening. */
  readonly isComplete = signal(false);
  /** The newest sequence number at the opening; undefined until it is loaded. */
  #newest: number | undefined;
  #waiting: Summary[] = [];
  #frame: number | undefined;

  take({ event, data }: EventSourceMessage): void {
    if (event === 'restarted') {
      this.clear();
      return this.expect(0);
    }
    if (event !== 'exchange') return;
    this.#waiting.push(JSON.parse(data) as Summary);
    if (this.#waiting.length > MOST) this.#waiting.shift();
    this.#frame ??= requestAnimationFrame(() => this.#show());
  }

  /** True until `expect` is called. */
  get isUnknown(): boolean {
    return this.#newest === undefined;
  }

  /** Takes the newest sequence number in the journal at the opening; 0 for an empty journal. */
  expect(sequence: number): void {
    this.#newest ??= sequence;
    this.#checkComplete();
  }

  /** Removes rows that the journal no longer has. */
  remove(gone: ReadonlySet<Summary>): void {
    if (gone.size > 0) this.rows.value = this.rows.value.filter((row) => !gone.has(row));
  }

  clear(): void {
    this.#waiting = [];
    this.rows.value = [];
    this.dropped.value = 0;
    this.isComplete.value = false;
    this.#newest = undefined;
  }

  #checkComplete(): void {
    if (this.#newest !== undefined && (this.rows.value.at(-1)?.sequence ?? 0) >= this.#newest)
      this.isComplete.value = true;
  }

  #show(): void {
    this.#frame = undefined;
    this.rows.value = [...this.rows.value, ...this.#waiting].slice(-MOST);
    this.#waiting = [];
    this.#checkComplete();
  }
}

export const exchanges = new Exchanges();

/** More than a journal has. */
const MOST = 5000;
