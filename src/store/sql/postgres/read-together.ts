import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { MAX_FOUND } from '../booking-queries.ts';
import type { Prepared } from '../prepare.ts';
import { prepare } from '../prepare.ts';
import type { KeyColumn, ReadTogether, TogetherRow } from '../read-together.ts';
import type { Tables } from '../tables.ts';

/** Reads records from several tables with one statement. Each key combination has a separate statement. */
export function prepareReadTogether(db: Kysely<Tables>): ReadTogether {
  const statements = new Map<string, Prepared<Values, TogetherRow>>();
  return async (publicKey, { searchId, pricingToken, booking }) => {
    const shape = { search: searchId !== undefined, pricing: pricingToken !== undefined, booking: booking?.column };
    const name = Object.values(shape).join();
    let statement = statements.get(name);
    if (!statement) statements.set(name, (statement = prepareShape(db, shape)));
    return (await statement(db, { publicKey, searchId, pricingToken, key: booking?.value }))[0];
  };
}

interface Shape {
  search: boolean;
  pricing: boolean;
  booking: KeyColumn | undefined;
}

interface Values {
  publicKey: string;
  searchId: string | undefined;
  pricingToken: string | undefined;
  key: string | undefined;
}

function prepareShape(db: Kysely<Tables>, shape: Shape): Prepared<Values, TogetherRow> {
  return prepare(['publicKey', 'searchId', 'pricingToken', 'key'], (values) => ({
    compile: () => together(shape, values).compile(db),
  }));
}

/** Compares owners as `isOf` does, for the same reason. */
function together(shape: Shape, values: Values): RawBuilder<TogetherRow> {
  return sql<TogetherRow>`select row_to_json(profiles) as profile, row_to_json(credentials) as credential,
    ${searchOf(shape, values)} as search, ${pricingOf(shape, values)} as pricing,
    ${shape.booking === undefined ? sql`null` : sql`found.rows`} as bookings, ${firstDue(shape)} as first_due
    from credentials join profiles on profiles.code = credentials.profile_code ${bookingsOf(shape, values)}
    where credentials.public_key = ${values.publicKey}`;
}

function searchOf({ search, booking }: Shape, { searchId }: Values): RawBuilder<unknown> {
  if (!search && booking === undefined) return sql`null`;
  const id = search ? sql`${searchId}` : sql`found.search_id`;
  return sql`(select row_to_json(searches) from searches
    where searches.search_id = ${id} and searches.owner + 0 = profiles.owner)`;
}

function pricingOf({ pricing }: Shape, { pricingToken }: Values): RawBuilder<unknown> {
  if (!pricing) return sql`null`;
  return sql`(select row_to_json(pricings) from pricings
    where pricings.pricing_token = ${pricingToken} and pricings.owner + 0 = profiles.owner)`;
}

/** The bookings under a key, the newest first, and the search behind the one whose scenarios a request meets. */
function bookingsOf({ booking }: Shape, { key }: Values): RawBuilder<unknown> {
  if (booking === undefined) return sql``;
  return sql`left join lateral (
    select json_agg(one) as rows, (array_agg(one.search_id order by one.armed is null, one.seq desc))[1] as search_id
    from (select * from bookings where ${sql.ref(booking)} = ${key} and bookings.owner + 0 = profiles.owner
      order by seq + 0 desc limit ${sql.lit(MAX_FOUND)}) as one) as found on true`;
}

function firstDue({ booking }: Shape): RawBuilder<unknown> {
  if (booking === undefined || booking === 'pricing_token') return sql`null`;
  // The lower bound holds for every instant: it makes the index on due instants look best even without statistics.
  return sql`(select min(due_at) from bookings where bookings.owner = profiles.owner
    and status in ('pending', 'hidden') and due_at > ${sql.lit(Number.MIN_SAFE_INTEGER)})`;
}
