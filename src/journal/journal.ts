import { inTurn } from '../base/turns.ts';
import { Watchers } from '../base/watchers.ts';
import type { Dropped, ExchangeQuery, ExchangeSummary, JournaledExchange, JournalStore } from '../store/journal.ts';
import type { Bounds } from './bounds.ts';
import { BOUNDS } from './bounds.ts';
import type { BufferedExchange, CapturedExchange } from './captured-exchange.ts';
import { buffer } from './captured-exchange.ts';
import { JournalWriter } from './journal-writer.ts';
import type { Batches } from './pending-exchanges.ts';
import { PendingExchanges } from './pending-exchanges.ts';
import { UnwrittenNotes } from './unwritten-notes.ts';

/** The judge, as the journal needs it. */
export interface JournalReader {
  /** True if it takes exchanges from memory, with the values of their responses. */
  readonly takesValues: boolean;
  /**
   * Judges all exchanges of a profile so far. Resolves to false if another process may not have judged them. Rejects if
   * they cannot be read.
   */
  catchUp(profileCode: string): Promise<boolean>;
  /** Judges them too, but only if it has judged the earlier ones. */
  keepUp(profileCode: string): Promise<void>;
  /** Judges a profile's new exchanges soon, if its verdicts are followed. */
  wake(profileCode: string): void;
}

/**
 * Every profile's exchanges, within bounds. They are written to the store in batches, some time after they were
 * recorded; every read first writes the pending ones. The judge sees each exchange before it is dropped. `reportError`
 * gets the store's errors; exchanges that cannot be stored are lost, and counted.
 */
export class Journal {
  readonly watchers = new Watchers<Watcher>();
  /** Null if the judge is switched off. */
  judge: JournalReader | null = null;
  readonly #store: JournalStore;
  readonly #pending: PendingExchanges;
  readonly #writer: JournalWriter;
  readonly #notes: UnwrittenNotes;
  readonly #reportError: (error: unknown) => void;
  /** Profiles with a running journal replacement. */
  readonly #held = new Set<string>();
  /** Profiles whose exchanges are being judged to make room. */
  readonly #judging = new Set<string>();
  /** Runs until the next flush while exchanges wait. */
  #timer: NodeJS.Timeout | undefined;
  /** Resolved once all batches so far are written. */
  #writing = Promise.resolve();
  readonly #trimInTurn = inTurn();
  #open = true;

