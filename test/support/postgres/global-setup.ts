import type { TestProject } from 'vitest/node';
import { isPostgres } from '../../../src/base/postgres-address.ts';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's database. */
    postgres: string | undefined;
  }
}

/** Starts a PostgreSQL server for a test run, unless DATABASE_URL has a server's address. */
export default function setUp(project: TestProject): (() => Promise<void>) | undefined {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && isPostgres(given)) {
    project.provide('postgres', given);
    return undefined;
  }
  const postgres = startPostgres();
  project.provide('postgres', postgres.url);
  return () => postgres.end();
}
