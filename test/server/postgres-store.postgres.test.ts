import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { TAXIWAY } from '../../src/store/sql/postgres/schema-lock.ts';
import { PROGRAM } from '../cli/taxiway.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { NOW } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN } from '../transfers/transfer-client.ts';
import { FLIGHT_SEARCH } from './calls.ts';

const PASSWORD = 'pass-word-of-the-test';

describe('a sandbox on PostgreSQL', () => {
  const lines: string[] = [];
  let sandbox: Sandbox;
  let baseUrl: string;
  beforeAll(async () => {
    const store = newSchema().replace('postgres@', `postgres:${PASSWORD}@`);
    sandbox = await createSandbox({ store, logTo: { write: (line: string) => lines.push(line) } });
    baseUrl = await sandbox.listen();
  });
  afterAll(() => sandbox.close());

  it('shows the address of its store below /_sandbox without the password', async () => {
    const { settings } = (await (await fetch(`${baseUrl}/_sandbox/settings`)).json()) as {
      settings: { name: string; value: unknown }[];
    };
    const value = settings.find(({ name }) => name === 'store')?.value;
    expect(value).toMatch(/^postgres:\/\/postgres@/);
    expect(JSON.stringify([settings, lines])).not.toContain(PASSWORD);
  });

  it('keeps a text with characters that PostgreSQL cannot store', async () => {
    const { profileCode } = await sandbox.addProfile({ name: 'a\u0000b\u0001c' });
    const response = await fetch(`${baseUrl}/_sandbox/profiles/${profileCode}`);
    expect(await response.json()).toMatchObject({ profile: { name: 'a\u0000b\u0001c' } });
  });
});

it.each([
  ['/v1/flights/search', FLIGHT_SEARCH],
  ['/search', AIRPORT_TO_TOWN],
])('a search at %s is stored with any offer lifetime', async (path, body) => {
  const lifetimes = { offerMinutes: 0.07001, transferOfferMinutes: 0.07001 };
  const sandbox = await createSandbox({
    store: newSchema(),
    clock: new VirtualClock(NOW),
    log: 'silent',
    ...lifetimes,
  });
  const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
  const url = (await sandbox.listen()) + path;
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
  await sandbox.close();
});

describe('taxiway serve', () => {
  it('reads the address from the variable that --store names, and keeps its state there after its end', async () => {
    const env = { DATABASE_URL: newSchema() };
    const first = await serve(['--store', 'env:DATABASE_URL'], env);
    const response = await fetch(`${first.baseUrl}/_sandbox/profiles`, { method: 'POST' });
    const { profile } = (await response.json()) as { profile: { profileCode: string } };
    await first.kill();
    const second = await serve([], { ...env, TAXIWAY_STORE: 'env:DATABASE_URL' });
    expect((await fetch(`${second.baseUrl}/_sandbox/profiles/${profile.profileCode}`)).status).toBe(200);
    await second.kill();
  });

  it.each<[title: string, args: () => string[], env: Record<string, string>, message: RegExp]>([
    [
      'a password among the arguments',
      () => ['--store', `postgres://ann:${PASSWORD}@127.0.0.1:1/x`],
      {},
      /--store has a password, which is visible in the list of processes; leave it out, and set PGPASSWORD/,
    ],
    [
      'a named variable that is not set',
      () => ['--store', 'env:NO_SUCH_URL'],
      {},
      /--store is "env:NO_SUCH_URL", and NO_SUCH_URL is not set; set it like postgres:\/\/user@host/,
    ],
    [
      'no name of a variable',
      () => ['--store', 'env:'],
      {},
      /--store is "env:"; name the variable, such as env:DATABASE_URL/,
    ],
    [
      'a variable whose name no shell can set',
      () => ['--store', 'env:MY-URL'],
      {},
      /--store is "env:MY-URL", and MY-URL is not set/,
    ],
    [
      'a named variable without an address of PostgreSQL',
      () => ['--store', 'env:APP_URL'],
      { APP_URL: `mysql://ann:${PASSWORD}@127.0.0.1/x` },
      /APP_URL has no address of a PostgreSQL database; set it like postgres:\/\/user@host/,
    ],
    [
      'a named variable with a parameter that is none',
      () => ['--store', 'env:APP_URL'],
      { APP_URL: `postgres://ann:${PASSWORD}@127.0.0.1/x?pool=5` },
      /APP_URL is ".*127\.0\.0\.1\/x\?pool=5": expected only the parameters schema, host/,
    ],
    [
      'certificates of an authority without TLS',
      () => ['--store', 'postgres://127.0.0.1/x?sslrootcert=ca.pem'],
      {},
      /expected sslmode=verify-full or verify-ca with sslrootcert: it is not used without them/,
    ],
    [
      'a stopped clock of the process',
      () => ['--store', newSchema(), '--now', '2027-01-10T12:00:00Z'],
      {},
      /--now stops the clock of one process, and a PostgreSQL store outlives it; leave it out/,
    ],
    [
      'a server that is not there',
      () => [],
      { TAXIWAY_STORE: `postgres://ann:${PASSWORD}@127.0.0.1:1/x` },
      /the store postgres:\/\/ann@127\.0\.0\.1:1\/x cannot be reached \(.*ECONNREFUSED.*\); check that PostgreSQL runs/,
    ],
    [
      'a database that is not there',
      () => ['--store', newSchema().replace('/postgres?', '/nowhere?')],
      {},
      /cannot be opened \(database "nowhere" does not exist\); make the database, or name another one/,
    ],
    [
      'a schema that is none',
      () => ['--store', 'postgres://127.0.0.1/x?schema=Bad'],
      {},
      /--store is "postgres:\/\/127\.0\.0\.1\/x\?schema=Bad": expected a schema of at most 63/,
    ],
  ])('ends with 2 and a message for %s', async (_, args, env, message) => {
    const { code, text } = await end(args(), env);
    expect(text).toMatch(message);
    expect(text).not.toContain(PASSWORD);
    expect(code).toBe(2);
  });
});

