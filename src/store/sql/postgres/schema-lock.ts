import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client, ClientConfig, Notification, QueryResult, QueryResultRow } from 'pg';
import pg from 'pg';
import { systemClock } from '../../../base/clock.ts';
import { inTurn } from '../../../base/turns.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import { UnavailableError } from '../../errors.ts';
import type { Message } from '../../store.ts';
import type { Processes } from '../database.ts';
import { InUseError, OldServerError } from '../opening-errors.ts';
import { sqlStateOf, toNamedError, withoutConnection } from './named-error.ts';
import { RollCall } from './roll-call.ts';
import { ServerClock } from './server-clock.ts';

/**
 * Holds a schema's advisory lock, shared with other processes, in a separate session. A process with an earlier version
 * excludes all others if it judges. When the session ends, `ensure` takes the lock again before any statement runs.
 */
export class SchemaLock {
  readonly #connection: ClientConfig;
  readonly #schema: string;
  #session: Client | undefined;
  /** Server process for the session. */
  #pid = 0;
  #taking: Promise<void> | undefined;
  /** True while the session has the leader's lock. */
  #leads = false;
  #listener: (profileCode: string) => void = () => undefined;
  #hearer: (message: Message | null) => void = () => undefined;
  /** Names that this process has marked: a new session takes them again. */
  readonly #marks = new Set<string>();
  readonly #inTurn = inTurn();
  readonly #clock = new ServerClock(() => this.#readClock());
  readonly #rollCall = new RollCall({ send: (text) => this.#send(text), name: () => this.#pid });

