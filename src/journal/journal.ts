import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dropped, ExchangeQuery, ExchangeRecord, ExchangeSummary, JournalStore } from '../store/journal.ts';
import { BOUNDS } from './bounds.ts';
import type { Bounds } from './bounds.ts';
import { toNewExchange } from './met-exchange.ts';
import type { MetExchange } from './met-exchange.ts';

/**
 * The exchanges of every profile, within bounds. What is recorded reaches the store a moment later, in batches;
 * whoever reads here sees all that was recorded before.
 */
export interface Journal {
  record(exchange: MetExchange): void;
  /** Resolved once everything that was recorded so far is in the store. Never rejects. */
  flush(): Promise<void>;
  list(profileCode: string, query: ExchangeQuery): Promise<ExchangeSummary[]>;
  find(profileCode: string, exchangeId: string): Promise<ExchangeRecord | undefined>;
  dropped(profileCode: string): Promise<Dropped>;
  /** The sequence number of the newest exchange; 0 for an empty journal. */
  last(profileCode: string): Promise<number>;
  /** Calls `wake` whenever the profile has new exchanges, and `end` when nothing more will come; answers how to stop that. */
  watch(profileCode: string, watcher: Watcher): () => void;
  /** Ends everybody who watches a profile; without one everybody, now and from now on. */
  endWatching(profileCode?: string): void;
  /** Tells those who watch a profile that its journal was replaced, and counts from 1 again. */
  restart(profileCode: string): void;
  /** Writes what is waiting; nothing is recorded afterwards. */
  close(): Promise<void>;
}

export interface Watcher {
  wake(): void;
  restart(): void;
  end(): void;
}

/** `fail` is told what went wrong with the store; the exchanges concerned are lost, and counted. */
export function createJournal(store: JournalStore, fail: (error: unknown) => void, bounds: Bounds = BOUNDS): Journal {
  const watchers = new Map<string, Set<Watcher>>();
  const lost = new Map<string, number>();
  let waiting: MetExchange[] = [];
  /** Of all that is not in the store yet, also of batches on their way. */
  const unwritten = { exchanges: 0, bytes: 0 };
  let sinceShrink = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let watchable = true;
  let open = true;

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      writing = writing.then(() => write(batch));
    }
    return writing;
  };

  const write = async (batch: readonly MetExchange[]): Promise<void> => {
    for (let at = 0; at < batch.length; at += MOST_AT_ONCE) {
      if (at > 0) await nextTurn();
      await append(batch.slice(at, at + MOST_AT_ONCE));
    }
    if (sinceShrink < bounds.allBytes * SHRINK_SHARE) return;
    sinceShrink = 0;
    await store.shrink(bounds.allBytes).catch(fail);
  };

  const append = async (exchanges: readonly MetExchange[]): Promise<void> => {
    const lostBefore = new Map(lost);
    lost.clear();
    try {
      await store.append(exchanges.map(toNewExchange), bounds.profile, lostBefore);
    } catch (error) {
      fail(error);
      for (const [profileCode, count] of lostBefore) lose(profileCode, count);
      for (const { profileCode } of exchanges) lose(profileCode, 1);
    }
    for (const exchange of exchanges) {
      unwritten.exchanges -= 1;
      unwritten.bytes -= bodiesOf(exchange);
      sinceShrink += bodiesOf(exchange);
    }
    if (watchers.size > 0) for (const profileCode of new Set(exchanges.map((exchange) => exchange.profileCode))) wake(profileCode);
  };

  const lose = (profileCode: string, count: number): void => void lost.set(profileCode, (lost.get(profileCode) ?? 0) + count);
  const wake = (profileCode: string): void => watchers.get(profileCode)?.forEach((watcher) => watcher.wake());

  return {
    record(exchange) {
      if (!open) return;
      const bytes = bodiesOf(exchange);
      if (unwritten.exchanges >= bounds.waiting.exchanges || unwritten.bytes + bytes > bounds.waiting.bytes) return lose(exchange.profileCode, 1);
      unwritten.exchanges += 1;
      unwritten.bytes += bytes;
      waiting.push(exchange);
      timer ??= setTimeout(flush, BATCH_MS).unref();
    },

    flush,
    list: async (profileCode, query) => (await flush(), store.list(profileCode, query)),
    find: async (profileCode, exchangeId) => (await flush(), store.find(profileCode, exchangeId)),
    dropped: async (profileCode) => (await flush(), store.dropped(profileCode)),
    last: async (profileCode) => (await flush(), store.last(profileCode)),

    watch(profileCode, watcher) {
      if (!watchable) {
        watcher.end();
        return () => undefined;
      }
      const all = watchers.get(profileCode) ?? new Set();
      watchers.set(profileCode, all.add(watcher));
      return () => {
        all.delete(watcher);
        if (all.size === 0 && watchers.get(profileCode) === all) watchers.delete(profileCode);
      };
    },

    endWatching(profileCode) {
      if (profileCode === undefined) watchable = false;
      const concerned = profileCode === undefined ? [...watchers.values()] : [watchers.get(profileCode) ?? []];
      for (const watcher of concerned.flatMap((all) => [...all])) watcher.end();
    },

    restart: (profileCode) => watchers.get(profileCode)?.forEach((watcher) => watcher.restart()),

    close() {
      open = false;
      return flush();
    },
  };
}

function bodiesOf({ requestBody, responseBody }: MetExchange): number {
  return (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}

const BATCH_MS = 25;
/** So that one transaction keeps nobody waiting for long. */
const MOST_AT_ONCE = 100;
/** How much may be added, of the bound for all, before it is looked at again. */
const SHRINK_SHARE = 1 / 64;
