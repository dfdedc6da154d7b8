import type { Verdicts } from '../verdicts.ts';

/** The verdicts on the own calls of a profile, and on those that named its public key without being authenticated. */
export interface ProfileVerdicts extends Verdicts {
  /** Why its clients may know more than was seen; null where all was seen. */
  gap: string | null;
  /** Anybody can have made these calls. */
  unauthenticated: Verdicts;
}
