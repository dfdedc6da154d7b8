/** A developer profile: the owner of credentials, searches, orders and reservations. */
export interface Profile {
  /** `dp_` and twelve lower-case letters or digits. */
  code: string;
  name: string;
  /** Added to the provider's net price, in percent. */
  marginPercent: number;
  createdAt: number;
  /** Its own clock; null while it uses the service's. */
  clock: ProfileClock | null;
  /** The scenarios armed on it; null for none. */
  armed: ArmedScenario | null;
}

/** A clock that is frozen at an instant, or one that runs this much ahead of the service's. */
export type ProfileClock = { frozenAt: number } | { aheadMs: number };

/** Scenarios that apply to the requests of a profile. */
export interface ArmedScenario {
  /** What is left of what was selected: `pending(reads=2),order:slow`,
    `502-after-commit(calls=1);read:502(calls=1)`. */
  scenario: string;
  /** For how many more requests it applies; null for all until it is cleared. */
  calls: number | null;
}

/** One key pair of a profile. The secret itself is never stored. */
export interface Credential {
  publicKey: string;
  profileCode: string;
  /** SHA-256 of the secret, hexadecimal. */
  secretHash: string;
  secretLast4: string;
  createdAt: number;
  revokedAt: number | null;
}

/** `latest-call`: those that were called last come first, then those without a call, the newest first. */
export type ProfileOrder = 'code' | 'latest-call';

/** A profile in a list. */
export interface ListedProfile extends Profile {
  /** The latest call in its journal by the clock of the machine, epoch milliseconds; null for none. */
  calledAt: number | null;
}

export interface ProfileStore extends CredentialStore {
  /**
   * Adds a profile with its first credential, in one step; leaves those unchanged that exist already.
   * Returns false and adds nothing when there are `max` profiles already.
   */
  add(profile: Profile, credential: Credential, max?: number): Promise<boolean>;
  find(code: string): Promise<Profile | undefined>;
  /** Profiles with `search` in name or code, all for '', in an order, from the one after the code `after` on. */
  list(after: string, limit: number, search: string, order: ProfileOrder): Promise<ListedProfile[]>;
  count(): Promise<number>;
  /** The clock of every profile. Read from memory until a profile changes. */
  clocks(): Promise<readonly OwnedClock[]>;
  /** Changes a profile; what is undefined stays. Returns it as it is then; undefined where there is none. */
  change(code: string, change: Partial<Pick<Profile, 'name' | 'marginPercent'>>): Promise<Profile | undefined>;
  /** Sets the clock of a profile if it is still `expected`; false when it is not. */
  setClock(code: string, expected: ProfileClock | null, clock: ProfileClock | null): Promise<boolean>;
  /** Replaces the armed scenarios; null clears them. */
  arm(code: string, armed: ArmedScenario | null): Promise<void>;
  /** Replaces the armed scenarios if they are still `expected`; false when they are not. */
  rearm(code: string, expected: ArmedScenario, armed: ArmedScenario | null): Promise<boolean>;
}

/** The clock of a profile, and the number that its rows have while that is its clock: an import changes both. */
export interface OwnedClock extends Pick<Profile, 'code' | 'clock'> {
  owner: number;
}

export interface CredentialStore {
  /** The credentials of a profile, the oldest first. */
  credentials(code: string): Promise<Credential[]>;
  /** Adds a credential to a profile. Returns false and adds nothing when it has `max` that are not revoked. */
  addCredential(credential: Credential, max?: number): Promise<boolean>;
  /** Revokes a credential for good; false when the profile has no active credential with this public key. */
  revoke(code: string, publicKey: string, revokedAt: number): Promise<boolean>;
  /** The credential with its profile, revoked or not; undefined when the public key is unknown. */
  findCredential(publicKey: string): Promise<FoundCredential | undefined>;
}

export interface FoundCredential {
  credential: Credential;
  profile: Profile;
}