  constructor(connection: ClientConfig, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /** Takes the lock; makes the schema if there is none. Throws InUseError. */
  async take(): Promise<void> {
    const session = await this.#connect();
    try {
      await prepareSchema(session, this.#schema);
      await session.query(`set lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
      await session.query(lockWith('pg_advisory_lock_shared'), [TAXIWAY, this.#schema]);
    } catch (error) {
      await session.end();
      throw error instanceof Error && sqlStateOf(error) === '55P03' ? new InUseError() : error;
    }
    this.#hold(session);
    try {
      await this.#clock.start();
    } catch (error) {
      await this.release().catch(() => undefined);
      throw error;
    }
  }

  /** The other processes on a shared schema. A process's locks end with its session. */
  get processes(): Processes {
    return {
      leads: () => this.#lead(),
      announce: async (trx, profileCodes) => {
        for (let first = 0; first < profileCodes.length; first += MOST_CODES) {
          const payload = [this.#schema, ...profileCodes.slice(first, first + MOST_CODES)].join(' ');
          await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(trx);
        }
      },
      listen: (listener) => {
        this.#listener = listener;
      },
      tell: async (db, message) => {
        const payload = `${this.#schema} ${this.#pid} ${JSON.stringify(message)}`;
        await sql`select pg_notify(${MESSAGES}, ${payload})`.execute(db);
      },
      hear: (hearer) => {
        this.#hearer = hearer;
      },
      now: () => this.#clock.now(),
      ask: (question) => this.#rollCall.ask(question),
      onAsked: (work) => this.#rollCall.onAsked(work),
      inTurn: async (name, work) => {
        while (!(await this.#try('pg_try_advisory_lock', name))) await wait(TURN_MS);
        try {
          return await work();
        } finally {
          // A lost session has lost its locks too.
          await this.#try('pg_advisory_unlock', name).catch(() => undefined);
        }
      },
      mark: async (name) => {
        await this.#try('pg_advisory_lock_shared', name);
        this.#marks.add(name);
        return async () => {
          this.#marks.delete(name);
          await this.#try('pg_advisory_unlock_shared', name).catch(() => undefined);
        };
      },
      isMarked: async (name) => !(await this.#try('pg_try_advisory_xact_lock', name)),
    };
  }

  /** Undefined while the lock is held. Throws UnavailableError if it cannot be taken again. */
  ensure(): Promise<void> | undefined {
    if (this.#session) return undefined;
    this.#taking ??= this.#takeAgain().finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  async release(): Promise<void> {
    this.#clock.stop();
    const session = this.#session;
    this.#session = undefined;
    await session?.end();
  }

  async #takeAgain(): Promise<void> {
    const session = await this.#connect().catch((error: unknown) => {
      throw withoutConnection(error);
    });
    try {
      await this.#refuseOthers(session);
      for (const name of this.#marks) await session.query(lockOfName('pg_advisory_lock_shared'), [TAXIWAY, name]);
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error instanceof UnavailableError ? error : withoutConnection(error);
    }
    this.#hold(session);
    this.#hearer(null);
  }

  async #refuseOthers(session: Client): Promise<void> {
    const lock = lockWith('pg_try_advisory_lock_shared');
    const [locked] = (await session.query<{ taken: boolean }>(lock, [TAXIWAY, this.#schema])).rows;
    if (!locked?.taken) throw new UnavailableError(`another process uses the schema ${this.#schema}`);
  }

  async #lead(): Promise<boolean> {
    if (this.#leads) return true;
    await this.ensure();
    const session = this.#session;
    const taken = await this.#try('pg_try_advisory_lock', 'leader');
    this.#leads = taken && session === this.#session;
    return this.#leads;
  }

  /** A channel belongs to the whole database: anyone there can send anything. */
  #hear({ channel, payload = '' }: Notification): void {
    const [schema, sender, ...rest] = payload.split(' ');
    if (schema !== this.#schema || sender === undefined) return;
    if (channel === CHANNEL) for (const profileCode of [sender, ...rest]) this.#listener(profileCode);
    if (channel !== MESSAGES || sender === String(this.#pid)) return;
    const record = readRecord(rest.join(' '));
    if (this.#rollCall.hear(record)) return;
    const message = readMessage(record);
    if (message) this.#hearer(message);
  }

  /** Sends a message; returns how many processes share the schema. */
  async #send(text: string): Promise<number> {
    await this.ensure();
    const query = `select pg_notify($1, $2), (select count(*)::integer from pg_locks where ${OF_SHARING}) as processes`;
    const values = [MESSAGES, `${this.#schema} ${this.#pid} ${text}`, TAXIWAY, this.#schema];
    const result = await this.#query<{ processes: number }>(query, values);
    return result?.rows[0]?.processes ?? 0;
  }

  /** Calls a lock function with a name within the schema. */
  async #try(lock: string, name: string): Promise<boolean> {
    await this.ensure();
    const result = await this.#query<{ taken: boolean }>(lockOfName(lock), [TAXIWAY, name]).catch((error: unknown) => {
      throw toNamedError(error);
    });
    return result?.rows[0]?.taken === true;
  }

  /** Runs a statement on the lock's session, after the earlier ones. Undefined without a session. */
  async #query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row> | undefined> {
    return this.#inTurn(async () => this.#session?.query<Row>(text, values));
  }

  async #readClock(): Promise<number> {
    const query = 'select (extract(epoch from clock_timestamp()) * 1000)::double precision as now';
    const result = await this.#query<{ now: number }>(query, []);
    return result?.rows[0]?.now ?? systemClock.now();
  }

  async #connect(): Promise<Client> {
    const session = new pg.Client(this.#connection);
    session.on('error', () => this.#lose(session));
    session.on('notification', (notification) => this.#hear(notification));
    await session.connect();
    try {
      await session.query(`listen ${CHANNEL}; listen ${MESSAGES}`);
      this.#pid = (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error;
    }
    return session;
  }

  #hold(session: Client): void {
    session.on('end', () => this.#lose(session));
    this.#session = session;
  }

  #lose(session: Client): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#leads = false;
  }
}

/** Returns a message; undefined for a record that is none. */
function readMessage({ event, profileCode, operationId }: Record<string, unknown>): Message | undefined {
  if (event === 'revoked' && typeof profileCode === 'string') return { event, profileCode };
  if (event !== 'changed' || typeof operationId !== 'string') return undefined;
  return { event, operationId, profileCode: typeof profileCode === 'string' ? profileCode : null };
}

function readRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function lockWith(name: 'pg_advisory_lock_shared' | 'pg_try_advisory_lock_shared'): string {
  return `select ${name}($1, $2::regnamespace::oid::integer) as taken`;
}

function lockOfName(lock: string): string {
  return `select ${lock}($1, hashtext(current_schema()::text || ' ' || $2::text)) as taken`;
}

/** Makes the schema unless it exists: the role may lack the right to make one. Throws OldServerError. */
async function prepareSchema(session: Client, schema: string): Promise<void> {
  const query = `select current_setting('server_version_num')::integer as version,
    exists (select from pg_namespace where nspname = $1) as "hasSchema"`;
  const [found] = (await session.query<{ version: number; hasSchema: boolean }>(query, [schema])).rows;
  if (!found || found.version < OLDEST) throw new OldServerError();
  if (found.hasSchema) return;
  // Another process may make it at the same moment.
  const isThere = (error: Error) => ['23505', '42P06'].includes(sqlStateOf(error) ?? '');
  await session.query(`create schema if not exists ${session.escapeIdentifier(schema)}`).catch((error: Error) => {
    if (!isThere(error)) throw error;
  });
}

/** PostgreSQL 15. */
export const OLDEST = 150_000;

/** "taxi" in ASCII: the first number in every advisory lock. */
export const TAXIWAY = 0x74617869;
/** A process ends within this time when another one replaces it. */
const LOCK_TIMEOUT_MS = 2000;
const TURN_MS = 100;
const CHANNEL = 'taxiway';
const MESSAGES = 'taxiway_messages';
/** The locks held by processes that share a schema. */
const OF_SHARING = `locktype = 'advisory' and mode = 'ShareLock' and granted and classid = $3
  and objid = $4::regnamespace::oid and database = (select oid from pg_database where datname = current_database())`;
/** PostgreSQL takes payloads below 8,000 bytes; a longer one would undo the transaction. */
const MOST_CODES = 300;
