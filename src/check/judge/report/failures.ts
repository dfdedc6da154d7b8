import { isRecord } from '../../../base/values/kinds.ts';
import { readBaselineFile } from '../../report/baseline.ts';
import type { Finding } from '../finding.ts';
import type { JudgeReport } from './report.ts';

/** One thing that fails a run: a rule that a check saw broken, or with --strict an assumption that is not met. */
export type Failure = { check: string } & ({ rule: string } | { assumption: string });

/** What fails a run, each once, in the order of the rules. */
export function listFailures({ rules }: Pick<JudgeReport, 'rules'>, strict: boolean): Failure[] {
  const all = rules.flatMap(({ id, findings }) => findings.flatMap((finding) => failureOf(id, finding, strict) ?? []));
  return [...new Map(all.map((failure) => [failureKey(failure), failure])).values()];
}

/** What a finding of a rule fails; null for a warning that fails nothing. */
export function failureOf(rule: string, { level, check, assumption }: Finding, strict: boolean): Failure | null {
  if (level === 'broken') return { rule, check };
  return strict && level === 'warn' && assumption !== null ? { assumption, check } : null;
}

/** The same failure has the same key in every run. */
export function failureKey(failure: Failure): string {
  return JSON.stringify([failure.check, nameOf(failure)]);
}

/** The rule or the assumption. */
export function nameOf(failure: Failure): string {
  return 'rule' in failure ? failure.rule : failure.assumption;
}

/** Reads the failures of `--baseline`. Throws ConfigError for a file that `judge --write-baseline` did not write. */
export function readBaseline(path: string): Failure[] {
  return readBaselineFile(path, isFailure, 'a check and one of rule, assumption');
}

function isFailure(value: unknown): value is Failure {
  if (!isRecord(value)) return false;
  const { check, ...rest } = value;
  const [[name, text] = [], ...more] = Object.entries(rest);
  const isNamed = name === 'rule' || name === 'assumption';
  return typeof check === 'string' && more.length === 0 && isNamed && typeof text === 'string';
}
