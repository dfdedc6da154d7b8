import type { JournalBounds } from '../store/journal.ts';

/** What the journal holds at the most; docs/journal.md states it. Bytes are those of bodies, headers and paths. */
export interface Bounds {
  /** For each profile. */
  profile: JournalBounds;
  /** For all profiles together. */
  allBytes: number;
  /** For what has not been written yet: it is lost if the store cannot keep up. */
  waiting: JournalBounds;
}

export const BOUNDS: Bounds = {
  profile: { exchanges: 1000, bytes: 8_000_000 },
  allBytes: 256_000_000,
  waiting: { exchanges: 5000, bytes: 64_000_000 },
};

/** What is kept of one body; the rest is cut off. */
export const BODY_BYTES = 64_000;
