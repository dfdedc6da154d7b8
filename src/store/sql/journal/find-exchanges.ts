import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ExchangeQuery, ExchangeSummary } from '../../journal.ts';
import type { Tables } from '../tables.ts';
import type { ExchangeRow } from './exchange-rows.ts';
import { asBuffer, HEAD_COLUMNS, toSummary } from './exchange-rows.ts';

/** Finds a profile's exchanges by a query, without headers and bodies. */
export function findExchanges(db: Kysely<Tables>, owner: number, query: ExchangeQuery): Promise<ExchangeSummary[]> {
  return query.contains === undefined ? list(db, owner, query) : search(db, owner, query, Buffer.from(query.contains));
}

async function list(db: Kysely<Tables>, owner: number, query: ExchangeQuery): Promise<ExchangeSummary[]> {
  return (await select(db, owner, query).select(HEAD_COLUMNS).limit(query.limit).execute()).map(toSummary);
}

/** Searches the bodies, a few in each turn of the loop. */
async function search(
  db: Kysely<Tables>,
  owner: number,
  query: ExchangeQuery,
  text: Buffer,
): Promise<ExchangeSummary[]> {
  const found: ExchangeSummary[] = [];
  let { after } = query;
  while (found.length < query.limit) {
    const rows = await select(db, owner, { ...query, after })
      .selectAll()
      .limit(CHUNK)
      .execute();
    found.push(...rows.filter((row) => contains(row, text)).map(toSummary));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) break;
    after = last.sequence;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found.slice(0, query.limit);
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

function contains({ path, request_body, response_body }: ExchangeRow, text: Buffer): boolean {
  return (
    Buffer.from(path).includes(text) ||
    [request_body, response_body].some((body) => body !== null && asBuffer(body).includes(text))
  );
}

const CHUNK = 50;