function start(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--log', 'silent', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { child, exited: once(child, 'exit') as Promise<[code: number | null]> };
}

/** Resolved once it listens. */
async function serve(args: readonly string[], env: Record<string, string>) {
  const { child, exited } = start(args, env);
  let text = '';
  for await (const chunk of child.stderr) {
    text += chunk;
    const baseUrl = /taxiway sandbox: (\S+)/.exec(text)?.[1];
    if (baseUrl !== undefined) return { baseUrl, kill: () => (child.kill('SIGKILL'), exited) };
  }
  throw new Error(`it ended: ${text}`);
}

async function end(args: readonly string[], env: Record<string, string>) {
  const { child, exited } = start(args, env);
  let text = '';
  for await (const chunk of child.stderr) text += chunk;
  return { code: (await exited)[0], text };
}

it('a process of an earlier version that judges excludes others, and the message says so', async () => {
  const store = newSchema();
  await (await createSandbox({ store, log: 'silent' })).close();
  const judging = new pg.Client(store);
  await judging.connect();
  const schema = new URL(store.replace('@/', '@localhost/')).searchParams.get('schema');
  await judging.query('select pg_advisory_lock($1, $2::regnamespace::oid::integer)', [TAXIWAY, schema]);
  await expect(createSandbox({ store, log: 'silent' })).rejects.toThrow(/is in use by another process; stop it first/);
  await judging.end();
  await (await createSandbox({ store, log: 'silent' })).close();
});

it.each([
  [
    'the turn to make tables',
    "select pg_advisory_lock($1, hashtext(current_schema()::text || ' tables'))",
    [TAXIWAY],
    /cannot be opened: another process is making its tables, for too long; end that process/,
  ],
  [
    'a table',
    'lock table openings',
    [],
    /cannot be opened \(.*lock timeout\); another session holds a lock on its tables: wait for it, or end it/,
  ],
])(
  'a start ends with the next step while another session holds %s',
  async (_, hold, values, message) => {
    const store = newSchema();
    await (await createSandbox({ store, log: 'silent' })).close();
    const holding = new pg.Client(store);
    await holding.connect();
    const schema = new URL(store.replace('@/', '@localhost/')).searchParams.get('schema');
    await holding.query(`set search_path = ${schema}`);
    await holding.query('begin');
    await holding.query(hold, values);
    const refused = await createSandbox({ store, log: 'silent' }).catch((error: Error) => error);
    await holding.end();
    expect((refused as Error).message).toMatch(message);
    await (await createSandbox({ store, log: 'silent' })).close();
  },
  60_000,
);
