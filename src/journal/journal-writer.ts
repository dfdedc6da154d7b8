import { nextTurn } from '../base/turns.ts';
import type { JournalStore, Missing } from '../store/journal.ts';
import type { Bounds } from './bounds.ts';
import type { BufferedExchange } from './captured-exchange.ts';
import { bufferedBytes, toNewExchange } from './captured-exchange.ts';
import type { ProfileBatch } from './pending-exchanges.ts';

/** Writes batches of exchanges to the store, some in each transaction, and counts lost exchanges. */
export class JournalWriter {
  readonly #store: JournalStore;
  readonly #bounds: Bounds;
  readonly #reportError: (error: unknown) => void;
  /** Exchanges lost since the latest batch, by profile. */
  readonly #lost = new Map<string, number>();
  #bytesSinceShrink = 0;

  constructor(store: JournalStore, bounds: Bounds, reportError: (error: unknown) => void) {
    this.#store = store;
    this.#bounds = bounds;
    this.#reportError = reportError;
  }

  /** Counts exchanges that never reach the store; the next batch writes their number. */
  lose(profileCode: string, count: number): void {
    this.#lost.set(profileCode, (this.#lost.get(profileCode) ?? 0) + count);
  }

  /**
   * Calls `written` after each transaction, also after a failed one: its exchanges are lost then. Losses of `held`
   * profiles wait. Never rejects.
   */
  async write(
    batches: ReadonlyMap<string, ProfileBatch>,
    held: ReadonlySet<string>,
    written: (exchanges: readonly BufferedExchange[]) => void,
  ): Promise<void> {
    const missing = this.#takeMissing(batches, held);
    const exchanges = [...batches.values()].flatMap((batch) => batch.exchanges);
    for (const [index, group] of [...inGroups(exchanges)].entries()) {
      if (index > 0) await nextTurn();
      await this.#append(group, index === 0 ? missing : NONE_MISSING);
      written(group);
    }
    await this.#shrink();
  }

  /** Returns the exchanges dropped by the batches and lost since the previous ones, by profile. */
  #takeMissing(batches: ReadonlyMap<string, ProfileBatch>, held: ReadonlySet<string>): ReadonlyMap<string, Missing> {
    const missing = new Map<string, Missing>();
    for (const [profileCode, { dropped }] of batches)
      if (dropped.exchanges > 0) missing.set(profileCode, { lost: 0, dropped });
    for (const [profileCode, lost] of this.#lost) {
      if (held.has(profileCode)) continue;
      missing.set(profileCode, { dropped: missing.get(profileCode)?.dropped ?? null, lost });
      this.#lost.delete(profileCode);
    }
    return missing;
  }

  async #append(exchanges: readonly BufferedExchange[], missing: ReadonlyMap<string, Missing>): Promise<void> {
    try {
      await this.#store.append(exchanges.map(toNewExchange), this.#bounds.profile, missing);
    } catch (error) {
      this.#reportError(error);
      for (const [profileCode, { lost, dropped }] of missing) this.lose(profileCode, lost + (dropped?.exchanges ?? 0));
      for (const { profileCode } of exchanges) this.lose(profileCode, 1);
    }
    for (const exchange of exchanges) this.#bytesSinceShrink += bufferedBytes(exchange);
  }

  async #shrink(): Promise<void> {
    const { allBytes } = this.#bounds;
    if (this.#bytesSinceShrink < allBytes * SHRINK_SHARE) return;
    this.#bytesSinceShrink = 0;
    await this.#store.shrink(allBytes).catch(this.#reportError);
  }
}

/** Yields the exchanges for one turn of the event loop and one transaction; at least one group. */
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
/** So that one transaction delays other requests only briefly. */
const MAX_AT_ONCE = 16;
const MAX_BYTES_AT_ONCE = 200_000;
/** The additions allowed before the bound for all profiles is enforced again, as a share of that bound. */
const SHRINK_SHARE = 1 / 64;
