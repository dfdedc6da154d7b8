import type { Kysely, SelectQueryBuilder } from 'kysely';
import { systemClock } from '../../base/clock.ts';
import type { StoreError } from '../errors.ts';
import type { ExamStore } from '../exams.ts';
import type { Message, Pool, SharingProcesses } from '../store.ts';
import type { ReadTogether } from './read-together.ts';
import type { Tables } from './tables.ts';
import type { ColumnTypes } from './tables-script.ts';

/** An opened database. `db.destroy()` closes it. */
export interface Database {
  db: Kysely<Tables>;
  capabilities: Capabilities;
  /** Turns a failure to open or migrate the database into a StoreError with the cause and the next step. */
  explain: (error: unknown) => StoreError;
  /** Returns the connections' state; absent for a database without a pool. */
  pool?: () => Pool;
}

/** Options of a database behind a network. */
export interface NetworkOptions {
  /** Maximum number of connections, at least 2. */
  connections?: number;
  /** Time to wait at the start for an unreachable server. */
  waitMs?: number;
  /** Gets warnings for the log. */
  warn?: (message: string) => void;
}

/** Differences between the databases. */
export interface Capabilities {
  columnTypes: ColumnTypes;
  /** True if commits are expensive: rows that arrive together are inserted together. */
  durable: boolean;
  /** True if statements run at the same time, and rows can be locked until a transaction ends. */
  locksRows: boolean;
  /**
   * True if other processes may use the database at the same time. Nothing that they may change is cached, and the
   * known state of a profile may be outdated: see `Owners`.
   */
  isShared: boolean;
  processes: Processes;
  /** Makes the statement that reads what a request needs; null if memory has it. */
  readTogether: ((db: Kysely<Tables>) => ReadTogether) | null;
  /** Throws UnavailableError for faults that small changes do not reveal: a full disk, a silent session. */
  check: (db: Kysely<Tables>) => Promise<void>;
  /** Lets the database count its rows again, for its plans. */
  analyze: (db: Kysely<Tables>) => Promise<void>;
  /** Gives a slice of the free space back to the disk. Returns true if there is more. */
  giveBack: (db: Kysely<Tables>) => Promise<boolean>;
  /** Runs reads on one database state. */
  snapshot: <T>(db: Kysely<Tables>, read: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;
  /** Waits until no other transaction has the name; this one has it until its end. */
  takeName: (trx: Kysely<Tables>, name: string) => Promise<void>;
}

/** The processes on a shared database. */
export interface Processes extends SharingProcesses, Pick<ExamStore, 'mark' | 'isMarked'> {
  /** True if this process does the background work for all. */
  leads(this: void): Promise<boolean>;
  /** Runs work that only one process does at a time. Throws HeldError after a wait of `mostMs`, if given. */
  inTurn: <T>(this: void, name: string, work: () => Promise<T>, mostMs?: number) => Promise<T>;
  /** Tells the processes that profiles have new exchanges or another state, when the transaction commits. */
  announce: (this: void, trx: Kysely<Tables>, profileCodes: readonly string[]) => Promise<void>;
  /** Sends a message to the others, when the transaction, if any, commits. */
  tell: (this: void, db: Kysely<Tables>, message: Message) => Promise<void>;
}

/** For a database with one process. */
export const ONE_PROCESS: Processes = {
  leads: () => Promise.resolve(true),
  inTurn: (_name, work) => work(),
  announce: () => Promise.resolve(),
  listen: () => undefined,
  tell: () => Promise.resolve(),
  hear: () => undefined,
  now: () => systemClock.now(),
  ask: () => Promise.resolve(true),
  onAsked: () => undefined,
  mark: () => Promise.resolve(() => Promise.resolve()),
  isMarked: () => Promise.resolve(false),
};

/** Skips rows that another statement is removing. */
export function skipLocked<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): SelectQueryBuilder<DB, Table, Row> {
  return query.forUpdate().skipLocked();
}
