import type { ExchangeSummary, JournalStore } from '../../store/journal.ts';
import { describeSummary } from './describe-exchange.ts';
import type { EventWriter } from './event-writer.ts';

/** Reads the exchanges of a profile after a sequence number from the store, page by page, and writes them as events. */
export class JournalFollower {
  readonly #store: JournalStore;
  readonly #profileCode: string;
  readonly #events: EventWriter;
  #sent: number;
  /** Counts restarts of the journal: a page that was read before a restart is outdated. */
  #restarts = 0;
  #running = false;
  #requested = false;

  constructor(store: JournalStore, profileCode: string, after: number, events: EventWriter) {
    this.#store = store;
    this.#profileCode = profileCode;
    this.#sent = after;
    this.#events = events;
  }

  /** Writes everything new. A call while another runs makes that one continue. */
  async writeNew(): Promise<void> {
    this.#requested = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#requested && this.#events.isOpen) {
      this.#requested = false;
      while (this.#events.isOpen && (await this.#writePage())) await this.#events.drained();
    }
    this.#running = false;
  }

  restart(): void {
    this.#sent = 0;
    this.#restarts += 1;
    this.#events.write('restarted', {}, 0);
  }

  /** Returns whether there may be more to write. */
  async #writePage(): Promise<boolean> {
    const restarts = this.#restarts;
    const page = await this.#store.list(this.#profileCode, { after: this.#sent, order: 'oldest', limit: PAGE });
    if (restarts !== this.#restarts) return true;
    for (const exchange of page) this.#writeExchange(exchange);
    return page.length > 0;
  }

  #writeExchange(exchange: ExchangeSummary): void {
    const missed = exchange.sequence - this.#sent - 1;
    if (missed > 0) this.#events.write('dropped', { exchanges: missed });
    this.#events.write('exchange', describeSummary(exchange), exchange.sequence);
    this.#sent = exchange.sequence;
  }
}

const PAGE = 50;
