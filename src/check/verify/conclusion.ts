import type { Comparison, ContractFailure } from '../report/baseline.ts';
import { compare, readFailures } from '../report/baseline.ts';
import type { RunOutcome } from '../report/report.ts';
import { count } from '../report/text.ts';
import type { VerifyReport } from './report.ts';
import type { ContractResult, Finding } from './verdict.ts';

/** The result of a run. */
export interface Conclusion extends Comparison<ContractFailure> {
  verdict: RunOutcome;
  /** Why it is an error; empty otherwise. */
  reason: string;
  /** With `--strict`, ids of the rules that passed in part only, which fails the run; else empty. */
  partly: string[];
}

export interface ConcludeOptions {
  strict?: boolean;
  /** Failures that are known. */
  baseline?: readonly ContractFailure[];
  /** A signal ended the run early. */
  stopped?: boolean;
}

/** Compares a report with a baseline. An error wins over a failure: the findings are incomplete then. */
export function conclude(
  report: VerifyReport,
  { strict = false, baseline = [], stopped = false }: ConcludeOptions = {},
): Conclusion {
  const compared = compare(listFailures(report, strict), baseline, (failure) => wasChecked(report, failure));
  const reason = stopped ? 'the run was stopped' : findFault(report);
  const partly = strict ? report.rules.filter(({ verdict }) => verdict === 'partly').map(({ id }) => id) : [];
  return { verdict: verdictOf(reason, compared.failures.length + partly.length), reason, ...compared, partly };
}

/** Reads the failures of `--baseline`. Throws ConfigError for a file that `--write-baseline` did not write. */
export function readBaseline(path: string): ContractFailure[] {
  return readFailures<ContractFailure>(path, 'contract', ['rule', 'assumption', 'at']);
}

/** The rule that a finding of a contract breaks, with `--strict` the assumption, or the place in openapi.yaml. */
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

/** `searchFlights 200 /offers/…/currency`: the positions in lists differ from run to run. */
function placeOf({ exchange, pointer }: Finding): string {
  const where = exchange ? `${exchange.operationId ?? exchange.method} ${exchange.status} ` : '';
  return `${where}${pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? ''}`.trim();
}

/** A contract that did not come to a verdict this time does not show that its failure is fixed. */
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
