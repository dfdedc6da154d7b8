import type { Kysely } from 'kysely';
import type { Capabilities } from '../database.ts';
import type { Tables } from '../tables.ts';

/**
 * Notes by processes that may have calls which an owner's journal lacks. A process is known by its opening's number.
 */
export class Unwritten {
  readonly #db: Kysely<Tables>;
  readonly #opening: number;
  readonly #capabilities: Capabilities;

  constructor(db: Kysely<Tables>, capabilities: Capabilities, opening: number) {
    this.#db = db;
    this.#opening = opening;
    this.#capabilities = capabilities;
  }

  /** Lets other processes see whether this one lives. */
  async open(): Promise<this> {
    await this.#capabilities.processes.mark(nameOf(this.#opening));
    return this;
  }

  async note(owner: number): Promise<void> {
    const row = { owner, opening: this.#opening };
    await this.#db
      .insertInto('unwritten')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async withdraw(owners: readonly number[]): Promise<void> {
    await this.#db.deleteFrom('unwritten').where('owner', 'in', owners).where('opening', '=', this.#opening).execute();
  }

  /** Returns the processes that have ended, or are out of reach, and left a note. */
  async left(owner: number): Promise<number[]> {
    if (!this.#capabilities.durable) return [];
    const gone: number[] = [];
    for (const opening of await this.#others(owner)) if (!(await this.#lives(opening))) gone.push(opening);
    if (gone.length === 0) return gone;
    // A process that ends properly withdraws its notes first.
    const present = await this.#others(owner);
    return gone.filter((opening) => present.includes(opening));
  }

  async #others(owner: number): Promise<number[]> {
    const rows = this.#db.selectFrom('unwritten').select('opening').where('owner', '=', owner);
    return (await rows.where('opening', '!=', this.#opening).execute()).map(({ opening }) => opening);
  }

  #lives(opening: number): Promise<boolean> {
    const { isShared, processes } = this.#capabilities;
    return isShared ? processes.isMarked(nameOf(opening)) : Promise.resolve(false);
  }
}

function nameOf(opening: number): string {
  return `opening ${opening}`;
}
