import type { Kysely } from 'kysely';
import type { JournalMark, UnknownBefore } from '../../../exchange/journal-mark.ts';
import type { JudgedJournal } from '../../journal.ts';
import { NOBODY } from '../create-tables.ts';
import { readOwner } from '../owners.ts';
import type { Tables } from '../tables.ts';
import { findJournal, readExchanges } from './all-exchanges.ts';
import type { JournalRow } from './exchange-rows.ts';
import { emptyJournal } from './exchange-rows.ts';

/** `JournalStore.judged`, on one database state. */
export async function readJudged(
  db: Kysely<Tables>,
  profileCode: string | null,
  after: (mark: JournalMark) => number,
): Promise<JudgedJournal | undefined> {
  const owner = profileCode === null ? NOBODY : await readOwner(db, profileCode);
  if (owner === undefined) return undefined;
  const mark = toMark((await findJournal(db, owner)) ?? emptyJournal(owner));
  const from = after(mark);
  return { mark, exchanges: from < mark.last ? await readExchanges(db, owner, from, mark.last) : [] };
}

function toMark(row: JournalRow): JournalMark {
  return {
    state: row.owner,
    last: row.last,
    authenticated: { ever: row.exchanges + row.dropped_exchanges, dropped: row.dropped_exchanges },
    unauthenticated: {
      ever: row.unauthenticated + row.dropped_unauthenticated,
      dropped: row.dropped_unauthenticated,
    },
    clearedExchange: row.cleared_exchange,
    unknownBefore: row.unknown_before,
    knownBefore: row.known_before,
    hasUnwritten: false,
  };
}

/** Clears the verdicts on an owner's current journal. `gone`: processes that left notes of unwritten calls. */
export async function clearVerdicts(db: Kysely<Tables>, owner: number, gone: readonly number[]): Promise<void> {
  if (gone.length > 0) {
    const started = db.insertInto('journals').values({ ...emptyJournal(owner), unknown_before: 'process' });
    await started
      .onConflict((conflict) =>
        conflict.column('owner').doUpdateSet((eb) => ({
          unknown_before: eb.fn.coalesce('journals.unknown_before', 'excluded.unknown_before'),
        })),
      )
      .execute();
    await db.deleteFrom('unwritten').where('owner', '=', owner).where('opening', 'in', gone).execute();
  }
  const cleared = db.updateTable('journals').set((eb) => ({ cleared_exchange: eb.ref('last') }));
  await cleared.where('owner', '=', owner).execute();
}

/** Begins a new state's journal, whose clients know more than it will show. */
export async function beginJournal(
  db: Kysely<Tables>,
  owner: number,
  unknownBefore: UnknownBefore | null,
  knownBefore: Uint8Array | null,
): Promise<void> {
  const journal = { ...emptyJournal(owner), unknown_before: unknownBefore, known_before: knownBefore };
  await db.insertInto('journals').values(journal).execute();
}
