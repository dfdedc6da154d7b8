import type { Kysely } from 'kysely';
import type { JournalBounds } from '../../journal.ts';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import type { ExchangeRow, JournalRow } from './exchange-rows.ts';
import { JOURNAL_COLUMNS } from './exchange-rows.ts';

/** Drops the oldest exchanges of a journal, and a few more than the bounds require so that the next append does not. */
export function prepareDrop(
  db: Kysely<Tables>,
): (trx: Kysely<Tables>, journal: JournalRow, bounds: JournalBounds) => Promise<void> {
  const findFirstKept = prepareFindFirstKept(db);
  const remove = prepare<{ code: string; before: number }>(['code', 'before'], ({ code, before }) =>
    db.deleteFrom('exchanges').where('profile_code', '=', code).where('sequence', '<', before),
  );
  const update = prepare<JournalRow>(JOURNAL_COLUMNS, ({ profile_code, last: _, ...rest }) =>
    db.updateTable('journals').set(rest).where('profile_code', '=', profile_code),
  );

  return async (trx, journal, bounds) => {
    const { profile_code: code, last } = journal;
    const bytesEver = journal.dropped_bytes + journal.bytes;
    const [first] = await findFirstKept(trx, {
      code,
      after: last - Math.ceil(bounds.exchanges * KEPT_SHARE),
      from: bytesEver - bounds.bytes * KEPT_SHARE,
    });
    const exchanges = first ? last - first.sequence + 1 : 0;
    const bytes = first ? bytesEver - first.bytes_before : 0;
    await remove(trx, { code, before: first?.sequence ?? last + 1 });
    await update(trx, {
      profile_code: code,
      last,
      exchanges,
      bytes,
      dropped_exchanges: journal.dropped_exchanges + journal.exchanges - exchanges,
      dropped_bytes: bytesEver - bytes,
      dropped_before: first?.at ?? journal.dropped_before,
    });
  };
}

type FirstKept = Pick<ExchangeRow, 'sequence' | 'bytes_before' | 'at'>;

function prepareFindFirstKept(db: Kysely<Tables>) {
  return prepare<{ code: string; after: number; from: number }, FirstKept>(
    ['code', 'after', 'from'],
    ({ code, after, from }) =>
      db
        .selectFrom('exchanges')
        .select(['sequence', 'bytes_before', 'at'])
        .where('profile_code', '=', code)
        .where('sequence', '>', after)
        .where('bytes_before', '>=', from)
        .orderBy('sequence')
        .limit(1),
  );
}

/** How much of a bound is used after the oldest were dropped. */
const KEPT_SHARE = 0.95;
