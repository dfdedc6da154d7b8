import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client, Notification, QueryResult, QueryResultRow } from 'pg';
import { stopwatch } from '../../../base/stopwatch.ts';
import { inTurn } from '../../../base/turns.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import { UnavailableError } from '../../errors.ts';
import type { Message } from '../../store.ts';
import type { Processes } from '../database.ts';
import { EncodingError, HeldError, InUseError, OldServerError } from '../opening-errors.ts';
import type { ConnectionOptions } from './connection.ts';
import { openSession } from './connection.ts';
import { sqlStateOf, toNamedError, withoutConnection } from './named-error.ts';
import { RollCall } from './roll-call.ts';
import { ServerClock } from './server-clock.ts';

/**
 * Holds a schema's advisory lock, shared with other processes, in a separate session. A process with an earlier version
 * excludes all others if it judges. When the session ends or falls silent, `ensure` takes the lock again before any
 * statement runs.
 */
export class SchemaLock {
  readonly #connection: ConnectionOptions;
  readonly #schema: string;
  readonly #onLost: () => void;
  #session: Client | undefined;
  #isReleased = false;
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

  /** Calls `onLost` when the session has ended or does not respond. */
  constructor(connection: ConnectionOptions, schema: string, onLost: () => void = () => undefined) {
    this.#connection = { ...connection, query_timeout: SILENCE_MS };
    this.#schema = schema;
    this.#onLost = onLost;
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
      inTurn: async (name, work, mostMs = Infinity) => {
        const waited = stopwatch();
        while (!(await this.#try('pg_try_advisory_lock', name))) {
          if (waited() > mostMs) throw new HeldError(name);
          await wait(TURN_MS);
        }
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

  /** Throws UnavailableError if the session does not respond soon. */
  async check(): Promise<void> {
    const late = wait(READY_MS, undefined, { ref: false }).then(() => {
      throw new UnavailableError(SILENT);
    });
    await Promise.race([this.#query('select 1', []), late]);
  }

  /** Undefined while the lock is held. Throws UnavailableError if it cannot be taken again. */
  ensure(): Promise<void> | undefined {
    if (this.#session) return undefined;
    if (this.#isReleased) throw new UnavailableError('the store is closed');
    this.#taking ??= this.#takeAgain().finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  async release(): Promise<void> {
    this.#clock.stop();
    this.#isReleased = true;
    const session = this.#session;
    this.#session = undefined;
    await session?.end();
  }

  async #takeAgain(): Promise<void> {
    const previous = this.#pid;
    const session = await this.#connect().catch((error: unknown) => {
      throw withoutConnection(error);
    });
    try {
      await this.#refuseOthers(session, previous);
      for (const name of this.#marks) await session.query(lockOfName('pg_advisory_lock_shared'), [TAXIWAY, name]);
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error instanceof UnavailableError ? error : withoutConnection(error);
    }
    this.#hold(session);
    this.#hearer(null);
  }

  /** Ends the previous session too: if only this process lost it, it has its locks and counts in roll calls. */
  async #refuseOthers(session: Client, previous: number): Promise<void> {
    const ended = `select count(pg_terminate_backend(pid)) from pg_locks where ${OF_SHARING} and pid = $3`;
    const query = `${lockWith('pg_try_advisory_lock_shared')}, (${ended}) as ended`;
    const [locked] = (await session.query<{ taken: boolean }>(query, [TAXIWAY, this.#schema, previous])).rows;
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
    const query = `select pg_notify($3, $4), (select count(*)::integer from pg_locks where ${OF_SHARING}) as processes`;
    const values = [TAXIWAY, this.#schema, MESSAGES, `${this.#schema} ${this.#pid} ${text}`];
    return (await this.#query<{ processes: number }>(query, values))?.processes ?? 0;
  }

  /** Calls a lock function with a name within the schema. */
  async #try(lock: string, name: string): Promise<boolean> {
    return (await this.#query<{ taken: boolean }>(lockOfName(lock), [TAXIWAY, name]))?.taken === true;
  }

  /**
   * Runs a statement on the lock's session, after the earlier ones, and returns its row. Throws UnavailableError. A
   * session that does not respond is lost, so that later statements do not wait for it.
   */
  async #query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row | undefined> {
    await this.ensure();
    return this.#inTurn(async () => {
      const session = this.#session;
      if (!session) throw new UnavailableError(SILENT);
      try {
        return (await session.query<Row>(text, values)).rows[0];
      } catch (error) {
        const named = toNamedError(error);
        if (named instanceof UnavailableError && named.isConnectionLost) this.#lose(session);
        throw named;
      }
    });
  }

  async #readClock(): Promise<number> {
    const query = 'select (extract(epoch from clock_timestamp()) * 1000)::double precision as now';
    const row = await this.#query<{ now: number }>(query, []);
    return row?.now ?? Number.NaN;
  }

  async #connect(): Promise<Client> {
    const session = await openSession(this.#connection, (client) => {
      client.on('error', () => this.#lose(client));
      client.on('notification', (notification) => this.#hear(notification));
    });
    try {
      // Several statements in one query return several results.
      const begin = `listen ${CHANNEL}; listen ${MESSAGES}; select pg_backend_pid() as pid`;
      const results = (await session.query(begin)) as unknown as QueryResult<{ pid: number }>[];
      this.#pid = results.at(-1)?.rows[0]?.pid ?? 0;
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
    this.#onLost();
    void session.end();
  }
}

/** Returns a message; undefined for a record that is not a message. */
function readMessage({ event, profileCode, operationId }: Record<string, unknown>): Message | undefined {
  if ((event === 'revoked' || event === 'watched') && typeof profileCode === 'string') return { event, profileCode };
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

/** Makes a missing schema; otherwise the role needs no right to do so. Throws OldServerError or EncodingError. */
async function prepareSchema(session: Client, schema: string): Promise<void> {
  const query = `select current_setting('server_version_num')::integer as version,
    current_setting('server_encoding') as encoding,
    exists (select from pg_namespace where nspname = $1) as "hasSchema"`;
  const [found] = (await session.query<{ version: number; encoding: string; hasSchema: boolean }>(query, [schema]))
    .rows;
  if (!found || found.version < OLDEST) throw new OldServerError();
  if (found.encoding !== 'UTF8') throw new EncodingError(found.encoding);
  if (found.hasSchema) return;
  // Another process may make the schema at the same moment.
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
/** Statements on this session are short. Its clock readings notice silence within their interval and this time. */
const SILENCE_MS = 4000;
const READY_MS = 2000;
const SILENT = 'the session with the locks of this process does not respond';
const CHANNEL = 'taxiway';
const MESSAGES = 'taxiway_messages';
/** The locks held by processes that share a schema. */
const OF_SHARING = `locktype = 'advisory' and mode = 'ShareLock' and granted and classid = $1
  and objid = $2::regnamespace::oid and database = (select oid from pg_database where datname = current_database())`;
/** PostgreSQL takes payloads below 8,000 bytes; a longer one would undo the transaction. */
const MOST_CODES = 300;
