import type { Seam } from '../../src/server/create-sandbox.ts';

/** A fault that is planted in the sandbox, to prove that the contract of a rule detects it. */
export interface Defect {
  /** Kebab-case, unique: `accepts-a-duplicate-passenger-id`. */
  name: string;
  /** The rule that it breaks, by its id. */
  rule: string;
  /** What the service does wrong, as a sentence: "An order that names a passenger twice is accepted." */
  breaks: string;
  /** Rules that necessarily break with it: they say the same about another place, or something more general. */
  alsoBreaks?: readonly string[];
  plant: Seam;
}
