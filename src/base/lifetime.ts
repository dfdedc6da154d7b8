interface Lifetime {
  createdAt: number;
  expiresAt: number;
  endsAt?: number;
}

/** From when on something cannot be used: as announced, or earlier. */
export function endOf({ expiresAt, endsAt = expiresAt }: Lifetime): number {
  return endsAt;
}

/**
 * Whether something expired as long ago as it lived. From then on it is unknown to clients, although its record may be
 * removed later.
 */
export function isForgotten(lifetime: Lifetime, now: number): boolean {
  return now >= forgottenAt(lifetime);
}

/** The instant from which something is unknown to clients. */
export function forgottenAt({ createdAt, expiresAt }: Lifetime): number {
  return expiresAt + (expiresAt - createdAt);
}
