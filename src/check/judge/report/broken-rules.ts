import type { Finding } from '../finding.ts';
import type { Conclusion } from './conclusion.ts';
import { failureKey, failureOf } from './failures.ts';
import type { JudgeReport, RuleReport } from './report.ts';

/** A rule that fails the run, with the findings that show it. */
export interface BrokenRule {
  rule: RuleReport;
  /** The baseline has all of its failures. */
  known: boolean;
  /** How many occasions failed; more than the findings where not all are held. */
  times: number;
  seen: [Finding, ...Finding[]];
}

/** What fails a run, in the order of the rules. */
export function listBroken(
  report: JudgeReport,
  { failures, known }: Pick<Conclusion, 'failures' | 'known'>,
): BrokenRule[] {
  const keys = new Set([...failures, ...known].map(failureKey));
  const knownKeys = new Set(known.map(failureKey));
  const isStrict = [...failures, ...known].some((failure) => 'assumption' in failure);
  return report.rules.flatMap((rule) => {
    const keyOf = (finding: Finding) => {
      const failure = failureOf(rule.id, finding, isStrict);
      return failure === null ? '' : failureKey(failure);
    };
    const [first, ...others] = rule.findings.filter((finding) => keys.has(keyOf(finding)));
    if (!first) return [];
    const seen: [Finding, ...Finding[]] = [first, ...others];
    const times = Math.max(seen.length, rule.broken + (isStrict ? rule.warned : 0));
    return { rule, seen, times, known: seen.every((finding) => knownKeys.has(keyOf(finding))) };
  });
}

/** Findings that warn of a rule and do not fail the run. */
export function listWarnings(report: JudgeReport, conclusion: Conclusion): { rule: RuleReport; findings: Finding[] }[] {
  const failing = new Set(listBroken(report, conclusion).flatMap(({ seen }) => seen));
  return report.rules
    .map((rule) => ({ rule, findings: rule.findings.filter((finding) => !failing.has(finding)) }))
    .filter(({ findings }) => findings.length > 0);
}
