import type { Dropped } from '../store/journal.ts';
import type { Bounds } from './bounds.ts';
import type { BufferedExchange } from './captured-exchange.ts';
import { bufferedBytes, sizeOf } from './captured-exchange.ts';

/** One profile's unwritten exchanges, oldest first, and the ones dropped to make room for them. */
export interface ProfileBatch {
  exchanges: BufferedExchange[];
  /** Numbers and bytes for the two kinds, which have separate bounds. */
  authenticated: number;
  unauthenticated: number;
  bytes: number;
  dropped: Dropped;
  droppedUnauthenticated: number;
}

export type Batches = ReadonlyMap<string, ProfileBatch>;

/** The exchanges not yet in the store, within the journal's bounds. */
export class PendingExchanges {
  readonly #bounds: Bounds;
  #waiting = new Map<string, ProfileBatch>();
  /** Exchanges that are taken and not yet in the store, by profile. */
  readonly #underway = new Map<string, BufferedExchange[]>();
  /** Total size of both kinds. */
  readonly #size = { exchanges: 0, bytes: 0 };

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Number of exchanges that are not in the store yet. */
  get count(): number {
    return this.#size.exchanges;
  }

  /** True if there is no room for another exchange: it is lost. */
  get isFull(): boolean {
    const { exchanges, bytes } = this.#bounds.waiting;
    return this.#size.exchanges >= exchanges || this.#size.bytes >= bytes;
  }

  /** True if the waiting exchanges should be written now, long before any are lost. */
  get isCrowded(): boolean {
    const { exchanges, bytes } = this.#bounds.waiting;
    return this.#size.exchanges > exchanges / 2 || this.#size.bytes > bytes / 2;
  }

  /** Returns all exchanges that may not be in the store yet, in any order. */
  all(): readonly BufferedExchange[] {
    return [...this.#underway.values(), ...[...this.#waiting.values()].map(({ exchanges }) => exchanges)].flat();
  }

  /** Returns a profile's exchanges that may not be in the store yet, oldest first. */
  of(profileCode: string): readonly BufferedExchange[] {
    return [...(this.#underway.get(profileCode) ?? []), ...(this.#waiting.get(profileCode)?.exchanges ?? [])];
  }

  /** Adds an exchange. Returns false if its profile is above its bounds, and has unjudged exchanges. */
  add(exchange: BufferedExchange): boolean {
    const { profileCode } = exchange;
    let batch = this.#waiting.get(profileCode);
    if (!batch) this.#waiting.set(profileCode, (batch = newBatch()));
    batch.exchanges.push(exchange);
    count(batch, exchange, 1);
    this.#resize(exchange, 1);
    return this.#makeRoom(batch);
  }

  /** Drops the oldest exchanges from a profile above its bounds, if they are judged. */
  makeRoom(profileCode: string): void {
    const batch = this.#waiting.get(profileCode);
    if (batch) this.#makeRoom(batch);
  }

  /** Hands over the waiting exchanges, by profile, except for `held` profiles, until they are `written`. */
  take(held: ReadonlySet<string>): Batches {
    const batches = this.#waiting;
    this.#waiting = new Map();
    for (const [profileCode, batch] of batches) {
      if (held.has(profileCode)) this.#waiting.set(profileCode, batch);
      else this.#underway.set(profileCode, [...(this.#underway.get(profileCode) ?? []), ...batch.exchanges]);
    }
    for (const profileCode of this.#waiting.keys()) batches.delete(profileCode);
    return batches;
  }

  /** Ends the wait for exchanges: they are in the store, or lost. */
  written(exchanges: readonly BufferedExchange[]): void {
    const done = new Set(exchanges);
    for (const profileCode of new Set(exchanges.map((exchange) => exchange.profileCode))) {
      const left = (this.#underway.get(profileCode) ?? []).filter((exchange) => !done.has(exchange));
      if (left.length > 0) this.#underway.set(profileCode, left);
      else this.#underway.delete(profileCode);
    }
    for (const exchange of exchanges) this.#resize(exchange, -1);
  }

  #makeRoom(batch: ProfileBatch): boolean {
    const { exchanges, dropped } = batch;
    const { profile } = this.#bounds;
    while (batch.authenticated > profile.exchanges || batch.bytes > profile.bytes) {
      const oldest = this.#dropOldest(batch, true);
      if (!oldest) return false;
      dropped.exchanges += 1;
      dropped.bytes += sizeOf(oldest);
      dropped.before = exchanges[0]?.at ?? dropped.before;
    }
    while (batch.unauthenticated > profile.unauthenticated) {
      if (!this.#dropOldest(batch, false)) return false;
      batch.droppedUnauthenticated += 1;
    }
    return true;
  }

  /** Drops the oldest exchange of a kind; returns undefined if it has not been judged. */
  #dropOldest(batch: ProfileBatch, authenticated: boolean): BufferedExchange | undefined {
    const at = batch.exchanges.findIndex((exchange) => exchange.authenticated === authenticated);
    const oldest = batch.exchanges[at];
    if (!oldest?.isJudged) return undefined;
    // The usual case. Array.shift moves no other exchange; splice copies them all, for every call to a busy profile.
    if (at === 0) batch.exchanges.shift();
    else batch.exchanges.splice(at, 1);
    count(batch, oldest, -1);
    this.#resize(oldest, -1);
    return oldest;
  }

  #resize(exchange: BufferedExchange, by: 1 | -1): void {
    this.#size.exchanges += by;
    this.#size.bytes += by * bufferedBytes(exchange);
  }
}

function count(batch: ProfileBatch, exchange: BufferedExchange, by: 1 | -1): void {
  if (!exchange.authenticated) return void (batch.unauthenticated += by);
  batch.authenticated += by;
  batch.bytes += by * bufferedBytes(exchange);
}

function newBatch(): ProfileBatch {
  const dropped = { exchanges: 0, bytes: 0, before: null };
  return { exchanges: [], authenticated: 0, unauthenticated: 0, bytes: 0, dropped, droppedUnauthenticated: 0 };
}
