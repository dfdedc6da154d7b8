interface Lifetime {
  createdAt: number;
  expiresAt: number;
  endsAt?: number;
}

/** Returns a lifetime's actual end: as announced, or earlier. */
export function endOf({ expiresAt, endsAt = expiresAt }: Lifetime): number {
  return endsAt;
}

/**
 * True once as much time has passed since the expiry as the lifetime lasted. From then on it is unknown to clients,
 * although its record may be removed later.
 */
export function isForgotten(lifetime: Lifetime, now: number): boolean {
  return now >= forgottenAt(lifetime);
}

/** Returns the instant at which something becomes unknown to clients. */
export function forgottenAt({ createdAt, expiresAt }: Lifetime): number {
  return expiresAt + (expiresAt - createdAt);
}
