import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { Examination } from '../../src/store/sql/postgres/doctor/examine.ts';
import type { Proxy } from '../support/postgres/proxy.ts';
import { startProxy } from '../support/postgres/proxy.ts';
import type { Postgres } from '../support/postgres/start-postgres.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { runTaxiway } from './taxiway.ts';

const PASSWORD = 'pass-word-of-the-test';

// A server of their own: these tests change who may connect.
let postgres: Postgres;
let admin: pg.Client;
const proxies: Proxy[] = [];
beforeAll(async () => {
  postgres = startPostgres();
  admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(`create role ann login password '${PASSWORD}'`);
  const { rows } = await admin.query<{ hba_file: string }>('show hba_file');
  const lines = "(values ('local all ann scram-sha-256'), ('local all all trust'))";
  await admin.query(`copy (select * from ${lines} as lines) to '${rows[0].hba_file}'`);
  await admin.query('select pg_reload_conf()');
});
afterAll(async () => {
  for (const proxy of proxies) proxy.end();
  await admin.end();
  await postgres.end();
});

describe('taxiway doctor', () => {
  it('reports that a new schema can be created, and that a used one has all tables', async () => {
    const fresh = await examine(inSchema('fresh'));
    expect(fresh).toMatchObject({ code: 0, isUsable: true });
    expect(fresh.of('schema')).toMatchObject({ state: 'ok', says: 'fresh does not exist; the first start makes it' });
    await (await openStore(inSchema('fresh'))).close();
    const used = await examine(inSchema('fresh'));
    expect(used.of('tables')).toMatchObject({ state: 'ok', says: 'all are there' });
    expect(used.of('plans')).toMatchObject({ state: 'ok' });
    expect(used.of('version').says).toMatch(/^PostgreSQL \d/);
    expect(used.of('latency').says).toMatch(/^\d+\.\d ms/);
  });

  it('examines the store of a running sandbox without taking its lock', async () => {
    const store = await openStore(inSchema('running'));
    expect((await examine(inSchema('running'))).of('in use').says).toBe('by 1 sandbox');
    await store.probe();
    await store.close();
    expect((await examine(inSchema('running'))).of('in use').says).toBe('by no sandbox');
  });

  it('a schema may be named like a keyword', async () => {
    await (await openStore(inSchema('order'))).close();
    expect(await examine(inSchema('order'))).toMatchObject({ code: 0, isUsable: true });
  });

  it('prints lines for people, with the next step below', async () => {
    const { code, stdout } = await runTaxiway(['doctor', '--store', 'env:DATABASE_URL'], {
      DATABASE_URL: inSchema('fresh'),
    });
    expect(stdout).toMatch(/^warning {2}writes {7}off on the server: fsync.*\n +next: switch fsync/m);
    expect(stdout).toMatch(/^a sandbox can start with this store$/m);
    expect(code).toBe(0);
  });

  it('counts the connections that a sandbox opens with the same setting', async () => {
    const env = { TAXIWAY_STORE: inSchema('fresh') };
    const counted = async (...args: string[]) =>
      / connections {2}(.*)/.exec((await runTaxiway(['doctor', ...args], env)).stdout)?.[1];
    expect(await counted()).toMatch(/one sandbox takes up to 10$/);
    expect(await counted('--store-connections', '3')).toMatch(/one sandbox takes up to 3$/);
    expect((await examine(inSchema('fresh'), { TAXIWAY_STORE_CONNECTIONS: '200' })).of('connections').next).toMatch(
      /smaller --store-connections$/,
    );
  });

  it('reports a role without free connections', async () => {
    await admin.query('create role crowded login connection limit 1');
    const session = new pg.Client(withUser('crowded'));
    await session.connect();
    const { isUsable, findings } = await examine(`${withUser('crowded')}&schema=crowded`);
    expect([isUsable, findings[0]?.next]).toEqual([false, 'raise its connection limit: a sandbox needs at least two']);
    await session.end();
  });

  it('reports a database whose encoding cannot store every name, and a sandbox does not start there', async () => {
    await admin.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    const store = postgres.url.replace('/postgres?', '/latin?');
    const { isUsable, findings } = await examine(store);
    const next = "make a database with encoding 'UTF8'";
    expect([isUsable, findings.find(({ state }) => state === 'failed')?.next]).toEqual([false, next]);
    await expect(openStore(store)).rejects.toThrow(`LATIN1 cannot hold every name; ${next}`);
  });

  it('reports a missing password', async () => {
    const { findings } = await examine(withUser('ann'));
    expect(findings[0]?.next).toBe('give a password, in PGPASSWORD or the file that PGPASSFILE names');
  });

  it('warns of statistics that do not match a large table', async () => {
    const store = inSchema('stale');
    await (await openStore(store)).close();
    await admin.query('alter table stale.openings set (autovacuum_enabled = false)');
    await admin.query('insert into stale.openings select n, 1 from generate_series(2, 3000) n');
    await admin.query('select pg_stat_force_next_flush()');
    const { code, of } = await examine(store);
    expect(of('plans')).toMatchObject({ state: 'warning', next: 'run: analyze stale.openings;' });
    expect(code).toBe(0);
    await admin.query('analyze stale.openings');
    expect((await examine(store)).of('plans')).toMatchObject({ state: 'ok' });
  });

  it('warns of an index that cannot be used', async () => {
    const { code, of } = await examine(await invalidIndex());
    expect(of('plans')).toMatchObject({ state: 'warning', next: 'run: reindex index broken.bookings_by_search;' });
    expect(code).toBe(0);
  });

  it.each<[title: string, subject: string, store: () => Promise<string> | string, says: RegExp, next: RegExp]>([
    [
      'a server out of reach',
      'connection',
      () => 'postgres://ann@127.0.0.1:1/x',
      /ECONNREFUSED/,
      /^check that Postgre/,
    ],
    ['a wrong password', 'connection', () => as('ann:wrong'), /authentication failed/, /^check the user and the pass/],
    ['no database', 'connection', () => postgres.url.replace('/postgres?', '/nowhere?'), /does not exist/, /^make the/],
    [
      'no right to make the schema',
      'schema',
      () => as(`ann:${PASSWORD}`),
      /may not make it$/,
      /^create schema "taxiway"/,
    ],
    ['no right to the schema', 'rights', foreignSchema, /may not use the schema/, /^alter schema "theirs" owner to/],
    ['tables of another role', 'rights', foreignTables, /other roles own tables .*openings/, /^alter table/],
    ['a schema of another version', 'tables', otherSchema, /another version of taxiway/, /^open it with that version/],
    ['a damaged schema', 'tables', damagedSchema, /there is no table exchanges/, /^restore a backup/],
    ['an old server', 'version', oldServer, /is too old$/, /^update the server to PostgreSQL 15/],
  ])('fails with the next step for %s', async (_, subject, store, says, next) => {
    const { code, isUsable, of, text } = await examine(await store());
    expect(of(subject)).toEqual({
      subject,
      state: 'failed',
      says: expect.stringMatching(says),
      next: expect.any(String),
    });
    expect(of(subject).next).toMatch(next);
    expect([code, isUsable]).toEqual([1, false]);
    expect(text).not.toContain(PASSWORD);
  });

  it.each<[title: string, args: string[], message: RegExp]>([
    ['a password among the arguments', ['--store', `postgres://ann:${PASSWORD}@db/x`], /--store has a password/],
    ['a file', ['--store', 'taxiway.db'], /the doctor examines a PostgreSQL store; give its address/],
    ['no store', [], /--store is missing/],
  ])('ends with 2 for %s', async (_, args, message) => {
    const { code, stderr } = await runTaxiway(['doctor', ...args]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(PASSWORD);
    expect(code).toBe(2);
  });
});

async function examine(store: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runTaxiway(['doctor', '--json'], { ...env, TAXIWAY_STORE: store });
  const examination = JSON.parse(stdout) as Examination;
  const of = (wanted: string) =>
    examination.findings.find(({ subject }) => subject === wanted) ?? { says: `nothing about ${wanted}: ${stdout}` };
  return { code, ...examination, of: of as (wanted: string) => Examination['findings'][number], text: stdout + stderr };
}

function inSchema(schema: string): string {
  return `${postgres.url}&schema=${schema}`;
}

function as(user: string): string {
  return postgres.url.replace('postgres@', `${user}@`);
}

async function foreignSchema(): Promise<string> {
  await admin.query('create schema theirs');
  return `${as(`ann:${PASSWORD}`)}&schema=theirs`;
}

async function foreignTables(): Promise<string> {
  await (await openStore(inSchema('shared_tables'))).close();
  await admin.query('alter schema shared_tables owner to ann');
  return `${as(`ann:${PASSWORD}`)}&schema=shared_tables`;
}

async function otherSchema(): Promise<string> {
  await (await openStore(inSchema('newer'))).close();
  await admin.query("insert into newer.kysely_migration values ('999-later', '2030-01-01')");
  return inSchema('newer');
}

async function damagedSchema(): Promise<string> {
  await (await openStore(inSchema('damaged'))).close();
  await admin.query('drop table damaged.exchanges');
  return inSchema('damaged');
}

async function invalidIndex(): Promise<string> {
  await (await openStore(inSchema('broken'))).close();
  await admin.query("update pg_index set indisvalid = false where indexrelid = 'broken.bookings_by_search'::regclass");
  return inSchema('broken');
}

/** The server says another version number: programs of an old one are not in npm. */
async function oldServer(): Promise<string> {
  const proxy = await startProxy(postgres.url);
  proxy.toClient = (chunk) => Buffer.from(chunk.toString('latin1').replace(/\b18(\d{4})\b/, '14$1'), 'latin1');
  proxies.push(proxy);
  return proxy.url;
}

function withUser(role: string): string {
  return postgres.url.replace('postgres@', `${role}@`);
}
