import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { MINE, ownerOf, profile } from './records.ts';

/** Rows of each table, added after the statements were prepared on empty tables. */
const ROWS = 50_000;
const LOOKUPS = 50;

let store: Store;
let session: pg.Client;
beforeAll(async () => {
  const address = newSchema();
  store = await openStore(address);
  await store.profiles.add(...profile());
  session = new pg.Client(address.replace(/[?&]schema=.*/, ''));
  await session.connect();
  await session.query(`set search_path = ${/schema=(\w+)/.exec(address)?.[1]}`);
  for (const lookUp of Object.values(LOOK_UPS)) for (let i = 0; i < 10; i++) await lookUp(`none-${i}`);
  await fill(await ownerOf(store, MINE));
}, 120_000);
afterAll(async () => {
  await session.end();
  await store.close();
});

const LOOK_UPS: Record<string, (id: string) => Promise<unknown>> = {
  searches: (id) => store.searches.find(MINE, id),
  pricings: (id) => store.pricings.find(MINE, id),
  orders: (id) => store.orders.findByOffer(MINE, id),
  bookings: (id) => store.bookings.find(MINE, { pricingToken: id }),
};

it('statements prepared on empty tables read few rows of full ones', async () => {
  const before = await readsOfAll();
  for (const lookUp of Object.values(LOOK_UPS))
    for (let i = 0; i < LOOKUPS; i++) expect(await lookUp(`id-${i * 900}`)).toBeTruthy();
  // A session reports what it did ten seconds after its latest statement at the latest.
  const areReported = async () => (await readsOfAll()).every(({ scans }, i) => scans - before[i].scans >= LOOKUPS);
  await expect.poll(areReported, { timeout: 60_000, interval: 500 }).toBe(true);
  for (const [i, { table, rows }] of (await readsOfAll()).entries())
    expect([table, rows - before[i].rows > LOOKUPS * 3]).toEqual([table, false]);
});

interface Reads {
  table: string;
  scans: number;
  rows: number;
}

/** Number of look-ups in each table and of rows read there, with and without an index, as PostgreSQL counts them. */
async function readsOfAll(): Promise<Reads[]> {
  const query = `select t.relname as "table", (t.seq_scan + sum(i.idx_scan))::integer as scans,
      (t.seq_tup_read + sum(i.idx_tup_read))::integer as rows
    from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
    where t.schemaname = current_schema() and t.relname = any($1)
    group by t.relname, t.seq_scan, t.seq_tup_read order by t.relname`;
  return (await session.query<Reads>(query, [Object.keys(LOOK_UPS)])).rows;
}

async function fill(owner: number): Promise<void> {
  const series = `from generate_series(0, ${ROWS - 1}) as n`;
  for (const insert of [
    `searches (search_id, owner, kind, seed, created_at, expires_at, origin)
      select 'id-' || n, ${owner}, 'flights', 's', n, n, '{}'`,
    `pricings (pricing_token, owner, search_id, result_id, amenities, created_at, expires_at)
      select 'id-' || n, ${owner}, 's', 'r', '[]', n, n`,
    `orders (order_id, offer_id, owner, gdsprovider, status, created_at, request, answer, provider_record)
      select 'id-' || n, 'id-' || n, ${owner}, 1, 'booked', n, '{}', '{}', '{}'`,
    `bookings (booking_id, owner, pricing_token, search_id, request, status, reads, confirmation_number, state,
      reservation, created_at)
      select 'id-' || n, ${owner}, 'id-' || n, 's', '{}', 'completed', 0, 'c', 'confirmed', '{}', n`,
  ])
    await session.query(`insert into ${insert} ${series}`);
}
