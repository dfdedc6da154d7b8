import type { Comparison, ContractFailure } from '../report/baseline.ts';
import { compare, readFailures } from '../report/baseline.ts';
import type { RunOutcome } from '../report/report.ts';
import { count } from '../report/text.ts';
import type { VerifyReport } from './report.ts';
import type { ContractResult, Finding } from './verdict.ts';

/** A run's result. */
export interface Conclusion extends Comparison<ContractFailure> {
  verdict: RunOutcome;
  /** Reason for an error; empty otherwise. */
  reason: string;
  /** With `--strict`, the partly passed rules, by id. Any fails the run. Empty otherwise. */
  partly: string[];
}

export interface ConcludeOptions {
  strict?: boolean;
  /** Known failures. */
  baseline?: readonly ContractFailure[];
  /** True if a signal ended the run early. */
  stopped?: boolean;
}

/** Compares a report with a baseline. An error has priority over a failure, because its findings are incomplete. */
export function conclude(
  report: VerifyReport,
  { strict = false, baseline = [], stopped = false }: ConcludeOptions = {},
): Conclusion {
  const compared = compare(listFailures(report, strict), baseline, (failure) => wasChecked(report, failure));
  const reason = stopped ? 'the run was stopped' : findFault(report);
  const partly = strict ? report.rules.filter(({ verdict }) => verdict === 'partly').map(({ id }) => id) : [];
  return { verdict: verdictOf(reason, compared.failures.length + partly.length), reason, ...compared, partly };
}

/** Reads the `--baseline` failures. Throws ConfigError for a file from another source than `--write-baseline`. */
export function readBaseline(path: string): ContractFailure[] {
  return readFailures<ContractFailure>(path, 'contract', ['rule', 'assumption', 'at']);
}

/** Returns the rules broken by a contract's finding, with `--strict` the assumptions, or the place in openapi.yaml. */
export function failuresOf({ title: contract }: ContractResult, finding: Finding): ContractFailure[] {
  if (finding.rules.length > 0) return finding.rules.map((rule) => ({ rule, contract }));
  if (finding.assumptions.length > 0) return finding.assumptions.map((assumption) => ({ assumption, contract }));
  return [{ at: placeOf(finding), contract }];
}

function listFailures({ contracts }: VerifyReport, strict: boolean): ContractFailure[] {
  return contracts.flatMap((result) =>
    result.findings
      .filter(({ verdict }) => verdict === 'fail' || strict)
      .flatMap((finding) => failuresOf(result, finding)),
  );
}

/** Returns `searchFlights 200 /offers/…/currency`, without list positions: they differ from run to run. */
function placeOf({ exchange, pointer }: Finding): string {
  const where = exchange ? `${exchange.operationId ?? exchange.method} ${exchange.status} ` : '';
  return `${where}${pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? ''}`.trim();
}

/** True if the contract came to a verdict this time. Without one, a missing failure is not a fixed failure. */
function wasChecked({ contracts }: VerifyReport, { contract }: ContractFailure): boolean {
  return contracts.some(({ title, verdict }) => title === contract && ['pass', 'warn', 'fail'].includes(verdict));
}

function findFault({ contracts, faults, checks }: VerifyReport): string {
  const broken = contracts.filter(({ verdict }) => verdict === 'error');
  if (faults.length > 0) return 'the harness itself failed';
  if (broken.length > 0) return `${count(broken.length, 'contract')} ended in an error`;
  return checks === 0 ? 'nothing was checked' : '';
}

function verdictOf(reason: string, failures: number): RunOutcome {
  if (reason !== '') return 'error';
  return failures > 0 ? 'failed' : 'passed';
}
