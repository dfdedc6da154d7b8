/** A developer profile: the owner of credentials, searches, orders and reservations. */
export interface Profile {
  /** `dp_` and twelve lower-case letters or digits. */
  code: string;
  name: string;
  /** Added to the provider's net price, in percent. */
  marginPercent: number;
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
  /** Adds a profile with its first credential, in one step; leaves both alone where they exist already. */
  add(profile: Profile, credential: Credential): Promise<void>;
  /** The credential with its profile, or undefined when the public key is unknown. Revoked ones are answered too. */
  findCredential(publicKey: string): Promise<{ credential: Credential; profile: Profile } | undefined>;
}
