import { nextTurn } from '../base/turns.ts';
import { UnavailableError, UnwritableError } from '../store/errors.ts';
import type { JournalBounds, JournalStore, Missing } from '../store/journal.ts';
import type { Bounds } from './bounds.ts';
import type { BufferedExchange } from './captured-exchange.ts';
import { bufferedBytes, toNewExchange } from './captured-exchange.ts';
import type { Batches } from './pending-exchanges.ts';

export interface WriterOptions {
  store: JournalStore;
  bounds: Bounds;
  reportError: (error: unknown) => void;
  /** Called with a profile before its exchanges are dropped from the store. False if they should stay for now. */
  beforeDrop: (profileCode: string) => Promise<boolean>;
}

/** Writes exchange batches to the store, some in each transaction, and counts lost exchanges. */
export class JournalWriter {
  readonly #options: WriterOptions;
  /** Exchanges lost since the latest batch, by profile. */
  readonly #lost = new Map<string, number>();
  #bytesSinceShrink = 0;
  #isClosing = false;
  /** Resolved when an attempt to write has failed and the next one waits. */
  #stalled = Promise.withResolvers<void>();
  #resume: () => void = () => undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Counts exchanges that never reach the store; the next batch writes their number. */
  lose(profileCode: string, count: number): void {
    this.#lost.set(profileCode, (this.#lost.get(profileCode) ?? 0) + count);
  }

  /** True if a profile's exchanges were lost, and the store does not have their number yet. */
  hasLost(profileCode: string): boolean {
    return this.#lost.has(profileCode);
  }

  /** Ends the wait for a store that cannot be written. */
  close(): void {
    this.#isClosing = true;
    this.#resume();
  }

  /** Begins the next attempt of a stalled write now. Resolves when the store cannot be written again. */
  async untilStalled(): Promise<void> {
    this.#resume();
    await this.#stalled.promise;
  }

  /**
   * Calls `written` after each transaction, including for lost exchanges. Losses in `held` profiles wait. Returns
   * the profiles above their bounds. Never rejects.
   */
  async write(
    batches: Batches,
    held: ReadonlySet<string>,
    written: (exchanges: readonly BufferedExchange[]) => void,
  ): Promise<ReadonlySet<string>> {
    const missing = this.#takeMissing(batches, held);
    const exchanges = [...batches.values()].flatMap((batch) => batch.exchanges);
    const above = new Set<string>();
    for (const [index, group] of [...inGroups(exchanges)].entries()) {
      if (index > 0) await nextTurn();
      for (const code of await this.#append(group, index === 0 ? missing : NONE_MISSING)) above.add(code);
      written(group);
    }
    return above;
  }

  /** Returns the exchanges dropped by the batches and lost since the previous ones, by profile. */
  #takeMissing(batches: Batches, held: ReadonlySet<string>): ReadonlyMap<string, Missing> {
    const missing = new Map<string, Missing>();
    for (const [profileCode, { dropped, droppedUnauthenticated }] of batches)
      if (dropped.exchanges + droppedUnauthenticated > 0)
        missing.set(profileCode, {
          lost: 0,
          dropped: dropped.exchanges > 0 ? dropped : null,
          droppedUnauthenticated,
        });
    for (const [profileCode, lost] of this.#lost) {
      if (held.has(profileCode)) continue;
      missing.set(profileCode, { dropped: null, droppedUnauthenticated: 0, ...missing.get(profileCode), lost });
      this.#lost.delete(profileCode);
    }
    return missing;
  }

  /**
   * Writes a group, again and again while the store cannot be written: exchanges already stored by an attempt without a
   * response are recognised. Returns the profiles above their bounds.
   */
  async #append(
    exchanges: readonly BufferedExchange[],
    missing: ReadonlyMap<string, Missing>,
  ): Promise<readonly string[]> {
    const { store, bounds, reportError } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        const above = await store.append(exchanges.map(toNewExchange), bounds.profile, missing, attempt > 1);
        for (const exchange of exchanges) this.#bytesSinceShrink += bufferedBytes(exchange);
        return above;
      } catch (error) {
        if (attempt === 1 || this.#isClosing) reportError(error);
        if (isPassing(error) && !(this.#isClosing && attempt > CLOSING_ATTEMPTS)) {
          await this.#pause(Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** attempt));
          continue;
        }
        for (const [profileCode, { lost, dropped }] of missing)
          this.lose(profileCode, lost + (dropped?.exchanges ?? 0));
        for (const { profileCode } of exchanges) this.lose(profileCode, 1);
        return [];
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    this.#stalled.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = () => {
      this.#stalled = Promise.withResolvers();
      this.#resume = () => undefined;
      resolve();
    };
    const timer = setTimeout(() => this.#resume(), ms);
    await promise;
    clearTimeout(timer);
  }

  /** Drops the oldest exchanges from profiles above their bounds, and from all profiles together. */
  async trim(above: ReadonlySet<string>): Promise<void> {
    const { store, bounds, beforeDrop } = this.#options;
    for (const profileCode of above) {
      const factor = (await beforeDrop(profileCode)) ? 1 : LATEST_FACTOR;
      await store.trim(profileCode, timesBounds(bounds.profile, factor));
    }
    if (this.#bytesSinceShrink < bounds.allBytes * SHRINK_SHARE) return;
    this.#bytesSinceShrink = 0;
    await store.shrink(bounds.allBytes, async (profileCode) => void (await beforeDrop(profileCode)));
  }
}

function timesBounds({ exchanges, bytes, unauthenticated }: JournalBounds, factor: number): JournalBounds {
  return { exchanges: exchanges * factor, bytes: bytes * factor, unauthenticated };
}

/** True for an error after which the store may be writable again. */
function isPassing(error: unknown): boolean {
  return error instanceof UnavailableError || error instanceof UnwritableError;
}

/** Yields the exchanges for one event loop turn and one transaction; at least one group. */
function* inGroups(exchanges: readonly BufferedExchange[]): Generator<BufferedExchange[]> {
  let group: BufferedExchange[] = [];
  let bytes = 0;
  for (const exchange of exchanges) {
    if (bytes > MAX_BYTES_AT_ONCE || group.length === MAX_AT_ONCE) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(exchange);
    bytes += bufferedBytes(exchange);
  }
  yield group;
}

const NONE_MISSING: ReadonlyMap<string, Missing> = new Map();
/** Maximum groups in one transaction, so that it delays other requests only briefly. */
const MAX_AT_ONCE = 16;
const MAX_BYTES_AT_ONCE = 200_000;
/** The additions allowed before the bound for all profiles is enforced again, as a share of that bound. */
const SHRINK_SHARE = 1 / 64;
/** Multiple of the bounds at which exchanges are dropped that another process has not judged. */
const LATEST_FACTOR = 2;
const PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1000;
/** Some seconds. */
const CLOSING_ATTEMPTS = 6;
