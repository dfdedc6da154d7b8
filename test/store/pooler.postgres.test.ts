import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { runTaxiway } from '../cli/taxiway.ts';
import { asNobody } from '../support/postgres/as-nobody.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { profile } from './records.ts';

// PgBouncer is a package of the system: machines without it skip these tests.
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
const poolers: ChildProcess[] = [];
afterAll(async () => {
  for (const pooler of poolers) if (pooler.kill()) await once(pooler, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isInstalled)('behind PgBouncer', () => {
  it('a store opens in session mode, in the schema of its address, and the doctor names the mode', async () => {
    const [first, second] = [newSchema(), newSchema()];
    const behind = await startPooler('session');
    const code = 'dp_only_in_the_first';
    const store = await openStore(behind(first));
    await store.profiles.add(...profile({ code }));
    await store.close();
    const other = await openStore(behind(second));
    expect(await other.profiles.find(code)).toBeUndefined();
    await other.close();
    const again = await openStore(first);
    expect(await again.profiles.find(code)).toMatchObject({ code });
    await again.close();
    const { stdout } = await runTaxiway(['doctor', '--store', behind(first)]);
    expect(stdout).toMatch(/^ok {7}pooler {7}there is one, in session mode$/m);
  });

  it.for(['transaction', 'statement'])('a store is refused in %s mode, and says why', async (mode) => {
    const store = (await startPooler(mode))(newSchema());
    await expect(openStore(store)).rejects.toThrow(
      `a connection pooler in ${mode} mode gives the statements of one connection to several sessions; connect to ` +
        'PostgreSQL, or switch it to session mode',
    );
    const { code, stdout } = await runTaxiway(['doctor', '--store', store]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`a connection pooler in ${mode} mode`)]);
  });
});

/** Returns a function that leads an address through the pooler. */
async function startPooler(mode: string): Promise<(store: string) => string> {
  const url = new URL(String(inject('postgres')).replace('@/', '@localhost/'));
  const own = mkdtempSync(join(folder, mode));
  for (const path of [folder, own]) chmodSync(path, 0o777);
  const server = `host=${url.searchParams.get('host') ?? url.hostname} port=${url.port || '5432'}`;
  const ini = join(own, 'pgbouncer.ini');
  const password = url.password === '' ? '' : ` password=${url.password}`;
  const database = url.pathname.slice(1);
  writeFileSync(
    ini,
    `[databases]
${database} = ${server} dbname=${database} user=${url.username}${password}
[pgbouncer]
auth_type = any
pool_mode = ${mode}
listen_port = 5432
unix_socket_dir = ${own}
logfile = ${own}/log
`,
  );
  const pooler = spawn('pgbouncer', ['-q', ini], { ...asNobody, stdio: 'ignore' });
  poolers.push(pooler);
  await expect.poll(() => existsSync(join(own, '.s.PGSQL.5432'))).toBe(true);
  return (store) => `postgres://${url.username}@/${database}?host=${own}&schema=${store.split('schema=')[1] ?? ''}`;
}
