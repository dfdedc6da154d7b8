import type { Kysely } from 'kysely';
import type { Kept, KeptKind } from '../../bounds.ts';
import { ALL_PROFILES } from '../../bounds.ts';
import type { Tables } from '../tables.ts';

/**
 * How many rows of one table each profile has, and how many were dropped. The counts are in memory: only this process
 * writes the store, and counting rows in each call would cost more than the call.
 */
export class Counts {
  /** Of one profile. All profiles together have at most `ALL_PROFILES` times as many. */
  readonly max: number;
  readonly #rows = new Map<string, number>();
  readonly #dropped = new Map<string, number>();
  readonly #onFirstDrop: (profileCode: string) => void;
  #total = 0;

  constructor(max: number, onFirstDrop: (profileCode: string) => void = () => undefined) {
    this.max = max;
    this.#onFirstDrop = onFirstDrop;
  }

  /** Counts the rows of an opened store. */
  async read(db: Kysely<Tables>, table: KeptKind): Promise<this> {
    const rows = await db
      .selectFrom(table)
      .select((eb) => ['profile_code', eb.fn.countAll().as('count')])
      .groupBy('profile_code')
      .execute();
    for (const { profile_code, count } of rows) this.change(profile_code, Number(count));
    return this;
  }

  of(profileCode: string): Kept {
    return { count: this.#rowsOf(profileCode), most: this.max, dropped: this.#droppedOf(profileCode) };
  }

  change(profileCode: string, by: number): void {
    const count = this.#rowsOf(profileCode) + by;
    if (count === 0) this.#rows.delete(profileCode);
    else this.#rows.set(profileCode, count);
    this.#total += by;
  }

  /** Counts one more row; false when the profile or all profiles together are at their bound. */
  take(profileCode: string): boolean {
    if (this.#rowsOf(profileCode) >= this.max || this.#total >= this.max * ALL_PROFILES) return false;
    this.change(profileCode, 1);
    return true;
  }

  /** The profile that must lose rows, and how many: this one, or the largest when all together have too many. */
  excess(profileCode: string): { profileCode: string; by: number } | undefined {
    const own = this.#rowsOf(profileCode) - this.max;
    if (own > 0) return { profileCode, by: own };
    const total = this.#total - this.max * ALL_PROFILES;
    return total > 0 ? { profileCode: this.#largest(), by: total } : undefined;
  }

  /** How many rows a profile could have without exceeding a bound. */
  roomFor(profileCode: string): number {
    return Math.min(this.max, this.max * ALL_PROFILES - this.#total + this.#rowsOf(profileCode));
  }

  drop(profileCode: string, count: number): void {
    const before = this.#droppedOf(profileCode);
    this.#dropped.set(profileCode, before + count);
    if (before === 0 && count > 0) this.#onFirstDrop(profileCode);
  }

  /** Starts over with `count` rows, after all rows of a profile were removed or replaced. */
  restart(profileCode: string, count: number): void {
    this.change(profileCode, count - this.#rowsOf(profileCode));
    this.#dropped.delete(profileCode);
  }

  #rowsOf(profileCode: string): number {
    return this.#rows.get(profileCode) ?? 0;
  }

  #droppedOf(profileCode: string): number {
    return this.#dropped.get(profileCode) ?? 0;
  }

  #largest(): string {
    let largest = { profileCode: '', count: 0 };
    for (const [profileCode, count] of this.#rows) if (count > largest.count) largest = { profileCode, count };
    return largest.profileCode;
  }
}
