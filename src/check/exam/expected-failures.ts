import { ConfigError } from '../../base/config-error.ts';
import { readNames } from '../report/baseline.ts';
import type { SituationResult } from './result.ts';

/** A failure known to the team: a whole situation, or one rule in it. */
export interface ExpectedFailure {
  situation: string;
  /** Null for the whole situation. */
  rule: string | null;
}

/**
 * Reads an expected-failures file with one `situation` or `situation:rule` per line; `#` begins a comment. Throws
 * ConfigError if the file cannot be read or names an unknown situation.
 */
export function readExpectedFailures(path: string, situations: ReadonlySet<string>): ExpectedFailure[] {
  return readNames(path, (reason) => `the expected failures ${path} cannot be read: ${reason}`).map((line) => {
    const [situation = '', rule = null] = line.split(':', 2);
    if (!situations.has(situation))
      throw new ConfigError(
        `${path} expects a failure of "${situation}", which is not a situation; \`taxiway exam --list\` lists them`,
      );
    return { situation, rule };
  });
}

/** True if the team expected a situation's every finding. */
export function isExpected({ situation, findings }: SituationResult, expected: readonly ExpectedFailure[]): boolean {
  const own = expected.filter((one) => one.situation === situation);
  if (own.some(({ rule }) => rule === null)) return true;
  return findings.every(({ rules }) => rules.length > 0 && rules.every((rule) => own.some((one) => one.rule === rule)));
}

/** Finds entries without a failure. They have to be removed, because they would hide the next failure. */
export function findStale(
  expected: readonly ExpectedFailure[],
  results: readonly SituationResult[],
): ExpectedFailure[] {
  return expected.filter(({ situation, rule }) => {
    const result = results.find((one) => one.situation === situation);
    if (!result || result.verdict === 'error' || result.verdict === 'did not come about') return false;
    return rule === null ? result.verdict === 'passed' : !result.findings.some(({ rules }) => rules.includes(rule));
  });
}
