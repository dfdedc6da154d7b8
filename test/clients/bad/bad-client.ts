import type { FindingLevel } from '../../../src/check/judge/finding.ts';
import type { Steps } from '../steps.ts';

/** A client that breaks one rule, to prove that the judge sees it. */
export interface BadClient {
  /** Kebab-case, unique: `books-again-after-a-502`. */
  name: string;
  /** The rule that it breaks, by its id, or the advice that it does not follow. */
  rule: string;
  /** Verdict of the judge; `broken` by default. */
  level?: FindingLevel;
  /** The fault of the client, as a sentence. */
  breaks: string;
  /** The steps that differ from those of the good client. */
  client: (good: Steps) => Partial<Steps>;
  /** Scenario to arm on the profile so that the fault shows. */
  scenario?: string;
  /** Settings of the sandbox, so that it comes to it. */
  settings?: { liveMode?: boolean };
  /** The reason why no HAR file shows it, if none does. docs/judge-rules.md says it. */
  notInHar?: string;
  /** The reason why no situation of the exam shows it, if none does. */
  notAtExam?: string;
  /** Rules and advice that are necessarily broken with it, each with the reason. */
  consequences?: Readonly<Record<string, string>>;
}
