import type { KeptKind } from './bounds.ts';
import type { JournalState } from './journal.ts';
import type { Profile } from './profiles.ts';

/** A record as a table holds it: its columns, but for the profile that it belongs to and a number that only counts. */
export type Row = Record<string, string | number | null>;

/** Everything that a profile has, as of one moment; neither its code nor its credentials. Plain JSON. */
export interface ProfileState {
  profile: Pick<Profile, 'name' | 'marginPercent'>;
  clock: Profile['clock'];
  armed: Profile['armed'];
  journal: JournalState;
  /** By table, in the order in which they are to be kept. */
  rows: Record<string, Row[]>;
}

/** Why a state was not put in the place of another. */
export type ImportConflict =
  /** Ids of it that another profile of this store has. */
  | { conflicts: string[] }
  /** More records of a kind than there is room for. */
  | { beyond: KeptKind; given: number; most: number }
  /** What no table takes: where it is (a JSON pointer into `rows`), and what is wrong there. */
  | { path: string; message: string };

/**
 * Whole states of profiles. Each method is one transaction. Whoever calls sees to it that nobody else works with
 * the profile meanwhile: what was read before must not be written after.
 */
export interface StateStore {
  /** The tables that hold what profiles have, without the journal. */
  tables(): Promise<string[]>;
  /** Removes all that a profile has, and its clock and what is armed; leaves itself and its credentials. */
  clear(profileCode: string): Promise<void>;
  /** `too-large`: its rows and its journal make more than so many characters of JSON. Undefined for an unknown profile. */
  read(profileCode: string, mostCharacters: number): Promise<ProfileState | 'too-large' | undefined>;
  /** Puts a state in the place of what the profile has, name and margin included; undefined once it is there. Nothing changes otherwise. */
  replace(profileCode: string, state: ProfileState): Promise<ImportConflict | undefined>;
  /** Removes a profile with its credentials and all that it has; false when there is none. */
  remove(profileCode: string): Promise<boolean>;
}
