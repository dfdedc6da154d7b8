import type { ColumnDataType, ColumnMetadata, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { TableCapabilities } from './database.ts';

/**
 * Gives each profile a number, and its rows this number in place of the profile code. Ids are unique per number: a
 * new state of a profile is written next to the previous one, with the same ids. Tables are made again, because
 * SQLite cannot change keys. Drops rows without a profile.
 */
export async function rowsByOwner(db: Kysely<unknown>, capabilities: TableCapabilities): Promise<void> {
  const hasRows = (await numberProfiles(db, capabilities)) > 0;
  const tables = await db.introspection.getTables();
  for (const [name, keys] of Object.entries(KEYS)) {
    const columns = tables.find((table) => table.name === name)?.columns;
    if (!columns) continue;
    // Renaming and copying tables takes longer than all else, and every store in memory is a new one.
    if (hasRows) await db.schema.alterTable(name).renameTo(`${name}_before`).execute();
    else await db.schema.dropTable(name).execute();
    await createTable(db, name, columns, keys, capabilities);
    if (hasRows) await moveRows(db, name, columns);
  }
  for (const { table, name, columns, where } of INDEXES) {
    const index = db.schema
      .createIndex(name)
      .on(table)
      .columns(['owner', ...columns]);
    await (where === undefined ? index : index.where(sql<boolean>`${sql.raw(where)}`)).execute();
  }
}

/** Returns the number of profiles. */
async function numberProfiles(db: Kysely<unknown>, { counter }: TableCapabilities): Promise<number> {
  await db.schema.createTable('owners').addColumn('number', 'integer', counter).execute();
  await db.schema.alterTable('profiles').addColumn('owner', 'integer').execute();
  const upTo = sql`select count(*) from profiles as other where other.code <= profiles.code`;
  await sql`update profiles set owner = (${upTo})`.execute(db);
  const numbered = await sql`insert into owners (number) select owner from profiles order by owner`.execute(db);
  await db.schema.createIndex('profiles_by_owner').on('profiles').column('owner').unique().execute();
  return Number(numbered.numAffectedRows);
}

async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: readonly ColumnMetadata[],
  keys: readonly (readonly string[])[],
  { sequence }: TableCapabilities,
): Promise<void> {
  let table = db.schema.createTable(name);
  for (const { name: column, dataType, isNullable, isAutoIncrementing } of columns) {
    if (isAutoIncrementing) table = table.addColumn(column, 'integer', sequence);
    else if (column === 'profile_code') table = table.addColumn('owner', 'integer', (c) => c.notNull());
    else
      table = table.addColumn(column, dataType.toLowerCase() as ColumnDataType, (c) =>
        isNullable && !isKey(keys, column) ? c : c.notNull(),
      );
  }
  for (const [i, key] of keys.entries()) table = table.addUniqueConstraint(`${name}_key_${i + 1}`, key as never[]);
  await table.execute();
}

async function moveRows(db: Kysely<unknown>, name: string, columns: readonly ColumnMetadata[]): Promise<void> {
  const previous = `${name}_before`;
  const selected = columns.map(({ name: column }) =>
    column === 'profile_code' ? sql`profiles.owner` : sql.ref(`${previous}.${column}`),
  );
  await sql`insert into ${sql.table(name)} select ${sql.join(selected)} from ${sql.table(previous)}
    join profiles on profiles.code = ${sql.ref(`${previous}.profile_code`)}`.execute(db);
  await db.schema.dropTable(previous).execute();
}

function isKey(keys: readonly (readonly string[])[], column: string): boolean {
  return keys.some((key) => key.includes(column));
}

/** Unique keys of each table. */
const KEYS: Record<string, readonly (readonly string[])[]> = {
  searches: [['search_id', 'owner']],
  pricings: [['pricing_token', 'owner']],
  orders: [
    ['order_id', 'owner'],
    ['offer_id', 'owner'],
  ],
  bookings: [
    ['booking_id', 'owner'],
    ['pricing_token', 'owner'],
  ],
  journals: [['owner']],
  exchanges: [['owner', 'sequence']],
};

/** `columns` follow the owner. */
const INDEXES: readonly { table: string; name: string; columns: readonly string[]; where?: string }[] = [
  { table: 'searches', name: 'searches_by_expiry', columns: ['expires_at', 'search_id'] },
  { table: 'searches', name: 'searches_by_age', columns: ['created_at'] },
  { table: 'pricings', name: 'pricings_by_expiry', columns: ['expires_at', 'pricing_token'] },
  { table: 'pricings', name: 'pricings_by_age', columns: ['created_at'] },
  { table: 'orders', name: 'orders_by_profile', columns: ['created_at', 'order_id'] },
  { table: 'orders', name: 'orders_by_end', columns: ['over_at'], where: 'over_at is not null' },
  { table: 'bookings', name: 'bookings_by_profile', columns: ['seq'] },
  { table: 'bookings', name: 'bookings_by_search', columns: ['search_id'] },
  { table: 'bookings', name: 'bookings_by_confirmation', columns: ['confirmation_number'] },
  { table: 'bookings', name: 'bookings_by_pickup', columns: ['pickup_at'] },
  {
    table: 'bookings',
    name: 'bookings_by_partner',
    columns: ['partner_tracking_id'],
    where: 'partner_tracking_id is not null',
  },
  { table: 'bookings', name: 'bookings_by_due', columns: ['due_at'], where: "status in ('pending', 'hidden')" },
  {
    table: 'bookings',
    name: 'bookings_closed',
    columns: ['seq'],
    where: "(status = 'failed' or state in ('changed', 'cancelled'))",
  },
];
