import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { JournalMark } from '../../../exchange/journal-mark.ts';
import type { JudgedJournal } from '../../journal.ts';
import type { Tables } from '../tables.ts';
import { readExchanges } from './all-exchanges.ts';

/** `JournalStore.judged`, on one state of the database. */
export async function readJudged(
  db: Kysely<Tables>,
  profileCode: string,
  after: (mark: JournalMark) => number,
): Promise<JudgedJournal | undefined> {
  const mark = await readMark(db, profileCode);
  if (!mark) return undefined;
  const from = after(mark);
  return { mark, exchanges: from < mark.last ? await readExchanges(db, mark.state, from, mark.last) : [] };
}

async function readMark(db: Kysely<Tables>, profileCode: string): Promise<JournalMark | undefined> {
  const row = await db
    .selectFrom('profiles')
    .leftJoin('journals', 'journals.owner', 'profiles.owner')
    .select(['profiles.owner', 'last', 'dropped_exchanges', 'cleared_exchange', 'unknown_before'])
    .select(['cleared_stray', 'dropped_stray'])
    .where('code', '=', profileCode)
    .executeTakeFirst();
  return (
    row && {
      state: row.owner,
      last: row.last ?? 0,
      dropped: row.dropped_exchanges ?? 0,
      clearedExchange: row.cleared_exchange,
      clearedStray: row.cleared_stray,
      droppedStray: row.dropped_stray,
      unknownBefore: row.unknown_before,
    }
  );
}

/** Clears the verdicts on a profile with its present journal. */
export async function clearVerdicts(db: Kysely<Tables>, profileCode: string): Promise<void> {
  await db
    .updateTable('profiles')
    .set((eb) => ({
      cleared_exchange: eb.fn.coalesce(
        eb.selectFrom('journals').select('last').whereRef('journals.owner', '=', 'profiles.owner'),
        sql.lit(0),
      ),
      cleared_stray: lastStray(),
      dropped_stray: 0,
    }))
    .where('code', '=', profileCode)
    .execute();
}

/** The columns of a profile whose state is replaced, for verdicts on what follows. */
export function marksOf(unknownBefore: 'reset' | 'import', lastExchange: number) {
  return {
    cleared_exchange: lastExchange,
    cleared_stray: lastStray(),
    dropped_stray: 0,
    unknown_before: unknownBefore,
  };
}

function lastStray() {
  return sql<number>`(select coalesce(max(number), 0) from strays)`;
}
