import type { UnknownBefore } from '../exchange/journal-mark.ts';
import type { KeptKind } from './bounds.ts';
import type { JournalState } from './journal.ts';
import type { Profile } from './profiles.ts';

/** A record as a table stores it: its columns, without the profile code and without a counter. */
export type Row = Record<string, string | number | null>;

/** A profile's whole state, without its code and credentials. Plain JSON. */
export interface ProfileState {
  profile: Pick<Profile, 'name' | 'marginPercent'>;
  clock: Profile['clock'];
  armed: Profile['armed'];
  journal: JournalState;
  /** By table, in insertion order. */
  rows: Record<string, Row[]>;
}

/** Reason why a state did not replace another. */
export type ImportConflict =
  /** Ids in use by another profile in this store. */
  | { conflicts: string[] }
  /** More records in a kind than there is room for. */
  | { kind: KeptKind; records: number; max: number }
  /** An invalid value for every table: a JSON pointer into `rows`, and the problem. */
  | { path: string; message: string };

/**
 * Profile states. Each method does everything or nothing, even if the process ends meanwhile, and works in slices:
 * other profiles are served in between. The caller holds the profile's lock alone: no request may write afterwards what
 * it read before, and data read in slices must not change.
 */
export interface StateStore {
  /** The tables with profile rows, without the journal. */
  tables(): Promise<string[]>;
  /**
   * Removes all profile records, its clock and its armed scenarios; the profile and its credentials remain.
   * `unknownBefore` and `knownBefore`: see `JournalMark`.
   */
  clear(profileCode: string, unknownBefore: UnknownBefore | null, knownBefore: Uint8Array | null): Promise<void>;
  /** `too-large`: it has more JSON characters than `maxCharacters`. Undefined for an unknown profile. */
  read(profileCode: string, maxCharacters: number): Promise<ProfileState | 'too-large' | undefined>;
  /** Replaces a profile's whole state, name and margin included. On a conflict nothing changes. */
  replace(profileCode: string, state: ProfileState): Promise<ImportConflict | undefined>;
  /** Removes a profile with its credentials and all its records. */
  remove(profileCode: string): Promise<void>;
  /** True if another process has replaced or removed the profile's state: `follow` first. Read from memory. */
  isBehind(profileCode: string): boolean;
  /** Continues with the profile's current state in the database. */
  follow(profileCode: string): Promise<void>;
  /**
   * Resolves once the rows left by the calls so far are removed in the background. Rejects if the store cannot be
   * written: the next call to another method, or the next opening, continues. `isFreed`: other records were removed, so
   * a file may shrink.
   */
  swept(isFreed?: boolean): Promise<void>;
}
