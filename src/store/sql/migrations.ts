import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import type { TableCapabilities } from './database.ts';
import { keysFirst } from './keys-first.ts';
import { rowsByOwner } from './rows-by-owner.ts';

/** Every migration, in the order of the names. Never edit a released one: add a new entry. */
export function migrations(capabilities: TableCapabilities): MigrationProvider {
  return {
    getMigrations: () =>
      Promise.resolve({
        '001-first-tables': { up: (db) => firstTables(db, capabilities) },
        '002-clocks-and-armed-scenarios': { up: clocksAndArmedScenarios },
        '003-journal': { up: (db) => journal(db, capabilities) },
        '004-what-became-of-it': { up: whatBecameOfIt },
        '005-hidden-bookings-and-early-ends': { up: hiddenBookingsAndEarlyEnds },
        '006-rows-by-profile': { up: rowsByProfile },
        '007-bounds': { up: bounds },
        '008-scenarios-of-bookings': { up: scenariosOfBookings },
        '009-overlapping-exchanges': { up: overlappingExchanges },
        '010-actions': { up: actions },
        '011-outcomes': { up: outcomes },
        '012-rows-by-owner': { up: (db) => rowsByOwner(db, capabilities) },
        '013-one-world': { up: oneWorld },
        '014-origins': { up: origins },
        '015-supplier-responses': { up: supplierResponses },
        '016-late-rows': { up: capabilities.refuseLateRows },
        '017-page-keys': { up: pageKeys },
        '018-strays': { up: strays },
        '019-kept-world': { up: keptWorld },
        '020-keys-first': { up: keysFirst },
        '021-verdict-marks': { up: verdictMarks },
        '022-dropped-strays': { up: droppedStrays },
      }),
  };
}

