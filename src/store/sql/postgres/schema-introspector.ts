import type { DatabaseIntrospector, DatabaseMetadataOptions, Kysely, SchemaMetadata, TableMetadata } from 'kysely';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';

/**
 * Reads the tables in the current schema. Kysely's own introspector reads every schema: it is slow in a database with
 * many, and fails while another one is dropped.
 */
export class SchemaIntrospector implements DatabaseIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  async getSchemas(): Promise<SchemaMetadata[]> {
    return (await sql<SchemaMetadata>`select current_schema() as name`.execute(this.#db)).rows;
  }

  async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const { rows } = await COLUMNS.execute(this.#db);
    const byTable = Map.groupBy(rows, ({ table }) => table);
    return [...byTable]
      .filter(([name]) => options?.withInternalKyselyTables || !INTERNAL.includes(name))
      .map(([name, columns]) => ({ name, isView: false, isForeign: false, columns: columns.map(toMetadata) }));
  }
}

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  notNull: boolean;
  hasDefault: boolean;
  isIdentity: boolean;
}

function toMetadata({ column, type, notNull, hasDefault, isIdentity }: ColumnRow) {
  return {
    name: column,
    dataType: type,
    isNullable: !notNull,
    isAutoIncrementing: isIdentity,
    hasDefaultValue: hasDefault,
  };
}

const COLUMNS = sql<ColumnRow>`
  select c.relname as "table", a.attname as "column", t.typname as "type", a.attnotnull as "notNull",
    a.atthasdef as "hasDefault", a.attidentity <> '' as "isIdentity"
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const INTERNAL = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
