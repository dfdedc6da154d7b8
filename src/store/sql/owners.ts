import type { Kysely } from 'kysely';
import { NOBODY } from '../../exchange/exchange.ts';
import { NOBODY as OWNER_OF_NOBODY } from './create-tables.ts';
import type { Capabilities, Processes } from './database.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

/**
 * Each profile's row number, from `profiles.owner`. A whole new state is written under a new number, without readers,
 * and belongs to the profile once its row has that number. From then on the rows under the previous number are
 * leftovers. The numbers are in memory too. In a shared database another process may replace a state: what this process
 * does until it follows belongs to the previous state, as if it had been done before the replacement.
 */
export class Owners {
  readonly #isShared: boolean;
  readonly #processes: Processes;
  readonly #numbers = new Map<string, number>();
  /** The numbers in the database that differ from those in memory; REMOVED for a removed profile. */
  readonly #newer = new Map<string, number>();
  /** Numbers without a profile, with rows being written. */
  readonly #coming = new Set<number>();

  constructor({ isShared, processes }: Pick<Capabilities, 'isShared' | 'processes'>) {
    this.#isShared = isShared;
    this.#processes = processes;
  }

  async read(db: Kysely<Tables>): Promise<this> {
    for (const { code, owner } of await db.selectFrom('profiles').select(['code', 'owner']).execute())
      this.set(code, owner);
    this.set(NOBODY, OWNER_OF_NOBODY);
    return this;
  }

  /** Returns a profile's number; for an unknown profile a number without rows. */
  of(profileCode: string): number {
    return this.#numbers.get(profileCode) ?? UNKNOWN;
  }

  /** Throws for an unknown profile, so no row is left without one. */
  ofExisting(profileCode: string): number {
    const owner = this.#numbers.get(profileCode);
    if (owner === undefined) throw new Error(`there is no profile ${profileCode}`);
    return owner;
  }

  all(): Iterable<[profileCode: string, owner: number]> {
    return this.#numbers;
  }

  /** Undefined for a number without a profile, or with a removed one. */
  profileOf(owner: number): string | undefined {
    for (const [code, number] of this.#numbers) if (number === owner) return code;
    return undefined;
  }

  set(profileCode: string, owner: number): void {
    this.#numbers.set(profileCode, owner);
    this.#newer.delete(profileCode);
  }

  delete(profileCode: string): void {
    this.#numbers.delete(profileCode);
    this.#newer.delete(profileCode);
  }

  /** Notes a profile's number in the database, as read; undefined for a profile that is not there. */
  see(profileCode: string, owner: number | undefined): void {
    if (!this.#isShared) return;
    // Later states have higher numbers, so a lower number was read before the current state.
    const known = this.#numbers.get(profileCode);
    if (owner === undefined ? known !== undefined : owner > (known ?? UNKNOWN))
      this.#newer.set(profileCode, owner ?? REMOVED);
  }

  /** True if another process has replaced or removed the profile's state since this one read its number. */
  isBehind(profileCode: string): boolean {
    return this.#newer.has(profileCode);
  }

  /** True for an earlier state's number, if this process does not replace states alone. */
  isReplaced(profileCode: string, current: number): boolean {
    return this.#isShared && this.#numbers.get(profileCode) !== current;
  }

  isComing(owner: number): boolean {
    return this.#coming.has(owner);
  }

  /** Takes a new number for the rows written while `work` runs. Unless a profile gets it, they are leftovers. */
  async withNew<T>(db: Kysely<Tables>, work: (owner: number) => Promise<T>): Promise<T> {
    // Noted within the transaction: once a sweep sees the number, it also sees the pending rows.
    const { owner, unmark } = await db.transaction().execute(async (trx) => {
      const number = await newOwner(trx);
      this.#coming.add(number);
      return { owner: number, unmark: await this.#processes.mark(rowsOf(number)) };
    });
    try {
      return await work(owner);
    } finally {
      this.#coming.delete(owner);
      await unmark();
    }
  }
}

/** The mark of a process while it writes an owner's rows. */
export function rowsOf(owner: number): string {
  return `rows ${owner}`;
}

/** Returns a profile's number in the database; undefined for an unknown profile. */
export async function readOwner(db: Kysely<Tables>, profileCode: string): Promise<number | undefined> {
  const row = await db.selectFrom('profiles').select('owner').where('code', '=', profileCode).executeTakeFirst();
  return row?.owner;
}

/** Takes a number without rows. */
export async function newOwner(db: Kysely<Tables>): Promise<number> {
  return (await db.insertInto('owners').defaultValues().returning('number').executeTakeFirstOrThrow()).number;
}

/**
 * Reads a profile's number within a transaction, for rows written without the profile's lock. The profile keeps it
 * until the transaction ends. Undefined for an unknown profile.
 */
export function prepareOwnerOf(
  db: Kysely<Tables>,
  { locksRows }: Capabilities,
): (trx: Kysely<Tables>, profileCode: string) => Promise<number | undefined> {
  const select = prepare<{ code: string }, { owner: number }>(['code'], ({ code }) =>
    db
      .selectFrom('profiles')
      .select('owner')
      .where('code', '=', code)
      .$if(locksRows, (query) => query.forKeyShare()),
  );
  return async (trx, code) => (code === NOBODY ? OWNER_OF_NOBODY : (await select(trx, { code }))[0]?.owner);
}

/** A number without any owner. */
const UNKNOWN = -1;
const REMOVED = Infinity;
