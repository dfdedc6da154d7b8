import type { KeptKind } from './bounds.ts';
import type { JournalState } from './journal.ts';
import type { Profile } from './profiles.ts';

/** A record as a table stores it: its columns, without the profile code and without a counter. */
export type Row = Record<string, string | number | null>;

/** Everything that a profile has, without its code and credentials. Plain JSON. */
export interface ProfileState {
  profile: Pick<Profile, 'name' | 'marginPercent'>;
  clock: Profile['clock'];
  armed: Profile['armed'];
  journal: JournalState;
  /** By table, in the order in which they are inserted. */
  rows: Record<string, Row[]>;
}

/** Why a state did not replace another. */
export type ImportConflict =
  /** Ids that another profile of this store has. */
  | { conflicts: string[] }
  /** More records of a kind than there is room for. */
  | { kind: KeptKind; records: number; max: number }
  /** A value that no table accepts: a JSON pointer into `rows`, and what is wrong there. */
  | { path: string; message: string };

/**
 * States of profiles. Each method does everything or nothing, even when the process ends meanwhile, and works in
 * slices: other profiles are served in between. The caller holds the profile's lock alone: what another request has
 * read before must not be written after, and what is read in slices must not change.
 */
export interface StateStore {
  /** The tables with rows of profiles, without the journal. */
  tables(): Promise<string[]>;
  /** Removes all records of a profile, its clock and its armed scenarios; the profile and its credentials remain. */
  clear(profileCode: string): Promise<void>;
  /** `too-large`: it has more characters of JSON than `maxCharacters`. Undefined for an unknown profile. */
  read(profileCode: string, maxCharacters: number): Promise<ProfileState | 'too-large' | undefined>;
  /** Replaces everything that a profile has, name and margin included. On a conflict nothing changes. */
  replace(profileCode: string, state: ProfileState): Promise<ImportConflict | undefined>;
  /** Removes a profile with its credentials and all its records; false when it does not exist. */
  remove(profileCode: string): Promise<boolean>;
  /**
   * Resolved once the rows are removed that the calls so far left to be removed in the background. Rejects if the store
   * cannot be written: the next call of another method, or the next opening, continues.
   */
  swept(): Promise<void>;
}
