import type { AtExam } from '../judge/coverage.ts';
import { dependsOnClient, notMet, shownByTruth } from './not-met.ts';
import { situations } from './situations.ts';

/** What the exam has for a rule that binds the client. */
export function atExam(ruleId: string): AtExam {
  return {
    situations: situations.filter(({ rules }) => rules.includes(ruleId)).map(({ name }) => name),
    onlyIf: dependsOnClient[ruleId] ?? null,
    truth: shownByTruth[ruleId] ?? null,
    notMet: notMet[ruleId] ?? null,
  };
}