async function firstTables(db: Kysely<unknown>, { sequence }: TableCapabilities): Promise<void> {
  await db.schema
    .createTable('openings')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('profiles')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('margin_percent', 'double precision', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('credentials')
    .addColumn('public_key', 'text', (c) => c.primaryKey())
    .addColumn('profile_code', 'text', (c) => c.notNull().references('profiles.code'))
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('secret_last4', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createTable('searches')
    .addColumn('search_id', 'text', (c) => c.primaryKey())
    .addColumn('profile_code', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('seed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('searches_by_expiry').on('searches').column('expires_at').execute();
  await db.schema
    .createTable('orders')
    .addColumn('order_id', 'text', (c) => c.primaryKey())
    .addColumn('profile_code', 'text', (c) => c.notNull())
    .addColumn('gdsprovider', 'integer', (c) => c.notNull())
    .addColumn('offer_id', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('provider_record', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('pricings')
    .addColumn('pricing_token', 'text', (c) => c.primaryKey())
    .addColumn('profile_code', 'text', (c) => c.notNull())
    .addColumn('search_id', 'text', (c) => c.notNull())
    .addColumn('result_id', 'text', (c) => c.notNull())
    .addColumn('amenities', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('pricings_by_expiry').on('pricings').column('expires_at').execute();
  await db.schema
    .createTable('bookings')
    .addColumn('seq', 'integer', sequence)
    .addColumn('booking_id', 'text', (c) => c.notNull().unique())
    .addColumn('profile_code', 'text', (c) => c.notNull())
    .addColumn('pricing_token', 'text', (c) => c.notNull().unique())
    .addColumn('search_id', 'text', (c) => c.notNull())
    .addColumn('partner_tracking_id', 'text')
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('settle_to', 'text')
    .addColumn('due_at', 'bigint')
    .addColumn('after_reads', 'integer')
    .addColumn('settle_error_code', 'text')
    .addColumn('reads', 'integer', (c) => c.notNull())
    .addColumn('error_code', 'text')
    .addColumn('confirmation_number', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('replaced_by', 'text')
    .addColumn('cancelled_at', 'bigint')
    .addColumn('reservation', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('bookings_by_search').on('bookings').columns(['profile_code', 'search_id']).execute();
  await db.schema
    .createIndex('bookings_by_partner')
    .on('bookings')
    .columns(['profile_code', 'partner_tracking_id'])
    .where(sql.ref('partner_tracking_id'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('bookings_by_due')
    .on('bookings')
    .columns(['profile_code', 'due_at'])
    .where(sql.ref('status'), '=', 'pending')
    .execute();
  await db.schema
    .createIndex('bookings_by_confirmation')
    .on('bookings')
    .columns(['profile_code', 'confirmation_number'])
    .execute();
}

async function clocksAndArmedScenarios(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('profiles')
    .addColumn('created_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('profiles').addColumn('clock', 'text').execute();
  await db.schema.alterTable('profiles').addColumn('armed', 'text').execute();
  await db.schema.alterTable('profiles').addColumn('armed_calls', 'integer').execute();
  await db.schema.alterTable('searches').addColumn('armed', 'text').execute();
}

async function journal(db: Kysely<unknown>, { bytes }: TableCapabilities): Promise<void> {
  await db.schema
    .createTable('journals')
    .addColumn('profile_code', 'text', (c) => c.primaryKey())
    .addColumn('last', 'bigint', (c) => c.notNull())
    .addColumn('exchanges', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('dropped_exchanges', 'bigint', (c) => c.notNull())
    .addColumn('dropped_bytes', 'bigint', (c) => c.notNull())
    .addColumn('dropped_before', 'bigint')
    .execute();
  // The bodies come last: reading the other columns of a row does not touch the pages with the bodies.
  await db.schema
    .createTable('exchanges')
    .addColumn('profile_code', 'text', (c) => c.notNull())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('bytes_before', 'bigint', (c) => c.notNull())
    .addColumn('exchange_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('operation_id', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('ending', 'text', (c) => c.notNull())
    .addColumn('scenario', 'text')
    .addColumn('scenario_from', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('request_body', bytes)
    .addColumn('response_body', bytes)
    .addPrimaryKeyConstraint('exchanges_by_sequence', ['profile_code', 'sequence'])
    .execute();
}

async function whatBecameOfIt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('hold_expires_at', 'bigint').execute();
  await db.schema.alterTable('orders').addColumn('price_guaranteed_until', 'bigint').execute();
  await db.schema
    .createIndex('orders_by_profile')
    .on('orders')
    .columns(['profile_code', 'created_at', 'order_id'])
    .execute();
  await db.schema.alterTable('bookings').addColumn('settled_at', 'bigint').execute();
  await db.schema.alterTable('bookings').addColumn('changed_at', 'bigint').execute();
  await db.schema.alterTable('bookings').addColumn('pickup_at', 'bigint').execute();
}

async function hiddenBookingsAndEarlyEnds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pricings').addColumn('ends_at', 'bigint').execute();
  await db.schema.dropIndex('bookings_by_due').execute();
  await db.schema
    .createIndex('bookings_by_due')
    .on('bookings')
    .columns(['profile_code', 'due_at'])
    .where(sql.ref('status'), 'in', ['pending', 'hidden'])
    .execute();
}

async function rowsByProfile(db: Kysely<unknown>): Promise<void> {
  for (const [table, id] of [
    ['searches', 'search_id'],
    ['pricings', 'pricing_token'],
  ] as const) {
    await db.schema.dropIndex(`${table}_by_expiry`).execute();
    await db.schema.createIndex(`${table}_by_expiry`).on(table).columns(['profile_code', 'expires_at', id]).execute();
  }
  await db.schema.createIndex('bookings_by_profile').on('bookings').columns(['profile_code', 'seq']).execute();
}

/** Indexes of the droppable records of a profile: expired, oldest and finished. */
async function bounds(db: Kysely<unknown>): Promise<void> {
  for (const table of ['searches', 'pricings']) {
    await db.schema.createIndex(`${table}_by_age`).on(table).columns(['profile_code', 'created_at']).execute();
  }
  await db.schema.alterTable('orders').addColumn('over_at', 'bigint').execute();
  await db.schema
    .createIndex('orders_by_end')
    .on('orders')
    .columns(['profile_code', 'over_at'])
    .where(sql.ref('over_at'), 'is not', null)
    .execute();
  await db.schema.createIndex('bookings_by_pickup').on('bookings').columns(['profile_code', 'pickup_at']).execute();
  await db.schema
    .createIndex('bookings_closed')
    .on('bookings')
    .columns(['profile_code', 'seq'])
    .where(sql<boolean>`(status = 'failed' or state in ('changed', 'cancelled'))`)
    .execute();
}

/** Scenarios for later requests about a reservation, and the effect of a resend. */
async function scenariosOfBookings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('resend', 'text').execute();
  await db.schema.alterTable('pricings').addColumn('price_percent', 'integer').execute();
  await db.schema.alterTable('bookings').addColumn('cancel_shown_at', 'bigint').execute();
  await db.schema.alterTable('bookings').addColumn('cancel_hidden_reads', 'integer').execute();
  await db.schema.alterTable('bookings').addColumn('part', 'integer').execute();
  for (const column of ['armed', 'resend']) await db.schema.alterTable('bookings').addColumn(column, 'text').execute();
}

async function overlappingExchanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('exchanges')
    .addColumn('overlapped', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/** Forced changes to single resources. */
async function actions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('searches').addColumn('ends_at', 'bigint').execute();
  await db.schema.alterTable('bookings').addColumn('ride_ahead_ms', 'bigint').execute();
  await db.schema.alterTable('bookings').addColumn('other_driver', 'integer').execute();
}

/** Outcome and real time of each response. For older exchanges: by status and ending, and failed ones by their body. */
async function outcomes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['outcome', 'outcome_text'])
    await db.schema
      .alterTable('exchanges')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await db.schema.alterTable('exchanges').addColumn('real_time', 'bigint').execute();
  await db.schema.alterTable('exchanges').addColumn('duration_ms', 'double precision').execute();
  const outcome = sql`case when ending <> 'answered' then 'lost' when status >= 500 then 'error'
    when status >= 400 then 'refused' when ${hasStatus('failed')} then 'failed'
    when ${hasStatus('pending')} then 'pending' else 'ok' end`;
  await sql`update exchanges set outcome = ${outcome}`.execute(db);
  await sql`update exchanges set outcome_text = case outcome when 'lost' then ending
    when 'failed' then status || ' failed' when 'pending' then status || ' pending' else '' || status end`.execute(db);
}

/** Offers are made again from their search. Without the key of its world, their prices would change. */
async function oneWorld(db: Kysely<unknown>): Promise<void> {
  await sql`delete from searches where kind = 'flights' and origin not like '%"world":%'`.execute(db);
}

/** The senders of exchanges; older ones count as clients. */
async function origins(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('exchanges')
    .addColumn('origin', 'text', (c) => c.notNull().defaultTo('client'))
    .execute();
}

/** Earlier bookings with a settlement count as pending ones. */
async function supplierResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('first_status', 'text').execute();
}

/** The owners of key pairs; older ones belong to clients. */
async function pageKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('credentials')
    .addColumn('origin', 'text', (c) => c.notNull().defaultTo('client'))
    .execute();
}

async function strays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('strays')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('stray', 'text', (c) => c.notNull())
    .execute();
}

/** The key of the world that a store keeps. Older stores take that of their next opening. */
async function keptWorld(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('openings').addColumn('world', 'text').execute();
}

/** Beginnings of the verdicts on profiles: existing ones begin with their journals. */
async function verdictMarks(db: Kysely<unknown>): Promise<void> {
  for (const column of ['cleared_exchange', 'cleared_stray'])
    await db.schema
      .alterTable('profiles')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('profiles').addColumn('unknown_before', 'text').execute();
}

/** For each profile, the latest stray call that is missing from the verdicts on it. */
async function droppedStrays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('profiles')
    .addColumn('dropped_stray', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}

function hasStatus(status: string) {
  const bookings = sql`operation_id in ('bookTransfer', 'confirmReservationChange')`;
  return sql`(${bookings} and cast(response_body as text) like ${`%"status":"${status}"%`})`;
}
