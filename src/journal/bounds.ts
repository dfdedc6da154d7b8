/** Journal limits; docs/journal.md states them. Bytes are counted in bodies, headers and paths. */
export interface Bounds {
  /** For each profile. */
  profile: { exchanges: number; bytes: number; unauthenticated: number };
  /** Limit for all profiles together. */
  allBytes: number;
  /** Limit for exchanges not written yet: further exchanges are lost. */
  waiting: { exchanges: number; bytes: number };
}

export const BOUNDS: Bounds = {
  profile: { exchanges: 1000, bytes: 8_000_000, unauthenticated: 200 },
  allBytes: 256_000_000,
  waiting: { exchanges: 5000, bytes: 64_000_000 },
};

/** Stored bytes for one body; the rest is cut off. The largest responses, searches for nine, have 160 kB. */
export const BODY_BYTES = 200_000;
