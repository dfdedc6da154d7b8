/** A developer profile: the owner of credentials, searches, orders and reservations. */
export interface Profile {
  /** `dp_` and twelve lower-case letters or digits. */
  code: string;
  name: string;
  /** Added to the provider's net price, in percent. */
  marginPercent: number;
  createdAt: number;
  /** Its own clock; null while it lives by the service's. */
  clock: ProfileClock | null;
  /** What is armed on it; null while nothing is. */
  armed: ArmedScenario | null;
}

/** A clock that stands still at an instant, or one that runs this much ahead of the service's. */
export type ProfileClock = { frozenAt: number } | { aheadMs: number };

/** Scenarios that meet every call of a profile that they apply to. */
export interface ArmedScenario {
  /** As it was asked for: `pending(reads=2),order:slow`. */
  scenario: string;
  /** How many calls it still meets; null for every one until it is cleared. */
  calls: number | null;
}

/** One key pair of a profile. The secret itself is never kept. */
export interface Credential {
  publicKey: string;
  profileCode: string;
  /** SHA-256 of the secret, hexadecimal. */
  secretHash: string;
  secretLast4: string;
  createdAt: number;
  revokedAt: number | null;
}

export interface ProfileStore {
  /**
   * Adds a profile with its first credential, in one step; leaves both alone where they exist already.
   * False, and nothing is added, where there are `most` profiles already.
   */
  add(profile: Profile, credential: Credential, most?: number): Promise<boolean>;
  find(code: string): Promise<Profile | undefined>;
  /** Profiles in the order of their codes, from the one after `after` on. */
  list(after: string, limit: number): Promise<Profile[]>;
  count(): Promise<number>;
  /** Every profile with its clock. */
  clocks(): Promise<Pick<Profile, 'code' | 'clock'>[]>;
  /** Sets the clock of a profile, unless it stands differently from `expected` by now; false when it does. */
  setClock(code: string, expected: ProfileClock | null, clock: ProfileClock | null): Promise<boolean>;
  /** Arms scenarios in the place of those that are armed; null clears them. */
  arm(code: string, armed: ArmedScenario | null): Promise<void>;
  /** Counts one call that the armed scenarios meet; false when they have met their last one already, or others are armed by now. */
  meet(code: string, scenario: string): Promise<boolean>;
  /** The credentials of a profile, the oldest first. */
  credentials(code: string): Promise<Credential[]>;
  /** Adds a credential to a profile. False, and nothing is added, where it has `most` that are not revoked. */
  addCredential(credential: Credential, most?: number): Promise<boolean>;
  /** Revokes a credential for good; false when the profile has none by this public key that is not revoked. */
  revoke(code: string, publicKey: string, revokedAt: number): Promise<boolean>;
  /** The credential with its profile, or undefined when the public key is unknown. Revoked ones are answered too. */
  findCredential(publicKey: string): Promise<{ credential: Credential; profile: Profile } | undefined>;
}
