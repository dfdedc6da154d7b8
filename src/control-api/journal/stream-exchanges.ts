import type { Response } from 'express';
import type { ExchangeSummary } from '../../store/journal.ts';
import type { ControlServices } from '../control-services.ts';
import type { CausedVerdicts } from './describe-exchange.ts';
import { causedVerdicts } from './describe-exchange.ts';
import { describeSummary } from './describe-exchange.ts';
import { EventWriter } from './event-writer.ts';

/**
 * Sends a profile's exchanges after a sequence number, then each new one and each change to the profile, as server-sent
 * events until either side ends it. Exchanges are read from the store as fast as the client reads them: a slow client
 * uses no memory, and learns how many it missed when the journal dropped some in the meantime.
 */
export function streamExchanges(service: ControlServices, profileCode: string, after: number, res: Response): void {
  const { journal, log } = service;
  const events = new EventWriter(res);
  const follower = new JournalFollower(service, profileCode, after, events);
  let stopWatching = (): void => undefined;
  const stop = (): void => {
    events.stop();
    stopWatching();
  };
  const end = (): void => {
    stopWatching();
    events.end();
  };
  const wake = (): void =>
    void follower.writeNew().catch((error: unknown) => {
      log.error({ err: error }, 'a stream of the journal broke off');
      end();
    });
  stopWatching = journal.watch(profileCode, {
    wake,
    end,
    changed(operationId) {
      follower.noteChange(operationId);
      wake();
    },
    restart() {
      follower.restart();
      wake();
    },
  });
  if (!events.isOpen) return;
  res.once('close', stop);
  if (res.destroyed) stop();
  else wake();
}

/** Reads a profile's exchanges after a sequence number from the store, page by page, and writes them as events. */
class JournalFollower {
  readonly #service: ControlServices;
  readonly #profileCode: string;
  readonly #events: EventWriter;
  #sent: number;
  /** Counts journal restarts: a page read before a restart is outdated. */
  #restarts = 0;
  /** The latest unsent change. */
  #change: string | undefined;
  #running = false;
  #requested = false;

  constructor(service: ControlServices, profileCode: string, after: number, events: EventWriter) {
    this.#service = service;
    this.#profileCode = profileCode;
    this.#sent = after;
    this.#events = events;
  }

  /** Writes all new exchanges. A call during another call makes the first one continue. */
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

  /** Notes the operation behind a profile change. A slow reader gets only the latest one. */
  noteChange(operationId: string): void {
    this.#change = operationId;
  }

  restart(): void {
    this.#sent = 0;
    this.#restarts += 1;
    this.#events.write('restarted', {}, 0);
  }

  /** Writes one page. True if there may be more to write. */
  async #writePage(): Promise<boolean> {
    const restarts = this.#restarts;
    const query = { after: this.#sent, order: 'oldest', limit: PAGE } as const;
    const page = await this.#service.store.journal.list(this.#profileCode, query);
    const verdicts = await causedVerdicts(this.#service, this.#profileCode);
    if (restarts !== this.#restarts) return true;
    for (const exchange of page) this.#writeExchange(exchange, verdicts);
    this.#writeChange();
    return page.length > 0;
  }

  #writeChange(): void {
    if (this.#change === undefined) return;
    this.#events.write('changed', { operationId: this.#change });
    this.#change = undefined;
  }

  #writeExchange(exchange: ExchangeSummary, verdicts: CausedVerdicts): void {
    const missed = exchange.sequence - this.#sent - 1;
    if (missed > 0) this.#events.write('dropped', { exchanges: missed });
    this.#events.write('exchange', describeSummary(this.#service.spec, exchange, verdicts), exchange.sequence);
    this.#sent = exchange.sequence;
  }
}

const PAGE = 50;
