import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';

/** Returns the address of a new schema in this run's database. The schema is dropped after the test file. */
export function newSchema(): string {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  if (schemas.length === 0) afterFile(dropSchemas);
  schemas.push(schema);
  const url = databaseOfRun();
  return `${url}${url.includes('?') ? '&' : '?'}schema=${schema}`;
}

/** Returns this run's database. Throws outside the project `postgres`. */
function databaseOfRun(): string {
  const url = inject('postgres');
  if (url === undefined) throw new Error('this test needs PostgreSQL; name its file in the project postgres');
  return url;
}

const schemas: string[] = [];
async function dropSchemas(): Promise<void> {
  const client = new pg.Client(databaseOfRun());
  await client.connect();
  // Drops one schema at a time: each table takes a lock, and a transaction has room for some thousand.
  for (const schema of schemas.splice(0)) await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
}
