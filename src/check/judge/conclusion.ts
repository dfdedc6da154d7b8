import type { CheckFailure, Comparison } from '../report/baseline.ts';
import { compare, readFailures } from '../report/baseline.ts';
import type { RunOutcome } from '../report/report.ts';
import { count } from '../report/text.ts';
import type { Finding } from './finding.ts';
import { sayUnjudged } from './judge.ts';
import type { JudgeReport } from './report.ts';

/** The result. */
export interface Conclusion extends Comparison<CheckFailure> {
  /** `warned`: no rule is broken, but an assumption is not met. */
  verdict: 'kept' | 'warned' | 'broken' | 'error';
  /** The reason for `error`; empty otherwise. */
  reason: string;
}

export interface ConcludeOptions {
  strict?: boolean;
  /** Known failures. */
  baseline?: readonly CheckFailure[];
}

/** Run outcome for each judge verdict. */
export const outcomes = {
  kept: 'passed',
  warned: 'passed',
  broken: 'failed',
  error: 'error',
} as const satisfies Record<Conclusion['verdict'], RunOutcome>;

/** Compares a report with a baseline. A recording without any judged exchange is an error. */
export function conclude(report: JudgeReport, { strict = false, baseline = [] }: ConcludeOptions = {}): Conclusion {
  const found = report.rules.flatMap(({ id, findings }) =>
    findings.flatMap((finding) => failureOf(id, finding, strict) ?? []),
  );
  const compared = compare(found, baseline, (failure) => isKept(report, failure));
  const reason = findFault(report);
  // Under `strict` a warning is a failure, known or not.
  const otherwise = !strict && warnedIn(report) > 0 ? 'warned' : 'kept';
  const verdict = compared.failures.length > 0 ? 'broken' : otherwise;
  return { verdict: reason === '' ? verdict : 'error', reason, ...compared };
}

/** Counts the rules with a warning as their worst finding. */
export function warnedIn({ rules }: JudgeReport): number {
  return rules.filter(({ verdict }) => verdict === 'warn').length;
}

/** Reads the `--baseline` failures. Throws ConfigError if `--write-baseline` did not write the file. */
export function readBaseline(path: string): CheckFailure[] {
  return readFailures<CheckFailure>(path, 'check', ['rule', 'assumption']);
}

/** Returns the failure for a finding on a rule; null for a warning without effect on the result. */
export function failureOf(rule: string, { level, check, assumption }: Finding, strict: boolean): CheckFailure | null {
  if (level === 'broken') return { rule, check };
  return strict && level === 'warn' && assumption !== null ? { assumption, check } : null;
}

/** True if the rule was kept. A rule not met in this run does not prove that its failure is fixed. */
function isKept({ rules }: JudgeReport, failure: CheckFailure): boolean {
  return 'rule' in failure && rules.some(({ id, kept }) => id === failure.rule && kept > 0);
}

function findFault({ recording, decided, rules }: JudgeReport): string {
  const { calls, judged, unjudged, passedOver, late, candidates, profiles, breaksOff, missing } = recording;
  if (calls === 0) return 'the recording has no calls';
  if (judged === 0 && passedOver > 0)
    return (
      `none of its ${count(calls, 'call')} came from a client: ${passedOver} are of the console or the API ` +
      'reference; record a run of the client'
    );
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
  if (unjudged > 0) return sayUnjudged(unjudged);
  if (late > 0)
    return (
      `${count(late, 'exchange')} of ${judged} came so late in the recording that others were judged as if they had ` +
      "been first; sort it, with jq '.log.entries |= sort_by(.startedDateTime)' for a HAR file"
    );
  if (breaksOff !== null)
    return `the recorder was stopped while it wrote: the file ends ${breaksOff}, and the rest is missing`;
  if (missing !== null) return `not every call was judged: ${missing}`;
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
