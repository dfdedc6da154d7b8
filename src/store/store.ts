import type { Kept, KeptKind } from './bounds.ts';
import type { ExamStore } from './exams.ts';
import type { JournalStore } from './journal.ts';
import type { OrderStore } from './orders.ts';
import type { ProfileStore } from './profiles.ts';
import type { Loaded, Records, RequestKeys } from './requests.ts';
import type { ResourceStore } from './resources.ts';
import type { StateStore } from './state.ts';

/** The connections of a pool, and the statements that wait for one. */
export interface Pool {
  total: number;
  idle: number;
  waiting: number;
}

/**
 * Work for the other processes: null means to write their exchanges, otherwise to judge those of a profile that ended
 * by an instant.
 */
export type Question = { profileCode: string; until: number } | null;

/** An event that the other processes of a store have to know of. */
export type Message =
  /** An operation of the control API has changed a profile, or data shared by all profiles. */
  | { event: 'changed'; operationId: string; profileCode: string | null }
  /** A credential of the profile was revoked. */
  | { event: 'revoked'; profileCode: string }
  /** The profile's exam began to watch, or has another page: streams of others end. */
  | { event: 'watched'; profileCode: string };

/** The processes that share a store. */
export interface SharingProcesses {
  /** Calls the listener with a profile that may have new exchanges or another state, by whichever process. */
  listen(this: void, listener: (profileCode: string) => void): void;
  /** Calls the listener with the messages of other processes; with null if some may have been lost. */
  hear(this: void, listener: (message: Message | null) => void): void;
  /** Real time, the same for all processes; epoch milliseconds. */
  now(this: void): number;
  /**
   * Resolves to true once every other process has done its work of `onAsked`, and to false after a second: one may have
   * ended. Never rejects.
   */
  ask(this: void, question: Question): Promise<boolean>;
  /** Sets the work of this process when another one asks. It resolves to false if not done, and never rejects. */
  onAsked(this: void, work: (question: Question) => Promise<boolean>): void;
}

/** All records of the service. Each domain takes the parts it needs. */
export interface Store extends Records, SharingProcesses {
  /** Number of openings of this store, this one included: keeps the ids of one seed apart over restarts. */
  opened: number;
  profiles: ProfileStore;
  /**
   * Loads what a request names. A store of one process has it in memory, a shared store reads all of it with one
   * statement, and keeps it for this request alone.
   */
  load(this: void, publicKey: string, keys: RequestKeys): Promise<Loaded>;
  orders: OrderStore;
  resources: ResourceStore;
  journal: JournalStore;
  states: StateStore;
  exams: ExamStore;
  /** Returns the connections to the database; null for a store in this process. */
  pool(this: void): Pool | null;
  /** True if other processes use the store at the same time. */
  isShared: boolean;
  /** Sends a message to the other processes. Nothing happens if there are none. */
  tell(this: void, message: Message): Promise<void>;
  /** Keeps the key of the world at the first opening. Returns the kept key, the same at every later opening. */
  keepWorld(world: string): Promise<string>;
  /** Writes without changing anything. Throws UnwritableError or UnavailableError. */
  probe(): Promise<void>;
  /** Returns how many records a profile has, may have and has lost, by kind. */
  kept(profileCode: string): Promise<Record<KeptKind, Kept>>;
  /**
   * Counts the records of all profiles again if other processes change them. Returns false if another process purges
   * for all.
   */
  prepareToPurge(): Promise<boolean>;
  close(): Promise<void>;
}
