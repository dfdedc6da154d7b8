import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { Lru } from '../../../base/lru.ts';
import { TakenError, UnwritableError } from '../../errors.ts';

/** The database as Kysely expects it. Prepares each statement once, and keeps the last `MAX_STATEMENTS`. */
export function cacheStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Lru<SqliteStatement>(MAX_STATEMENTS);
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = toKysely(sql, database.prepare(sql));
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

/** node:sqlite takes parameters as separate arguments, Kysely passes a list. */
function toKysely(sql: string, statement: StatementSync): SqliteStatement {
  const run = <T>(execute: (...values: SQLInputValue[]) => T, parameters: readonly unknown[]): T => {
    try {
      return execute(...(parameters as SQLInputValue[]));
    } catch (error) {
      throw toNamedError(error);
    }
  };
  return {
    // Values are parameters, so the words are SQL. Node 22.13 does not tell the columns of a statement.
    reader: /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql),
    all: (parameters) => run((...values) => statement.all(...values), parameters),
    run: (parameters) => run((...values) => statement.run(...values), parameters),
    iterate: (parameters) => run((...values) => statement.iterate(...values), parameters),
  };
}

/** Maps UNIQUE violations to TakenError, and failed writes to UnwritableError. */
function toNamedError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  const { errcode, message } = error;
  if (UNIQUE_VIOLATIONS.includes(errcode)) return new TakenError(message, { cause: error });
  if (WRITE_FAILURES.includes(errcode & 0xff)) return new UnwritableError(message, { cause: error });
  return error;
}

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const UNIQUE_VIOLATIONS = [1555, 2067];
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN; the upper bits of a code give the details. */
const WRITE_FAILURES = [8, 10, 13, 14];
const MAX_STATEMENTS = 200;
