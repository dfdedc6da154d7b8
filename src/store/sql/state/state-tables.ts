import type { ColumnMetadata, Kysely, TableMetadata } from 'kysely';
import type { Row } from '../../state.ts';
import type { Tables } from '../tables.ts';

/** A table with profile rows, as the database describes it. */
export interface StateTable {
  name: string;
  /** Column for the row order: the counter if the database counts them, else their id. */
  order: string;
  /** Columns with ids unique across profiles. */
  ids: readonly string[];
  /** Without the owner and the counter. */
  columns: ReadonlyMap<string, StateColumn>;
}

export interface StateColumn {
  kind: 'text' | 'integer' | 'number';
  /** A nullable column may also be missing: it may be newer than the row. */
  nullable: boolean;
}

/** Reads the tables with profile rows: a new table or column belongs to every state from then on. */
export async function readStateTables(db: Kysely<Tables>): Promise<StateTable[]> {
  const tables = await db.introspection.getTables();
  return tables.filter(isStateTable).map(describeTable);
}

/** Tables known only from introspection: any table, with plain column values. */
export type StateTables = Kysely<Record<string, Row>>;

export function withStateTables(db: Kysely<Tables>): StateTables {
  return db.$omitTables<keyof Tables>().$extendTables<Record<string, Row>>();
}

function isStateTable({ name, columns }: TableMetadata): boolean {
  return !EXCLUDED_TABLES.includes(name) && columns.some((column) => column.name === 'owner');
}

function describeTable({ name, columns }: TableMetadata): StateTable {
  const counter = columns.find(({ isAutoIncrementing }) => isAutoIncrementing);
  const own = columns.filter((column) => column.name !== 'owner' && column !== counter);
  const order = counter ?? own[0];
  if (!order) throw new Error(`table ${name} has no column to order its rows by`);
  return {
    name,
    order: order.name,
    ids: IDS[name] ?? [],
    columns: new Map(own.map((column) => [column.name, describeColumn(name, column)])),
  };
}

function describeColumn(table: string, { name, dataType, isNullable }: ColumnMetadata): StateColumn {
  const kind = KINDS[dataType.toLowerCase()];
  if (!kind)
    throw new Error(`states cannot hold the type ${dataType} of ${table}.${name}; add it to KINDS in state-tables.ts`);
  // SQLite allows null in text keys unless they are declared otherwise.
  return { kind, nullable: isNullable && !IDS[table]?.includes(name) };
}

/** The profile and its journal are exported in another form. */
const EXCLUDED_TABLES = ['profiles', 'journals', 'unwritten', 'exchanges'];

const IDS: Partial<Record<string, readonly string[]>> = {
  searches: ['search_id'],
  pricings: ['pricing_token'],
  orders: ['order_id', 'offer_id'],
  bookings: ['booking_id', 'pricing_token'],
};

const KINDS: Partial<Record<string, StateColumn['kind']>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  int8: 'integer',
  float8: 'number',
  'double precision': 'number',
};
