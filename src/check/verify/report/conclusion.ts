import type { Failure } from './failures.ts';
import { failureKey, listFailures } from './failures.ts';
import type { Report } from './report.ts';

/** The result of a run. */
export interface Conclusion {
  verdict: 'passed' | 'failed' | 'error';
  /** Why it is an error; empty otherwise. */
  reason: string;
  /** Failures that the baseline does not have. */
  failures: Failure[];
  /** Failures that it has. */
  known: Failure[];
  /** Failures that it has, and that this run checked and did not find. */
  mended: Failure[];
  /** With `strict`, the rules that were checked in part only, which fails the run; else none. */
  partly: string[];
}

export interface ConcludeOptions {
  strict?: boolean;
  /** Failures that are known. */
  baseline?: readonly Failure[];
  /** A signal ended the run early. */
  stopped?: boolean;
}

/** The exit code of the command for each verdict. */
export const exitCodes = { passed: 0, failed: 1, error: 2 } as const satisfies Record<Conclusion['verdict'], number>;

/** Compares a report with a baseline. An error wins over a failure: the findings are incomplete then. */
export function conclude(
  report: Report,
  { strict = false, baseline = [], stopped = false }: ConcludeOptions = {},
): Conclusion {
  const found = listFailures(report, strict);
  const seen = new Set(found.map(failureKey));
  const before = new Set(baseline.map(failureKey));
  const failures = found.filter((failure) => !before.has(failureKey(failure)));
  const reason = stopped ? 'the run was stopped' : findFault(report);
  const partly = strict ? report.rules.filter(({ verdict }) => verdict === 'partly').map(({ id }) => id) : [];
  return {
    verdict: verdictOf(reason, failures.length + partly.length),
    reason,
    failures,
    known: found.filter((failure) => before.has(failureKey(failure))),
    mended: baseline.filter((failure) => !seen.has(failureKey(failure)) && wasChecked(report, failure)),
    partly,
  };
}

function verdictOf(reason: string, failures: number): Conclusion['verdict'] {
  if (reason !== '') return 'error';
  return failures > 0 ? 'failed' : 'passed';
}

function findFault({ contracts, faults, checks }: Report): string {
  const broken = contracts.filter(({ verdict }) => verdict === 'error');
  if (faults.length > 0) return 'the harness itself failed';
  if (broken.length > 0) return `${broken.length} ${broken.length === 1 ? 'contract' : 'contracts'} ended in an error`;
  return checks === 0 ? 'nothing was checked' : '';
}

/** A contract that did not come to a verdict this time does not show that its failure is fixed. */
function wasChecked({ contracts }: Report, { contract }: Failure): boolean {
  return contracts.some(({ title, verdict }) => title === contract && ['pass', 'warn', 'fail'].includes(verdict));
}
