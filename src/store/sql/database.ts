import type { Kysely, SelectQueryBuilder } from 'kysely';
import { systemClock } from '../../base/clock.ts';
import type { StoreError } from '../errors.ts';
import type { Message, Pool, Question } from '../store.ts';
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
  /** Time to wait at the start for a server out of reach. */
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
   * True if other processes may use the database at the same time. Memory keeps nothing that they may change, and a
   * profile may be behind its row: `Owners`.
   */
  isShared: boolean;
  processes: Processes;
  /** Makes the statement that reads what a request needs; null if memory has it. */
  readTogether: ((db: Kysely<Tables>) => ReadTogether) | null;
  /** Throws UnavailableError for faults that small changes do not show: a full disk, a silent session. */
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
export interface Processes {
  /** True if this process does the background work for all. */
  leads(this: void): Promise<boolean>;
  /** Runs work that only one process does at a time. Throws HeldError after a wait of `mostMs`, if given. */
  inTurn: <T>(this: void, name: string, work: () => Promise<T>, mostMs?: number) => Promise<T>;
  /** Tells the processes that profiles have new exchanges or another state, when the transaction commits. */
  announce: (this: void, trx: Kysely<Tables>, profileCodes: readonly string[]) => Promise<void>;
  /** Calls the listener with each announced profile, this process's own included. */
  listen: (this: void, listener: (profileCode: string) => void) => void;
  /** Sends a message to the others, when the transaction, if any, commits. */
  tell: (this: void, db: Kysely<Tables>, message: Message) => Promise<void>;
  /** Calls the listener with messages from the others; with null if some may have been lost. */
  hear: (this: void, listener: (message: Message | null) => void) => void;
  /** Real time, the same for all processes; epoch milliseconds. */
  now(this: void): number;
  /**
   * Resolves to true once every other process has done its `onAsked` work, and to false after a second: one may have
   * ended. Never rejects.
   */
  ask: (this: void, question: Question) => Promise<boolean>;
  /** Sets this process's work when another one asks. It resolves to false if not done, and never rejects. */
  onAsked: (this: void, work: (question: Question) => Promise<boolean>) => void;
  /** Lets the others see a name while this process lives. Returns a function that ends it. */
  mark(this: void, name: string): Promise<() => Promise<void>>;
  /** True if another living process has marked the name. */
  isMarked(this: void, name: string): Promise<boolean>;
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
