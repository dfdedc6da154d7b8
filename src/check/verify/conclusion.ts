import { loadRules } from '../../interface/rules/load-rules.ts';
import { selectRules } from '../../interface/rules/select-rules.ts';
import type { Comparison, ContractFailure } from '../report/baseline.ts';
import { compare, nameOf, readFailures, readNames } from '../report/baseline.ts';
import type { RunOutcome } from '../report/report.ts';
import { count } from '../report/text.ts';
import type { VerifyReport } from './report.ts';
import type { ContractResult, Finding } from './verdict.ts';

/** A run's result. */
export interface Conclusion extends Comparison<ContractFailure> {
  verdict: RunOutcome | 'incomplete';
  /** Reason for an error or an incomplete run; empty otherwise. */
  reason: string;
  /** With `--strict`, the partly passed rules, by id. A single one fails the run. Empty otherwise. */
  partly: string[];
  /** Checks not exercised although a documented call order leads to them. A single one makes the run incomplete. */
  gaps: ContractFailure[];
  /** Gaps listed in the baseline or by `--not-exercised`. */
  knownGaps: ContractFailure[];
}

export interface ConcludeOptions {
  strict?: boolean;
  /** Known failures. */
  baseline?: readonly ContractFailure[];
  /** Rules, by id, that may have gaps. */
  notExercised?: readonly string[];
  /** Minimum percentage of checked rules. */
  minCoverage?: number;
  /** True if a signal ended the run early. */
  stopped?: boolean;
}

/**
 * Compares a report with a baseline. An error has priority over a failure, because its findings are incomplete. A
 * failure has priority over gaps.
 */
export function conclude(
  report: VerifyReport,
  { strict = false, baseline = [], notExercised = [], minCoverage = 0, stopped = false }: ConcludeOptions = {},
): Conclusion {
  const compareWith = (found: ContractFailure[]) => compare(found, baseline, (failure) => wasChecked(report, failure));
  const { mended, ...compared } = compareWith([...listFailures(report, strict), ...listGaps(report)]);
  const isGap = (failure: ContractFailure) => 'notExercised' in failure;
  const isExcused = (gap: ContractFailure) => notExercised.includes(nameOf(gap));
  const { gaps = [], failures = [] } = Object.groupBy(compared.failures, (one) => (isGap(one) ? 'gaps' : 'failures'));
  const { knownGaps = [], known = [] } = Object.groupBy(compared.known, (one) => (isGap(one) ? 'knownGaps' : 'known'));
  const open = gaps.filter((gap) => !isExcused(gap));
  const partly = strict ? report.rules.filter(({ verdict }) => verdict === 'partly').map(({ id }) => id) : [];
  const fault = stopped ? 'the run was stopped' : findFault(report);
  const isFailed = failures.length + partly.length > 0;
  const reason = fault || (isFailed ? '' : findGap(report, open, minCoverage));
  const verdict = verdictOf(fault, isFailed, reason);
  return {
    ...{ verdict, reason, failures, known, mended, partly, gaps: open },
    knownGaps: [...knownGaps, ...gaps.filter(isExcused)],
  };
}

/**
 * Reads the `--not-exercised` file: a rule or a common id prefix in each line; `#` begins a comment. Returns rule ids.
 * Throws ConfigError for an unreadable file or an unknown rule.
 */
export function readNotExercised(path: string): string[] {
  const unreadable = (reason: string) =>
    `the file for --not-exercised cannot be read: ${reason}; expected a rule in each line`;
  return selectRules(readNames(path, unreadable), loadRules(), 'service', `${path}:`);
}

/** Reads the `--baseline` failures. Throws ConfigError for a file not written by `--write-baseline`. */
export function readBaseline(path: string): ContractFailure[] {
  return readFailures<ContractFailure>(path, 'contract', ['rule', 'assumption', 'at', 'notExercised']);
}

/** Returns the rules broken by a contract's finding, with `--strict` the assumptions, or the place in openapi.yaml. */
export function failuresOf({ title: contract }: ContractResult, finding: Finding): ContractFailure[] {
  const source = { contract, ...(finding.position !== undefined && { position: finding.position }) };
  if (finding.rules.length > 0) return finding.rules.map((rule) => ({ rule, ...source }));
  if (finding.assumptions.length > 0) return finding.assumptions.map((assumption) => ({ assumption, ...source }));
  return [{ at: placeOf(finding), ...source }];
}

function listFailures({ contracts }: VerifyReport, strict: boolean): ContractFailure[] {
  return contracts.flatMap((result) =>
    result.findings
      .filter(({ verdict }) => verdict === 'fail' || strict)
      .flatMap((finding) => failuresOf(result, finding)),
  );
}

function listGaps({ contracts }: VerifyReport): ContractFailure[] {
  return contracts
    .filter(({ incomplete }) => incomplete)
    .flatMap(({ title: contract, rules }) => rules.map((notExercised) => ({ notExercised, contract })));
}

/** Returns what makes the run incomplete; empty if nothing does. */
function findGap({ contracts, coverage }: VerifyReport, gaps: readonly ContractFailure[], minCoverage: number): string {
  const [first] = gaps;
  const { checked, of } = coverage;
  if (first) {
    const rules = new Set(gaps.map(nameOf)).size;
    const { reason } = contracts.find(({ title }) => title === first.contract) ?? { reason: '' };
    return (
      `checks for ${count(rules, 'rule')} were not exercised, although a documented call order leads to them ` +
      `(${reason}): let the target return what these calls need, or name the rules with --not-exercised or --baseline`
    );
  }
  if (checked * 100 >= minCoverage * of) return '';
  return (
    `${Math.floor((checked * 100) / of)} % of the rules were checked; --min-coverage demands ${minCoverage} %; ` +
    'the reports list the others with their reasons'
  );
}

/** Returns `searchFlights 200 /offers/…/currency`, without list positions: they differ from run to run. */
function placeOf({ exchange, pointer }: Finding): string {
  const where = exchange ? `${exchange.operationId ?? exchange.method} ${exchange.status} ` : '';
  return `${where}${pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? ''}`.trim();
}

/**
 * True if the contract came to a verdict this time, and tried the failure's position. Otherwise, a missing failure is
 * not a fixed failure.
 */
function wasChecked({ contracts }: VerifyReport, { contract, position }: ContractFailure): boolean {
  return contracts.some(
    ({ title, verdict, positions }) =>
      title === contract &&
      ['pass', 'warn', 'fail'].includes(verdict) &&
      (position === undefined || positions.some(({ name, skipped }) => name === position && skipped === '')),
  );
}

function findFault({ contracts, faults, checks }: VerifyReport): string {
  const broken = contracts.filter(({ verdict }) => verdict === 'error');
  if (faults.length > 0) return 'the harness itself failed';
  if (broken.length > 0) return `${count(broken.length, 'contract')} ended in an error`;
  return checks === 0 ? 'nothing was checked' : '';
}

function verdictOf(fault: string, isFailed: boolean, reason: string): Conclusion['verdict'] {
  if (fault !== '') return 'error';
  if (isFailed) return 'failed';
  return reason === '' ? 'passed' : 'incomplete';
}
