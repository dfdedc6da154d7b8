import type { Finding } from '../verdict.ts';
import type { Conclusion } from './conclusion.ts';
import type { Failure } from './failures.ts';
import { failureKey, failuresOf, nameOf } from './failures.ts';
import type { Report } from './report.ts';

/** A rule that is broken, or anything else that fails the run, with every finding that shows it. */
export interface BrokenRule {
  kind: 'rule' | 'assumption' | 'place';
  /** Id of the rule or assumption, or the place in openapi.yaml. */
  name: string;
  sections: readonly string[];
  /** The statement that is broken. */
  sentence: string;
  /** The baseline has all of its failures. */
  known: boolean;
  seen: [BrokenFinding, ...BrokenFinding[]];
}

interface BrokenFinding {
  contract: string;
  finding: Finding;
}

/** What fails a run, each rule once, new failures first. */
export function listBroken(report: Report, { failures, known }: Pick<Conclusion, 'failures' | 'known'>): BrokenRule[] {
  const knownKeys = new Set(known.map(failureKey));
  return [...Map.groupBy([...failures, ...known], nameOf).values()].flatMap((group) => {
    const keys = new Set(group.map(failureKey));
    const [first, ...others] = findingsOf(report, keys);
    const [failure] = group;
    if (!first || !failure) return [];
    return {
      ...statementOf(report, failure),
      name: nameOf(failure),
      known: [...keys].every((key) => knownKeys.has(key)),
      seen: [first, ...others],
    };
  });
}

function findingsOf({ contracts }: Report, keys: ReadonlySet<string>): BrokenFinding[] {
  return contracts.flatMap((result) =>
    result.findings
      .filter((finding) => failuresOf(result, finding).some((failure) => keys.has(failureKey(failure))))
      .map((finding) => ({ contract: result.title, finding })),
  );
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
    sentence: 'The response matches the schema of openapi.yaml, at a place that no rule is about.',
  };
}
