import { count } from '../../report/text.ts';
import type { Failure } from './failures.ts';
import { failureKey, listFailures } from './failures.ts';
import type { JudgeReport } from './report.ts';

/** The result of a run. */
export interface Conclusion {
  verdict: 'kept' | 'broken' | 'error';
  /** Why nothing can be said; empty otherwise. */
  reason: string;
  /** Failures that the baseline does not have. */
  failures: Failure[];
  /** Failures that it has. */
  known: Failure[];
  /** Failures that it has, whose rule was judged again and kept. */
  mended: Failure[];
}

export interface ConcludeOptions {
  strict?: boolean;
  /** Failures that are known. */
  baseline?: readonly Failure[];
}

/** The exit code of the command for each verdict. */
export const exitCodes = { kept: 0, broken: 1, error: 2 } as const satisfies Record<Conclusion['verdict'], number>;

/** Compares a report with a baseline. A recording in which nothing was judged is an error. */
export function conclude(report: JudgeReport, { strict = false, baseline = [] }: ConcludeOptions = {}): Conclusion {
  const found = listFailures(report, strict);
  const seen = new Set(found.map(failureKey));
  const before = new Set(baseline.map(failureKey));
  const failures = found.filter((failure) => !before.has(failureKey(failure)));
  const reason = findFault(report);
  return {
    verdict: verdictOf(reason, failures.length),
    reason,
    failures,
    known: found.filter((failure) => before.has(failureKey(failure))),
    mended: baseline.filter((failure) => !seen.has(failureKey(failure)) && isKept(report, failure)),
  };
}

function verdictOf(reason: string, failures: number): Conclusion['verdict'] {
  if (reason !== '') return 'error';
  return failures > 0 ? 'broken' : 'kept';
}

/** A rule that was not met this time does not show that its failure is fixed. */
function isKept({ rules }: JudgeReport, failure: Failure): boolean {
  return 'rule' in failure && rules.some(({ id, kept }) => id === failure.rule && kept > 0);
}

function findFault({ recording, decided, rules }: JudgeReport): string {
  const { calls, judged, late, candidates, profiles } = recording;
  if (calls === 0) return 'the recording has no calls';
  if (judged === 0 && candidates.length > 0)
    return (
      `none of its ${count(calls, 'call')} names a profile of the service; if ${candidates.join(' or ')} is the ` +
      'service, pass it with --origin'
    );
  if (judged === 0)
    return (
      `none of its ${count(calls, 'call')} went to the service, as far as paths and headers show; name it with ` +
      '--origin, and the profile with --profile if you passed one'
    );
  if (late > 0)
    return (
      `${count(late, 'exchange')} of ${judged} came so late in the recording that others were judged as if they had ` +
      "been first; sort it, with jq '.log.entries |= sort_by(.startedDateTime)' for a HAR file"
    );
  if (decided > 0) return '';
  const [open] = rules.filter(({ verdict }) => verdict === 'undecided');
  const why = open
    ? `: ${open.id} is undecided, because ${open.reason}`
    : ', since none of them is an occasion of a rule';
  return (
    `nothing was decided in ${count(judged, 'exchange')} of ` +
    `${count(profiles.length, 'profile')}${why}; record a journey from its search on`
  );
}
