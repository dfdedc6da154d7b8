import type { Dropped } from '../store/journal.ts';
import type { Bounds } from './bounds.ts';
import type { BufferedExchange } from './captured-exchange.ts';
import { bufferedBytes, sizeOf } from './captured-exchange.ts';

/**
 * The exchanges of one profile that are not in the store yet, oldest first, and those that had to make room for them.
 */
export interface ProfileBatch {
  exchanges: BufferedExchange[];
  bytes: number;
  dropped: Dropped;
}

/** The exchanges that are not in the store yet, within the bounds of the journal. */
export class PendingExchanges {
  readonly #bounds: Bounds;
  readonly #waiting = new Map<string, ProfileBatch>();
  /** Of those that wait. */
  readonly #size: Size = { exchanges: 0, bytes: 0 };
  /** Of those that were taken and are not in the store yet. */
  readonly #underway: Size = { exchanges: 0, bytes: 0 };

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Whether one more would be too many: it is lost. */
  get isFull(): boolean {
    const { exchanges, bytes } = this.#bounds.waiting;
    return (
      this.#size.exchanges + this.#underway.exchanges >= exchanges || this.#size.bytes + this.#underway.bytes >= bytes
    );
  }

  /** Whether those that wait should be written now, long before exchanges are lost. */
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
   * Hands over those that wait, by profile, without those of `held` profiles. Each counts until it is reported as
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

  /** More of one profile than its journal holds need not be written first: the oldest make room here. */
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
