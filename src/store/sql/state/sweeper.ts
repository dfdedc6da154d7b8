import type { Kysely } from 'kysely';
import { stopwatch } from '../../../base/stopwatch.ts';
import { inSlices } from '../../../base/turns.ts';
import { ReplacedError } from '../../errors.ts';
import { NOBODY } from '../create-tables.ts';
import type { Capabilities } from '../database.ts';
import type { Owners } from '../owners.ts';
import { rowsOf } from '../owners.ts';
import type { Tables } from '../tables.ts';
import type { StateTable } from './state-tables.ts';
import { withStateTables } from './state-tables.ts';

/**
 * Removes leftovers: rows under numbers without a profile. Its state was replaced, it was removed, or the process ended
 * during the write. Every slice is a separate transaction. In a shared database one process removes them for all, a
 * while after their replacement: requests that began before it may still read them. Gives back the free space.
 */
export class Sweeper {
  readonly #db: Kysely<Tables>;
  readonly #capabilities: SharedCapabilities;
  readonly #owners: Owners;
  readonly #tables: readonly Pick<StateTable, 'name' | 'order'>[];
  /** Time since this process first saw a number's leftovers. */
  readonly #seen = new Map<number, () => number>();
  #sweeping: Promise<void> | undefined;
  #again = false;
  #isClean = false;
  #stopped = false;

  constructor(db: Kysely<Tables>, capabilities: SharedCapabilities, owners: Owners, tables: readonly StateTable[]) {
    this.#db = db;
    this.#capabilities = capabilities;
    this.#owners = owners;
    this.#tables = [...tables, ...JOURNAL_TABLES];
  }

  /** Resolves once the leftovers from earlier calls are removed. Rejects if the store cannot be written. */
  sweep(): Promise<void> {
    this.#again = true;
    this.#isClean = false;
    this.#sweeping ??= this.#sweepAll().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  /** Sweeps again after a failed sweep or `isFreed` space; otherwise reads nothing. */
  async sweepRest(isFreed: boolean): Promise<void> {
    if (isFreed || !this.#isClean) await this.sweep();
  }

  /** Ends the sweep after its slice. When the store opens again, it continues. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sweeping?.catch(() => undefined);
  }

  async #sweepAll(): Promise<void> {
    const pause = inSlices();
    while (this.#again) {
      this.#again = false;
      if (!(await this.#capabilities.processes.leads())) return;
      for (const owner of await this.#leftovers()) if (await this.#isDue(owner)) await this.#remove(owner, pause);
      while (!this.#stopped && (await this.#capabilities.giveBack(this.#db))) await pause();
    }
    // Not clean if it is shared, because other processes leave rows too.
    this.#isClean = !this.#capabilities.isShared;
  }

  async #isDue(owner: number): Promise<boolean> {
    const { isShared, processes } = this.#capabilities;
    if (!isShared) return true;
    const age = this.#seen.get(owner) ?? stopwatch();
    this.#seen.set(owner, age);
    return age() > READ_MS && !(await processes.isMarked(rowsOf(owner)));
  }

  async #leftovers(): Promise<number[]> {
    const numbers = await this.#db
      .selectFrom('owners')
      .leftJoin('profiles', 'profiles.owner', 'owners.number')
      .select('number')
      .where('profiles.code', 'is', null)
      .where('number', '>', NOBODY)
      .execute();
    return numbers.map(({ number }) => number).filter((number) => !this.#owners.isComing(number));
  }

  async #remove(owner: number, pause: () => Promise<void> | undefined): Promise<void> {
    const db = withStateTables(this.#db);
    for (const { name, order } of this.#tables) {
      const removeSlice = db
        .deleteFrom(name)
        .where('owner', '=', owner)
        .where(order, 'in', (eb) => eb.selectFrom(name).select(order).where('owner', '=', owner).limit(SLICE));
      do {
        if (this.#stopped) return;
        await pause();
      } while (Number((await removeSlice.executeTakeFirst()).numDeletedRows) === SLICE);
    }
    try {
      await this.#db.deleteFrom('owners').where('number', '=', owner).execute();
      this.#seen.delete(owner);
    } catch (error) {
      // Another process has written rows under the number in the meantime.
      if (!(error instanceof ReplacedError)) throw error;
      this.#again = true;
    }
  }
}

type SharedCapabilities = Pick<Capabilities, 'isShared' | 'processes' | 'giveBack'>;

const JOURNAL_TABLES = [
  { name: 'exchanges', order: 'sequence' },
  { name: 'journals', order: 'owner' },
  { name: 'unwritten', order: 'opening' },
];
const SLICE = 50;
/** Longer than a request reads the state that it began with. */
const READ_MS = 10_000;
