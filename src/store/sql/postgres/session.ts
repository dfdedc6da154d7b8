import type { Client, ClientBase, ClientConfig } from 'pg';
import pg from 'pg';
import { UnavailableError } from '../../errors.ts';
import { PoolerError } from '../opening-errors.ts';

/**
 * Sets the settings of a new session, by a statement: poolers refuse or ignore those of a connection. Throws
 * UnavailableError if the next statement has another session behind a pooler, or none responds in time.
 */
export async function beginSession(client: ClientBase, schema: string): Promise<void> {
  const { pid } = await readRow<{ pid: number }>(client, SET, [schema]);
  if (isDirect(client, pid)) return;
  const next = await readRow<{ pid: number; schema: string }>(client, CHECK);
  if (pid !== next.pid || schema !== next.schema) throw new UnavailableError(new PoolerError('transaction').message);
}

/**
 * Returns the pooler's mode; null without a pooler. Throws PoolerError if one connection uses several sessions, or
 * several connections share one.
 */
export async function findPooler(options: ClientConfig): Promise<'session' | null> {
  const clients: Client[] = [];
  try {
    const first = await connect(options, clients);
    if (isDirect(first, await pidOf(first))) return null;
    const second = await connect(options, clients);
    const [pid, otherPid] = [await pidOf(first), await pidOf(second)];
    let isSteady = pid !== otherPid;
    // A busy pooler may assign the same session again by chance.
    for (let round = 0; isSteady && round < ROUNDS; round++)
      isSteady = pid === (await pidOf(first)) && otherPid === (await pidOf(second));
    if (isSteady) return 'session';
    const mode = await first.query('begin').then(
      () => 'transaction',
      () => 'statement',
    );
    throw new PoolerError(mode);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** True without a pooler: a pooler reports other process numbers than PostgreSQL. */
function isDirect(client: ClientBase, pid: number): boolean {
  return (client as { processID?: number }).processID === pid;
}

async function connect(options: ClientConfig, clients: Client[]): Promise<Client> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  await connectOrEnd(client);
  clients.push(client);
  return client;
}

/** Connects. Ends the client after a failure, because its socket would keep the process alive. */
export async function connectOrEnd(client: Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    void client.end();
    throw error;
  }
}

async function pidOf(client: ClientBase): Promise<number> {
  return (await readRow<{ pid: number }>(client, 'select pg_backend_pid() as pid')).pid;
}

async function readRow<Row extends object>(client: ClientBase, text: string, values: string[] = []): Promise<Row> {
  // A pooler without a free session lets the first statement wait.
  const query = { text, values, query_timeout: BEGIN_MS };
  return (await client.query<Row>(query)).rows[0] as Row;
}

/** The server ends long statements, and notices lost clients. */
const SETTINGS = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // Planning takes longer than most statements: PostgreSQL keeps their plans. A plan kept from an empty table would
  // scan a full one.
  plan_cache_mode: 'auto',
  enable_seqscan: 'off',
  // Without sequential scans plans look expensive, and PostgreSQL would compile them, for longer than they run.
  jit: 'off',
  synchronous_commit: 'on',
};

const CALLS = Object.entries(SETTINGS).map(([name, value]) => `, set_config('${name}', '${value}', false)`);
const SET = `select pg_backend_pid() as pid, set_config('search_path', $1, false)${CALLS.join('')}`;
const CHECK = "select pg_backend_pid() as pid, current_setting('search_path') as schema";
const BEGIN_MS = 3000;
const ROUNDS = 5;
