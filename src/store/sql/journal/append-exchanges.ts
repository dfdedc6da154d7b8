import type { Kysely } from 'kysely';
import type { Missing } from '../../journal.ts';
import { prepare, prepareInsert } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import type { JournalRow, NewExchangeRow } from './exchange-rows.ts';
import { JOURNAL_COLUMNS, numberRows, sizeOf } from './exchange-rows.ts';

type Append = (
  trx: Kysely<Tables>,
  profileCode: string,
  rows: readonly NewExchangeRow[],
  missing: Missing,
) => Promise<JournalRow>;

/** Adds exchanges to the journal of a profile and returns the journal as it is then. */
export function prepareAppend(db: Kysely<Tables>): Append {
  const count = prepareCount(db);
  const insert = prepareInsert(db, 'exchanges', INSERT_SIZES.length);

  return async (trx, profileCode, rows, { lost, dropped }) => {
    const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    // Counted before they are inserted: this assigns their sequence numbers.
    const [journal] = await count(trx, {
      profile_code: profileCode,
      last: (dropped?.exchanges ?? 0) + rows.length,
      exchanges: rows.length,
      bytes,
      dropped_exchanges: lost + (dropped?.exchanges ?? 0),
      dropped_bytes: dropped?.bytes ?? 0,
      dropped_before: dropped && dropped.before,
    });
    if (!journal) throw new Error(`the journal of ${profileCode} was not counted`);
    numberRows(rows, journal.last - rows.length, journal.dropped_bytes + journal.bytes - bytes);
    let done = 0;
    for (const size of INSERT_SIZES)
      for (; rows.length - done >= size; done += size) await insert(trx, rows.slice(done, done + size));
    return journal;
  };
}

function prepareCount(db: Kysely<Tables>) {
  return prepare<JournalRow, JournalRow>(JOURNAL_COLUMNS, (added) =>
    db
      .insertInto('journals')
      .values(added)
      .onConflict((conflict) =>
        conflict.column('profile_code').doUpdateSet((eb) => ({
          last: eb('journals.last', '+', eb.ref('excluded.last')),
          exchanges: eb('journals.exchanges', '+', eb.ref('excluded.exchanges')),
          bytes: eb('journals.bytes', '+', eb.ref('excluded.bytes')),
          dropped_exchanges: eb('journals.dropped_exchanges', '+', eb.ref('excluded.dropped_exchanges')),
          dropped_bytes: eb('journals.dropped_bytes', '+', eb.ref('excluded.dropped_bytes')),
          dropped_before: eb.fn.coalesce('excluded.dropped_before', 'journals.dropped_before'),
        })),
      )
      .returningAll(),
  );
}

/** Rows of one statement: few sizes, so that few statements are compiled. */
const INSERT_SIZES = [16, 4, 1];
