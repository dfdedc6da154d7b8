import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ExchangeQuery, ExchangeSummary } from '../../journal.ts';
import { searchRows } from '../search-rows.ts';
import type { Tables } from '../tables.ts';
import type { ExchangeRow } from './exchange-rows.ts';
import { asBuffer, HEAD_COLUMNS, toSummary } from './exchange-rows.ts';

/** Finds a profile's exchanges by a query, without headers and bodies. */
export async function findExchanges(
  db: Kysely<Tables>,
  owner: number,
  query: ExchangeQuery,
): Promise<ExchangeSummary[]> {
  const { contains, limit } = query;
  if (contains === undefined)
    return (await select(db, owner, query).select(HEAD_COLUMNS).limit(limit).execute()).map(toSummary);
  const text = Buffer.from(contains);
  const rows = {
    read: (after: number | undefined, most: number) =>
      select(db, owner, { ...query, after })
        .selectAll()
        .limit(most)
        .execute(),
    placeOf: ({ sequence }: ExchangeRow) => sequence,
    contains: (row: ExchangeRow) => hasText(row, text),
  };
  return (await searchRows(rows, query.after, limit)).map(toSummary);
}

function select(
  db: Kysely<Tables>,
  owner: number,
  { after, order, operationId, status, ending, outcome, origin, scenario, from, to }: ExchangeQuery,
) {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  let query = db
    .selectFrom('exchanges')
    .where('owner', '=', owner)
    .orderBy('at', direction)
    .orderBy('sequence', direction);
  if (after !== undefined) query = query.where(isAfter(db, owner, after, order));
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (ending !== undefined) query = query.where('ending', '=', ending);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (origin !== undefined) query = query.where('origin', '=', origin);
  if (scenario !== undefined)
    query = query.where(sql<string>`',' || ${sql.ref('scenario')} || ','`, 'like', `%,${scenario},%`);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  return query;
}

/**
 * True if an exchange comes after the one with the sequence number `after`: by start instant, then by end. A dropped
 * one counts as the oldest.
 */
function isAfter(db: Kysely<Tables>, owner: number, after: number, order: ExchangeQuery['order']) {
  const at = db
    .selectFrom('exchanges as cursor')
    .select('cursor.at')
    .where('cursor.owner', '=', owner)
    .where('cursor.sequence', '=', after);
  const place = sql`(coalesce(${at}, 0), ${after})`;
  return order === 'oldest'
    ? sql<boolean>`(${sql.ref('at')}, ${sql.ref('sequence')}) > ${place}`
    : sql<boolean>`(${sql.ref('at')}, ${sql.ref('sequence')}) < ${place}`;
}

function hasText({ path, request_body, response_body }: ExchangeRow, text: Buffer): boolean {
  return (
    Buffer.from(path).includes(text) ||
    [request_body, response_body].some((body) => body !== null && asBuffer(body).includes(text))
  );
}
