import pg from 'pg';
import { readPostgresAddress } from '../../src/base/postgres-address.ts';
import { connectionOf } from '../../src/store/sql/postgres/connection.ts';
import { MAX_CONNECTIONS } from '../../src/store/sql/postgres/open-postgres.ts';

// Runs `select 1`, through a pool like that of a store, as often as the parent asks.
const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ ...connectionOf(readPostgresAddress(url)), max: MAX_CONNECTIONS });
process.on('message', (question: { select?: number }) => {
  if (question.select !== undefined) void selectOften(question.select).then(() => process.send?.({}));
});
process.send?.({ baseUrl: '' });

async function selectOften(amount: number): Promise<void> {
  let left = amount;
  const select = async () => {
    while (left-- > 0) await pool.query({ name: 'one', text: 'select 1' });
  };
  await Promise.all(Array.from({ length: CONCURRENT }, select));
}

/** As many as connections of the load. */
const CONCURRENT = 8;
