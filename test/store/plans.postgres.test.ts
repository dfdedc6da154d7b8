import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPostgresAddress } from '../../src/base/postgres-address.ts';
import type { RequestKeys } from '../../src/store/requests.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { connectionOf, openSession } from '../../src/store/sql/postgres/connection.ts';
import type { Store } from '../../src/store/store.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import type { Proxy } from '../support/postgres/proxy.ts';
import { startProxy } from '../support/postgres/proxy.ts';
import type { Statement } from '../support/postgres/round-trips.ts';
import { recordRoundTrips } from '../support/postgres/round-trips.ts';
import { MINE, ownerOf, profile } from './records.ts';

// A session like those of the store, whose statements PostgreSQL plans while their tables are empty.

let network: Proxy;
let store: Store;
let session: pg.Client;
let filler: pg.Client;
let publicKey: string;
const prepared: { look: string; name: string; statement: Statement }[] = [];
beforeAll(async () => {
  const address = newSchema();
  network = await startProxy(address);
  const trips = recordRoundTrips(network);
  // A shared store has no records in memory.
  store = await openStore(network.url);
  const [mine, credential] = profile();
  await store.profiles.add(mine, credential);
  ({ publicKey } = credential);
  const connection = connectionOf(readPostgresAddress(address));
  session = await openSession(connection);
  filler = await openSession({ ...connection, query_timeout: 0 });
  await filler.query('set statement_timeout = 0');
  const tables = await session.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  for (const { name } of tables.rows) {
    // Its count would replace the plans at some moment.
    await session.query(`alter table ${name} set (autovacuum_enabled = off)`);
    // Once PostgreSQL knows that a table is empty, reading all of it is the best plan.
    await session.query(`analyze ${name}`);
  }
  for (const [look, lookUp] of Object.entries(LOOK_UPS)) {
    trips.take();
    await lookUp(NOBODY);
    for (const statement of trips.take().filter(({ values }) => values.includes(NOBODY))) {
      const name = `plan_${prepared.length}`;
      prepared.push({ look, name, statement });
      await session.query(`prepare ${name} as ${statement.text}`);
      // The sixth execution may keep its plan.
      for (let i = 0; i < 10; i++) await session.query(execute(name, statement, NOBODY));
    }
  }
});
afterAll(async () => {
  await Promise.all([session.end(), filler.end()]);
  await store.close();
  network.end();
});

const LOOK_UPS: Record<string, (id: string) => Promise<unknown>> = {
  search: (id) => store.searches.find(MINE, id),
  pricing: (id) => store.pricings.find(MINE, id),
  order: (id) => store.orders.find(MINE, id),
  'order by offer': (id) => store.orders.findByOffer(MINE, id),
  'bookings by pricing': (id) => store.bookings.find(MINE, { pricingToken: id }),
  'bookings by search': (id) => store.bookings.find(MINE, { searchId: id }),
  'bookings by partnerTrackingId': (id) => store.bookings.find(MINE, { partnerTrackingId: id }),
  reservation: (id) => store.bookings.findReservation(MINE, { reservationId: id }),
  'reservation by confirmation': (id) => store.bookings.findReservation(MINE, { confirmationNumber: id }),
  'counted read': (id) => store.bookings.countRead(MINE, id).catch(() => undefined),
  settlement: (id) => store.bookings.settle(MINE, id, 1).catch(() => undefined),
  cancellation: (id) => store.bookings.cancel(MINE, id, 1),
  'what a booking reads': (id) => load({ searchId: id, pricingToken: id }),
  'what a change confirmation reads': (id) =>
    load({ searchId: id, pricingToken: id, reservation: { reservationId: id } }),
  'what a read by id reads': (id) => load({ reservation: { reservationId: id } }),
  'what a read by confirmation reads': (id) => load({ reservation: { confirmationNumber: id } }),
  'what a read by search reads': (id) => load({ searchId: id, reservation: { searchId: id } }),
};

it.for([1000, 50_000])('statements that were planned on empty tables read few of %i rows', async (size) => {
  await fill(size, await ownerOf(store, MINE));
  expect(new Set(prepared.map(({ look }) => look)).size).toBe(Object.keys(LOOK_UPS).length);
  for (const { look, name, statement } of prepared) {
    await session.query('begin');
    const explain = `explain (analyze, format json) ${execute(name, statement, `id-${size / 2}`)}`;
    const plan = (await session.query<{ 'QUERY PLAN': { Plan: Node }[] }>(explain)).rows[0]?.['QUERY PLAN'][0]?.Plan;
    await session.query('rollback');
    const rows = plan ? rowsOf(plan) : Infinity;
    expect([look, rows <= MOST_ROWS, rows]).toEqual([look, true, rows]);
  }
});

it('the process that purges lets PostgreSQL count the rows of tables that have grown', async () => {
  await session.query('begin; truncate searches, pricings, orders, bookings; commit');
  await fill(1000, await ownerOf(store, MINE));
  const counted = async () =>
    (await session.query<{ reltuples: number }>("select reltuples from pg_class where oid = 'bookings'::regclass"))
      .rows[0]?.reltuples;
  expect(await counted()).not.toBe(1000);
  await expect.poll(() => store.prepareToPurge()).toBe(true);
  expect(await counted()).toBe(1000);
});

/** A read has a row of each of five tables, which several steps of its plan pass on. */
const MOST_ROWS = 40;
const NOBODY = 'nobody';

function load(keys: Partial<RequestKeys>): Promise<unknown> {
  return store.load(publicKey, { searchId: undefined, pricingToken: undefined, reservation: undefined, ...keys });
}

function execute(name: string, { values }: Statement, id: string): string {
  const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value === NOBODY ? id : value)));
  return `execute ${name}(${literals.join(', ')})`;
}

/** A step of a plan. */
interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** Returns the rows that a plan has read, those that it did not need included. */
function rowsOf(node: Node): number {
  const own =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own * node['Actual Loops']);
}

/** Adds rows of each table, up to a number of them. */
async function fill(size: number, owner: number): Promise<void> {
  for (const insert of [
    `searches (search_id, owner, kind, seed, created_at, expires_at, origin)
      select 'id-' || n, ${owner}, 'flights', 's', n, n, '{}'`,
    `pricings (pricing_token, owner, search_id, result_id, amenities, created_at, expires_at)
      select 'id-' || n, ${owner}, 'id-' || n, 'r', '[]', n, n`,
    `orders (order_id, offer_id, owner, gdsprovider, status, created_at, request, answer, provider_record)
      select 'id-' || n, 'id-' || n, ${owner}, 1, 'booked', n, '{}', '{}', '{}'`,
    `bookings (booking_id, owner, pricing_token, search_id, partner_tracking_id, request, status, settle_to,
      due_at, reads, confirmation_number, state, reservation, created_at,
      pickup_at, last_pickup_at)
      select 'id-' || n, ${owner}, 'id-' || n, 'id-' || n, 'id-' || n, '{}', 'pending', 'completed',
        n, 0, 'id-' || n, 'confirmed', '{}', n, n, n`,
  ])
    await filler.query(`insert into ${insert} from generate_series(1, ${size}) as n on conflict do nothing`);
}
