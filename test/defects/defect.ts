import type { Seam } from '../../src/server/create-sandbox.ts';

/** A fault that is planted in the sandbox, to prove that the contract of a rule sees it. */
export interface Defect {
  /** Kebab-case, its own: `accepts-a-duplicate-passenger-id`. */
  name: string;
  /** The rule that it breaks, by its id. */
  rule: string;
  /** What the service does wrong, as a sentence: "An order that names a passenger twice is accepted." */
  breaks: string;
  /** Rules that cannot but break with it: they say the same of another place, or one more general thing. */
  alsoBreaks?: readonly string[];
  plant: Seam;
}
