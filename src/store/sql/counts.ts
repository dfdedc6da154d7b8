import type { Kysely } from 'kysely';
import { ALL_PROFILES } from '../bounds.ts';
import type { Kept, KeptKind } from '../bounds.ts';
import type { Tables } from './tables.ts';

/**
 * How many rows of one table each profile has. They are counted in memory, and so are those that had to make room:
 * only this process writes the store, and to count rows for each call would cost more than the call.
 */
export class Counts {
  readonly most: number;
  readonly #rows = new Map<string, number>();
  readonly #dropped = new Map<string, number>();
  readonly #note: (profileCode: string) => void;
  #all = 0;

  /** `note` is told of the first row of a profile that makes room. */
  constructor(most: number, note: (profileCode: string) => void = () => undefined) {
    this.most = most;
    this.#note = note;
  }

  /** Counts what an opened store has. */
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
    return { count: this.#rows.get(profileCode) ?? 0, most: this.most, dropped: this.#dropped.get(profileCode) ?? 0 };
  }

  change(profileCode: string, by: number): void {
    const count = (this.#rows.get(profileCode) ?? 0) + by;
    if (count === 0) this.#rows.delete(profileCode);
    else this.#rows.set(profileCode, count);
    this.#all += by;
  }

  /** Counts one more, unless the profile or all of them have as many as they may. */
  take(profileCode: string): boolean {
    if ((this.#rows.get(profileCode) ?? 0) >= this.most || this.#all >= this.most * ALL_PROFILES) return false;
    this.change(profileCode, 1);
    return true;
  }

  /** Which profile has more than it may, or most of all where all have more; and how many more. */
  tooMany(profileCode: string): { profileCode: string; by: number } | undefined {
    const own = (this.#rows.get(profileCode) ?? 0) - this.most;
    if (own > 0) return { profileCode, by: own };
    const all = this.#all - this.most * ALL_PROFILES;
    return all > 0 ? { profileCode: this.#largest(), by: all } : undefined;
  }

  /** How many rows a profile could have without being beyond a bound. */
  roomFor(profileCode: string): number {
    return Math.min(this.most, this.most * ALL_PROFILES - this.#all + (this.#rows.get(profileCode) ?? 0));
  }

  drop(profileCode: string, count: number): void {
    const before = this.#dropped.get(profileCode) ?? 0;
    this.#dropped.set(profileCode, before + count);
    if (before === 0 && count > 0) this.#note(profileCode);
  }

  /** Everything that a profile had was removed, or replaced by so many rows. */
  restart(profileCode: string, count: number): void {
    this.change(profileCode, count - (this.#rows.get(profileCode) ?? 0));
    this.#dropped.delete(profileCode);
  }

  #largest(): string {
    let largest: [string, number] = ['', 0];
    for (const entry of this.#rows) if (entry[1] > largest[1]) largest = entry;
    return largest[0];
  }
}