  constructor(store: JournalStore, reportError: (error: unknown) => void, bounds: Bounds = BOUNDS) {
    this.#store = store;
    this.#reportError = reportError;
    this.#pending = new PendingExchanges(bounds);
    const beforeDrop = async (profileCode: string): Promise<boolean> => {
      try {
        return (await this.judge?.catchUp(profileCode)) ?? true;
      } catch (error) {
        reportError(error);
        return false;
      }
    };
    this.#writer = new JournalWriter({ store, bounds, reportError, beforeDrop });
    this.#notes = new UnwrittenNotes(
      store,
      (profileCode) => this.#pending.of(profileCode).length === 0 && !this.#writer.hasLost(profileCode),
    );
  }

  /** Number of recorded exchanges that are not in the store yet. */
  get lag(): number {
    return this.#pending.count;
  }

  /**
   * Lets the store know that this process has calls for a profile: before a response is sent, because its client then
   * knows the content. Never rejects.
   */
  expect(profileCode: string): Promise<void> | undefined {
    return this.#open ? this.#notes.add(profileCode) : undefined;
  }

  record(captured: CapturedExchange): void {
    if (!this.#open) return;
    const { profileCode } = captured;
    // Other calls prove nothing, because anyone can make them.
    if (captured.authenticated) void this.#notes.add(profileCode);
    if (this.#pending.isFull) return this.#writer.lose(profileCode, 1);
    const value = this.judge?.takesValues ? captured.value : undefined;
    const isJudged = this.judge === null;
    if (!this.#pending.add(buffer({ ...captured, value }, isJudged))) void this.#makeRoom(profileCode);
    if (this.judge?.takesValues) this.judge.wake(profileCode);
    if (this.#pending.isCrowded) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#delay()).unref();
  }

  /** Returns exchanges that may not be in the store yet, oldest first: one profile's, or those in all profiles. */
  pending(profileCode?: string): readonly BufferedExchange[] {
    return profileCode === undefined ? this.#pending.all() : this.#pending.of(profileCode);
  }

  /**
   * Resolves to true once all recorded exchanges are in the store, and to false if it cannot be written now. Never
   * rejects.
   */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // After `close`, no exchange waits for an interrupted replacement.
    const held = this.#open ? this.#held : NONE_HELD;
    const batches = this.#pending.take(held);
    if (batches.size > 0) this.#writing = this.#writing.then(() => this.#write(batches, held));
    if (this.#pending.count === 0) return Promise.resolve(true);
    return Promise.race([this.#writing.then(() => true), this.#writer.untilStalled().then(() => false)]);
  }

  async list(profileCode: string, query: ExchangeQuery): Promise<ExchangeSummary[]> {
    await this.flush();
    return this.#store.list(profileCode, query);
  }

  async find(profileCode: string, exchangeId: string): Promise<JournaledExchange | undefined> {
    await this.flush();
    return this.#store.find(profileCode, exchangeId);
  }

  async dropped(profileCode: string): Promise<Dropped & { unauthenticated: number }> {
    await this.flush();
    return this.#store.dropped(profileCode);
  }

  /** The newest exchange's sequence number; 0 for an empty journal. */
  async last(profileCode: string): Promise<number> {
    await this.flush();
    return this.#store.last(profileCode);
  }

  /**
   * Replaces a profile's journal: `replace` runs once all recorded exchanges are written. Exchanges recorded in the
   * meantime wait, and go to the new journal.
   */
  async replaced<T>(profileCode: string, replace: () => Promise<T>): Promise<T> {
    const written = this.flush();
    this.#held.add(profileCode);
    try {
      await written;
      return await replace();
    } finally {
      this.#held.delete(profileCode);
      void this.flush();
    }
  }

  /** Reports events in a profile's journal from now on; returns a function to stop. */
  watch(profileCode: string, watcher: Watcher): () => void {
    const stop = this.watchers.add(profileCode, watcher);
    void this.flush();
    return stop;
  }

  /** Tells a profile's watchers about its replaced journal, which counts from 1 again. */
  restart(profileCode: string): void {
    this.#notes.forget(profileCode);
    for (const watcher of this.watchers.of(profileCode)) watcher.restart();
  }

  /** Writes the pending exchanges; the journal records nothing afterwards. */
  async close(): Promise<void> {
    this.#open = false;
    this.judge = null;
    this.#writer.close();
    void this.flush();
    await this.#writing;
    await this.#notes.close();
    await this.#trimInTurn(() => Promise.resolve());
  }

  async #makeRoom(profileCode: string): Promise<void> {
    if (this.#judging.has(profileCode)) return;
    this.#judging.add(profileCode);
    await this.judge?.catchUp(profileCode).catch(this.#reportError);
    this.#judging.delete(profileCode);
    this.#pending.makeRoom(profileCode);
  }

  async #write(batches: Batches, held: ReadonlySet<string>): Promise<void> {
    for (const profileCode of batches.keys()) await this.judge?.keepUp(profileCode).catch(this.#reportError);
    const above = await this.#writer.write(batches, held, (exchanges) => {
      this.#pending.written(exchanges);
      if (this.watchers.isEmpty) return;
      for (const profileCode of new Set(exchanges.map((exchange) => exchange.profileCode)))
        for (const watcher of this.watchers.of(profileCode)) watcher.wake();
    });
    const trimming = this.#trimInTurn(() => this.#writer.trim(above)).catch(this.#reportError);
    // Processes that share a store wait for each other's writes before they drop exchanges, so no write waits for that.
    if (this.judge?.takesValues !== false) await trimming;
  }

  #delay(): number {
    return this.#store.durable || !this.watchers.isEmpty ? SOON_MS : LATER_MS;
  }
}

const NONE_HELD: ReadonlySet<string> = new Set();
/** Delay before writing an exchange if a reader may need it soon. */
const SOON_MS = 25;
/** The delay if the store is in memory only, and there is no watcher. */
const LATER_MS = 60_000;

/** Events for a profile and its journal, for a reader that follows them. */
export interface Watcher {
  /** There are new exchanges. */
  wake(): void;
  /** A control API operation has changed the profile, or the profile list. */
  changed(operationId: string): void;
  /** The journal was replaced, and counts from 1 again. */
  restart(): void;
  /** Nothing more follows. */
  end(): void;
}
