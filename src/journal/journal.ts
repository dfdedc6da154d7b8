import type { Tape } from '../cache/tape.ts';
import type {
  Dropped,
  ExchangeQuery,
  ExchangeRecord,
  ExchangeSummary,
  JournalStore,
  Missing,
} from '../store/journal.ts';
import { nextTurn } from '../turns.ts';
import { BOUNDS } from './bounds.ts';
import type { Bounds } from './bounds.ts';
import { heldBytes, hold, letGo, sizeOf, toNewExchange } from './captured-exchange.ts';
import type { BufferedExchange, CapturedExchange } from './captured-exchange.ts';

/**
 * The exchanges of every profile, within bounds. What is recorded reaches the store a moment later, in batches;
 * whoever reads here sees all that was recorded before.
 */
export interface Journal {
  record(exchange: CapturedExchange): void;
  /** Resolved once everything that was recorded so far is in the store. Never rejects. */
  flush(): Promise<void>;
  list(profileCode: string, query: ExchangeQuery): Promise<ExchangeSummary[]>;
  find(profileCode: string, exchangeId: string): Promise<ExchangeRecord | undefined>;
  dropped(profileCode: string): Promise<Dropped>;
  /** The sequence number of the newest exchange; 0 for an empty journal. */
  last(profileCode: string): Promise<number>;
  /** Calls `wake` whenever the profile has new exchanges, and `end` when nothing more will come; answers how to stop that. */
  watch(profileCode: string, watcher: Watcher): () => void;
  /** How many watch a profile. */
  watching(profileCode: string): number;
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

/**
 * `tape` is the one that answers are written on. `fail` is told what went wrong with the store; the exchanges
 * concerned are lost, and counted.
 */
export function createJournal(
  store: JournalStore,
  tape: Tape,
  fail: (error: unknown) => void,
  bounds: Bounds = BOUNDS,
): Journal {
  const watchers = new Map<string, Set<Watcher>>();
  /** By profile. */
  let waiting = new Map<string, Waiting>();
  let lost = new Map<string, number>();
  /** Of all that waits, and of batches on their way to the store. */
  const unwritten = { exchanges: 0, bytes: 0 };
  let onTheWay = 0;
  /** Bytes recorded since the last flush, also those that had to make room. */
  let recorded = 0;
  let sinceShrink = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let watchable = true;
  let open = true;

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      onTheWay = unwritten.exchanges;
      recorded = 0;
      writing = writing.then(() => write(batch));
    }
    return writing;
  };

  const write = async (batch: ReadonlyMap<string, Waiting>): Promise<void> => {
    const exchanges = [...batch.values()].flatMap((of) => of.exchanges);
    const missing = new Map<string, Missing>();
    for (const [profileCode, { dropped }] of batch)
      if (dropped.exchanges > 0) missing.set(profileCode, { lost: 0, dropped });
    for (const [profileCode, count] of lost)
      missing.set(profileCode, { dropped: null, ...missing.get(profileCode), lost: count });
    lost = new Map();
    const [first = [], ...rest] = inGroups(exchanges);
    await append(first, missing);
    for (const group of rest) {
      await nextTurn();
      await append(group, NONE_MISSING);
    }
    if (sinceShrink < bounds.allBytes * SHRINK_SHARE) return;
    sinceShrink = 0;
    await store.shrink(bounds.allBytes).catch(fail);
  };

  const append = async (
    exchanges: readonly BufferedExchange[],
    missing: ReadonlyMap<string, Missing>,
  ): Promise<void> => {
    try {
      await store.append(exchanges.map(toNewExchange), bounds.profile, missing);
    } catch (error) {
      fail(error);
      for (const [profileCode, { lost, dropped }] of missing) lose(profileCode, lost + (dropped?.exchanges ?? 0));
      for (const { profileCode } of exchanges) lose(profileCode, 1);
    }
    onTheWay -= exchanges.length;
    for (const exchange of exchanges) sinceShrink += forget(exchange);
    if (watchers.size > 0)
      for (const profileCode of new Set(exchanges.map((exchange) => exchange.profileCode))) wake(profileCode);
  };

  /** More of one profile than its journal holds need not be written first: the oldest make room here. */
  const makeRoom = (of: Waiting): void => {
    while (of.exchanges.length > bounds.profile.exchanges || of.bytes > bounds.profile.bytes) {
      const oldest = of.exchanges.shift()!;
      of.dropped.exchanges += 1;
      of.dropped.bytes += sizeOf(oldest);
      of.bytes -= forget(oldest);
    }
    of.dropped.before = of.exchanges[0]?.at ?? of.dropped.before;
  };

  /**
   * Whether so much waits that it should not wait any longer: what comes on top of twice as much is lost. Little that
   * waits can hold many reels; so can answers that are on their way, for which there is no help here.
   */
  const isCrowded = (): boolean =>
    unwritten.exchanges - onTheWay > bounds.waiting.exchanges / 2 ||
    (recorded > bounds.waiting.bytes / 2 && tape.heldBytes > bounds.waiting.bytes / 2);

  /** Answers its bytes. */
  const forget = (exchange: BufferedExchange): number => {
    const bytes = heldBytes(exchange);
    unwritten.exchanges -= 1;
    unwritten.bytes -= bytes;
    letGo(tape, exchange);
    return bytes;
  };

  const lose = (profileCode: string, count: number): void =>
    void lost.set(profileCode, (lost.get(profileCode) ?? 0) + count);
  const wake = (profileCode: string): void => watchers.get(profileCode)?.forEach((watcher) => watcher.wake());

  return {
    record(met) {
      if (!open) return;
      const { profileCode } = met;
      if (unwritten.exchanges >= bounds.waiting.exchanges || unwritten.bytes >= bounds.waiting.bytes)
        return lose(profileCode, 1);
      const exchange = hold(tape, met);
      const bytes = heldBytes(exchange);
      unwritten.exchanges += 1;
      unwritten.bytes += bytes;
      recorded += bytes;
      let of = waiting.get(profileCode);
      if (!of)
        waiting.set(profileCode, (of = { exchanges: [], bytes: 0, dropped: { exchanges: 0, bytes: 0, before: null } }));
      of.exchanges.push(exchange);
      of.bytes += bytes;
      if (of.exchanges.length > bounds.profile.exchanges || of.bytes > bounds.profile.bytes) makeRoom(of);
      if (isCrowded()) void flush();
      else timer ??= setTimeout(flush, store.durable || watchers.size > 0 ? SOON_MS : LATER_MS).unref();
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
      void flush();
      return () => {
        all.delete(watcher);
        if (all.size === 0 && watchers.get(profileCode) === all) watchers.delete(profileCode);
      };
    },

    watching: (profileCode) => watchers.get(profileCode)?.size ?? 0,

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

/** The exchanges of one profile that are not in the store yet, oldest first, and what had to make room for them. */
interface Waiting {
  exchanges: BufferedExchange[];
  bytes: number;
  dropped: Dropped;
}

/** Exchanges that are written in one turn of the event loop, and in one transaction. */
function inGroups(exchanges: readonly BufferedExchange[]): BufferedExchange[][] {
  const groups: BufferedExchange[][] = [];
  let bytes = Infinity;
  for (const exchange of exchanges) {
    if (bytes > MAX_BYTES_AT_ONCE || groups.at(-1)!.length === MAX_AT_ONCE) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(exchange);
    bytes += heldBytes(exchange);
  }
  return groups;
}

const NONE_MISSING: ReadonlyMap<string, Missing> = new Map();
/** How long an exchange waits for others where somebody may need it at once. */
const SOON_MS = 25;
/** Where a process that is killed takes the store with it, and nobody watches. */
const LATER_MS = 60_000;
/** So that one transaction keeps nobody waiting for long. */
const MAX_AT_ONCE = 16;
const MAX_BYTES_AT_ONCE = 200_000;
/** How much may be added, of the bound for all, before it is looked at again. */
const SHRINK_SHARE = 1 / 64;
