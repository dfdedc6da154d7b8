import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { sqlStateOf } from './named-error.ts';

/**
 * Knows whether the server's disk is full. Small changes succeed there for long, because they need no new page: after a
 * statement failed on a full disk, only a table that grows shows that there is space again.
 */
export class DiskSpace {
  #isInDoubt = false;

  note(error: unknown): void {
    if (error instanceof Error && sqlStateOf(error) === DISK_FULL) this.#isInDoubt = true;
  }

  /** Throws UnavailableError as long as tables cannot grow. */
  async check<Tables>(db: Kysely<Tables>): Promise<void> {
    if (!this.#isInDoubt) return;
    await db.transaction().execute(async (trx) => {
      await sql`create unlogged table disk_space (filling text)`.execute(trx);
      await sql`insert into disk_space select repeat('x', 1000) from generate_series(1, 1000)`.execute(trx);
      await sql`drop table disk_space`.execute(trx);
    });
    this.#isInDoubt = false;
  }
}

const DISK_FULL = '53100';
