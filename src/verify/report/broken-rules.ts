import type { Finding } from '../verdict.ts';
import type { Conclusion } from './conclusion.ts';
import { failureKey, failuresOf, nameOf } from './failures.ts';
import type { Failure } from './failures.ts';
import type { Report } from './report.ts';

/** A rule that is broken (or what else fails the run), with everything that shows it. */
export interface BrokenRule {
  kind: 'rule' | 'assumption' | 'place';
  /** Id of the rule or assumption, or the place in openapi.yaml. */
  name: string;
  sections: readonly string[];
  /** What should hold. */
  sentence: string;
  /** The baseline has all of it. */
  known: boolean;
  seen: { contract: string; finding: Finding }[];
}

/** What fails a run, each rule once, the failures that are new first. */
export function listBroken(report: Report, { failures, known }: Pick<Conclusion, 'failures' | 'known'>): BrokenRule[] {
  const byName = Map.groupBy([...failures, ...known], nameOf);
  return [...byName.values()].map((group) =>
    describe(
      report,
      group,
      group.every((failure) => known.includes(failure)),
    ),
  );
}

function describe(report: Report, group: readonly Failure[], known: boolean): BrokenRule {
  const [first] = group as [Failure];
  const keys = new Set(group.map(failureKey));
  const seen = report.contracts.flatMap((result) =>
    result.findings
      .filter((finding) => failuresOf(result, finding).some((failure) => keys.has(failureKey(failure))))
      .map((finding) => ({ contract: result.title, finding })),
  );
  return { ...statementOf(report, first), name: nameOf(first), known, seen };
}

function statementOf(
  { rules, assumptions }: Report,
  failure: Failure,
): Pick<BrokenRule, 'kind' | 'sections' | 'sentence'> {
  if ('rule' in failure) {
    const rule = rules.find(({ id }) => id === failure.rule);
    return { kind: 'rule', sections: rule?.sections ?? [], sentence: rule?.sentence ?? '' };
  }
  if ('assumption' in failure) {
    return {
      kind: 'assumption',
      sections: [],
      sentence: `Assumed: ${assumptions.find(({ id }) => id === failure.assumption)?.value ?? ''}`,
    };
  }
  return {
    kind: 'place',
    sections: [],
    sentence: 'The answer fits the schema of openapi.yaml, at a place of which no rule speaks.',
  };
}
