import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Kept, KeptKind } from '../../bounds.ts';
import { ALL_PROFILES } from '../../bounds.ts';
import type { Tables } from '../tables.ts';

/**
 * One table's row counts per profile, with a count for dropped rows and the first expiry, by row number. The counts are
 * in memory: counting rows in each call would cost more than the call. In a shared database they leave out what other
 * processes have added and removed since `recount`, so a bound may be exceeded by that much. Numbers without a profile
 * do not count, and changes to them are ignored.
 */
export class Counts {
  /** Limit for one profile. All profiles together have at most `ALL_PROFILES` times as many. */
  readonly max: number;
  readonly #counts = new Map<number, Count>();
  readonly #onFirstDrop: (owner: number) => void;
  #total = 0;

  constructor(max: number, onFirstDrop: (owner: number) => void) {
    this.max = max;
    this.#onFirstDrop = onFirstDrop;
  }

  /** Counts every profile's rows, those from other processes included. */
  async recount(db: Kysely<Tables>, table: KeptKind): Promise<void> {
    const expires = table === 'searches' || table === 'pricings';
    const { rows } = await sql<{ owner: number; rows: number; first: number | null }>`
      select profiles.owner, count(kept.owner) as rows, ${expires ? sql`min(kept.expires_at)` : sql`null`} as first
      from profiles left join ${sql.table(table)} as kept on kept.owner = profiles.owner
      group by profiles.owner`.execute(db);
    const before = new Map(this.#counts);
    this.#counts.clear();
    this.#total = 0;
    for (const { owner, rows: count, first } of rows) {
      const dropped = before.get(owner)?.dropped ?? 0;
      this.#counts.set(owner, { rows: count, dropped, firstExpiry: first ?? Infinity });
      this.#total += count;
    }
  }

  of(owner: number): Kept {
    const { rows, dropped } = this.#counts.get(owner) ?? NOTHING;
    return { count: rows, most: this.max, dropped };
  }

  /** Rows in all profiles. */
  get total(): number {
    return this.#total;
  }

  /** Starts counting the rows under a number that now has a profile. */
  begin(owner: number, rows: number): void {
    this.end(owner);
    this.#counts.set(owner, { rows, dropped: 0, firstExpiry: rows > 0 ? -Infinity : Infinity });
    this.#total += rows;
  }

  /** Stops counting the rows under a number without a profile. */
  end(owner: number): void {
    this.#total -= this.of(owner).count;
    this.#counts.delete(owner);
  }

  change(owner: number, by: number): void {
    const count = this.#counts.get(owner);
    if (!count) return;
    count.rows += by;
    this.#total += by;
  }

  /** Returns a lower bound for the first expiry of the profile's rows; -Infinity while unknown. */
  firstExpiry(owner: number): number {
    return this.#counts.get(owner)?.firstExpiry ?? Infinity;
  }

  /** Notes a row's expiry. The caller runs it once the row is stored. */
  expiresAt(owner: number, instant: number): void {
    const count = this.#counts.get(owner);
    if (count) count.firstExpiry = Math.min(count.firstExpiry, instant);
  }

  /** Forgets the rows' expiry. The caller reads it from the store afterwards. */
  forgetExpiry(owner: number): void {
    const count = this.#counts.get(owner);
    if (count) count.firstExpiry = Infinity;
  }

  /** Counts one more row. Returns false if the profile or all profiles together are at their bound. */
  take(owner: number): boolean {
    if (this.of(owner).count >= this.max || this.#total >= this.max * ALL_PROFILES) return false;
    this.change(owner, 1);
    return true;
  }

  /** Returns the number with too many rows, and the excess: this one, or the largest if all have too many. */
  excess(owner: number): { owner: number; by: number } | undefined {
    const own = this.of(owner).count - this.max;
    if (own > 0) return { owner, by: own };
    const total = this.#total - this.max * ALL_PROFILES;
    return total > 0 ? { owner: this.#largest(), by: total } : undefined;
  }

  /** Returns how many rows a profile could have without exceeding a bound. */
  roomFor(owner: number): number {
    return Math.min(this.max, this.max * ALL_PROFILES - this.#total + this.of(owner).count);
  }

  drop(owner: number, rows: number): void {
    const count = this.#counts.get(owner);
    if (!count || rows === 0) return;
    count.dropped += rows;
    if (count.dropped === rows) this.#onFirstDrop(owner);
  }

  #largest(): number {
    let largest = { owner: 0, rows: 0 };
    for (const [owner, { rows }] of this.#counts) if (rows > largest.rows) largest = { owner, rows };
    return largest.owner;
  }
}

interface Count {
  rows: number;
  dropped: number;
  firstExpiry: number;
}

const NOTHING = { rows: 0, dropped: 0 };
