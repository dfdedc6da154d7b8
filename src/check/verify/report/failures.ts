import { isRecord } from '../../../base/values/kinds.ts';
import { readBaselineFile } from '../../report/baseline.ts';
import type { ContractResult, Finding } from '../verdict.ts';
import type { Report } from './report.ts';

/**
 * One thing that fails a run: a rule broken, with --strict an assumption not met, or a place of openapi.yaml without
 * either.
 */
export type Failure = { contract: string } & ({ rule: string } | { assumption: string } | { at: string });

/** What fails a run, each once, in the order of the contracts. */
export function listFailures({ contracts }: Pick<Report, 'contracts'>, strict: boolean): Failure[] {
  const all = contracts.flatMap((result) =>
    result.findings
      .filter(({ verdict }) => verdict === 'fail' || strict)
      .flatMap((finding) => failuresOf(result, finding)),
  );
  return [...new Map(all.map((failure) => [failureKey(failure), failure])).values()];
}

/** Reads the failures of `--baseline`. Throws ConfigError for a file that `--write-baseline` did not write. */
export function readBaseline(path: string): Failure[] {
  return readBaselineFile(path, isFailure, 'a contract and one of rule, assumption, at');
}

/** The same failure has the same key in every run. */
export function failureKey(failure: Failure): string {
  return JSON.stringify([failure.contract, nameOf(failure)]);
}

/** The rule, the assumption or the place. */
export function nameOf(failure: Failure): string {
  if ('rule' in failure) return failure.rule;
  return 'assumption' in failure ? failure.assumption : failure.at;
}

/** What a finding of a contract breaks. */
export function failuresOf({ title: contract }: ContractResult, finding: Finding): Failure[] {
  if (finding.rules.length > 0) return finding.rules.map((rule) => ({ rule, contract }));
  if (finding.assumptions.length > 0) return finding.assumptions.map((assumption) => ({ assumption, contract }));
  return [{ at: placeOf(finding), contract }];
}

/** `searchFlights 200 /offers/…/currency`: the positions in lists differ from run to run. */
function placeOf({ exchange, pointer }: Finding): string {
  const where = exchange ? `${exchange.operationId ?? exchange.request.method} ${exchange.response.status} ` : '';
  return `${where}${pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? ''}`.trim();
}

function isFailure(value: unknown): value is Failure {
  if (!isRecord(value)) return false;
  const { contract, ...rest } = value;
  const [[name, text] = [], ...more] = Object.entries(rest);
  return typeof contract === 'string' && more.length === 0 && NAMES.includes(name ?? '') && typeof text === 'string';
}

const NAMES = ['rule', 'assumption', 'at'];
