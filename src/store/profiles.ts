import type { Origin } from '../exchange/exchange.ts';

/** A developer profile: it owns credentials, searches, orders and reservations. */
export interface Profile {
  /** `dp_` and twelve lower-case letters or digits. */
  code: string;
  name: string;
  /** Added to the provider's net price, in percent. */
  marginPercent: number;
  createdAt: number;
  /** The profile's clock; null while it uses the service's. */
  clock: ProfileClock | null;
  /** The armed scenarios; null for none. */
  armed: ArmedScenario | null;
}

/** A clock frozen at an instant, or a running one with this lead over the service's. */
export type ProfileClock = { frozenAt: number } | { aheadMs: number };

/** Scenarios that apply to a profile's requests. */
export interface ArmedScenario {
  /** The remaining selectors: `pending(reads=2),order:slow`, `502-after-commit(calls=1);read:502(calls=1)`. */
  scenario: string;
  /** Remaining requests; null for all until it is cleared. */
  calls: number | null;
}

/** One profile key pair. The secret itself is never stored. */
export interface Credential {
  publicKey: string;
  profileCode: string;
  /** SHA-256 over the secret, hexadecimal. */
  secretHash: string;
  secretLast4: string;
  createdAt: number;
  revokedAt: number | null;
  /** The pair's owner: a client, or a sandbox page. */
  origin: Origin;
}

/** `latest-call`: the most recently called come first, then those without a call, the newest first. */
export type ProfileOrder = 'code' | 'latest-call';

/** A profile in a list. */
export interface ListedProfile extends Profile {
  /** Beginning of the latest call in its journal by the machine's clock, epoch milliseconds; null without calls. */
  calledAt: number | null;
}

export interface ProfileStore extends CredentialStore {
  /**
   * Adds a profile with its first credential, in one step; does not change existing ones. Returns false and adds
   * nothing if there are `max` profiles already.
   */
  add(profile: Profile, credential: Credential, max?: number): Promise<boolean>;
  find(code: string): Promise<Profile | undefined>;
  /**
   * Returns profiles with `search` in name or code, all for '', in an order, from the one after the code `after` on.
   */
  list(after: string, limit: number, search: string, order: ProfileOrder): Promise<ListedProfile[]>;
  count(): Promise<number>;
  /** Returns every profile's clock. Read from memory until a profile changes. */
  clocks(): Promise<readonly OwnedClock[]>;
  /**
   * Changes a profile; undefined values change nothing. Returns the changed profile, or undefined if it does not exist.
   */
  change(code: string, change: Partial<Pick<Profile, 'name' | 'marginPercent'>>): Promise<Profile | undefined>;
  /** Sets a profile's clock if it is still `expected`; otherwise returns false. */
  setClock(code: string, expected: ProfileClock | null, clock: ProfileClock | null): Promise<boolean>;
  /** Replaces the armed scenarios; null clears them. */
  arm(code: string, armed: ArmedScenario | null): Promise<void>;
  /** Replaces the armed scenarios if they are still `expected`; otherwise returns false. */
  rearm(code: string, expected: ArmedScenario, armed: ArmedScenario | null): Promise<boolean>;
}

/** A profile's clock with the profile's current row number: an import changes both. */
export interface OwnedClock extends Pick<Profile, 'code' | 'clock'> {
  owner: number;
}

export interface CredentialStore {
  /** The credentials for a profile's clients, the oldest first. */
  credentials(code: string): Promise<Credential[]>;
  /** Adds a credential to a profile. Returns false and adds nothing if it has `max` active ones. */
  addCredential(credential: Credential, max?: number): Promise<boolean>;
  /** Adds a credential for a page. Keeps the newest `max` per page, and removes the others. */
  addPageCredential(credential: Credential, max: number): Promise<void>;
  /**
   * Revokes a client's credential for good, and removes the page credentials in the profile: the owner of the revoked
   * key may have requested these too. Returns false if the profile has no active credential with this public key.
   */
  revoke(code: string, publicKey: string, revokedAt: number): Promise<boolean>;
  /** Returns the credential with its profile, revoked or not; undefined for an unknown public key. */
  findCredential(publicKey: string): Promise<FoundCredential | undefined>;
}

export interface FoundCredential {
  credential: Credential;
  profile: Profile;
}
