import type { Dropped } from '../store/journal.ts';
import type { Bounds } from './bounds.ts';
import type { BufferedExchange } from './captured-exchange.ts';
import { bufferedBytes, sizeOf } from './captured-exchange.ts';

/** The unwritten exchanges of one profile, oldest first, and the ones dropped to make room for them. */
export interface ProfileBatch {
  exchanges: BufferedExchange[];
  bytes: number;
  dropped: Dropped;
}

/** The exchanges not yet in the store, within the bounds of the journal. */
export class PendingExchanges {
  readonly #bounds: Bounds;
  readonly #waiting = new Map<string, ProfileBatch>();
  /** Size of the waiting exchanges. */
  readonly #size: Size = { exchanges: 0, bytes: 0 };
  /** Size of the exchanges taken and not yet in the store. */
  readonly #underway: Size = { exchanges: 0, bytes: 0 };

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Number of exchanges that are not in the store yet. */
  get count(): number {
    return this.#size.exchanges + this.#underway.exchanges;
  }

  /** True if there is no room for another exchange: it is lost. */
  get isFull(): boolean {
    const { exchanges, bytes } = this.#bounds.waiting;
    return this.count >= exchanges || this.#size.bytes + this.#underway.bytes >= bytes;
  }

  /** True if the waiting exchanges should be written now, long before any are lost. */
  get isCrowded(): boolean {
    const { exchanges, bytes } = this.#bounds.waiting;
    return this.#size.exchanges > exchanges / 2 || this.#size.bytes > bytes / 2;
  }

  add(exchange: BufferedExchange): void {
    const { profileCode } = exchange;
    const batch = this.#waiting.get(profileCode) ?? newBatch();
    this.#waiting.set(profileCode, batch);
    const bytes = bufferedBytes(exchange);
    batch.exchanges.push(exchange);
    batch.bytes += bytes;
    resize(this.#size, 1, bytes);
    this.#makeRoom(batch);
  }

  /**
   * Hands over the waiting exchanges, by profile, without those of `held` profiles. Each counts until it is reported as
   * `written`.
   */
  take(held: ReadonlySet<string>): ReadonlyMap<string, ProfileBatch> {
    const batches = new Map<string, ProfileBatch>();
    for (const [profileCode, batch] of this.#waiting) {
      if (held.has(profileCode)) continue;
      batches.set(profileCode, batch);
      this.#waiting.delete(profileCode);
      resize(this.#underway, batch.exchanges.length, batch.bytes);
      resize(this.#size, -batch.exchanges.length, -batch.bytes);
    }
    return batches;
  }

  /** Also for exchanges that the store could not take. */
  written(exchanges: readonly BufferedExchange[]): void {
    for (const exchange of exchanges) resize(this.#underway, -1, -bufferedBytes(exchange));
  }

  /** Exchanges of one profile beyond its journal's limit need not be written first: the oldest are dropped here. */
  #makeRoom(batch: ProfileBatch): void {
    const { exchanges, dropped } = batch;
    const { profile } = this.#bounds;
    const tooMany = () => exchanges.length > profile.exchanges || batch.bytes > profile.bytes;
    if (!tooMany()) return;
    for (let oldest; tooMany() && (oldest = exchanges.shift());) {
      const bytes = bufferedBytes(oldest);
      dropped.exchanges += 1;
      dropped.bytes += sizeOf(oldest);
      batch.bytes -= bytes;
      resize(this.#size, -1, -bytes);
    }
    dropped.before = exchanges[0]?.at ?? dropped.before;
  }
}

interface Size {
  exchanges: number;
  bytes: number;
}

function newBatch(): ProfileBatch {
  return { exchanges: [], bytes: 0, dropped: { exchanges: 0, bytes: 0, before: null } };
}

function resize(size: Size, exchanges: number, bytes: number): void {
  size.exchanges += exchanges;
  size.bytes += bytes;
}
