import { readFileSync } from 'node:fs';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import type { SituationResult } from './examine.ts';

/** A failure that a team knows of: of a situation as a whole, or of one rule in it. */
export interface ExpectedFailure {
  situation: string;
  /** Null for the whole situation. */
  rule: string | null;
}

/**
 * Reads a file of expected failures: a line for each, `situation` or `situation:rule`; `#` begins a comment. Throws
 * ConfigError for a file that cannot be read and for a situation that does not exist.
 */
export function readExpectedFailures(path: string, situations: ReadonlySet<string>): ExpectedFailure[] {
  return readLines(path).map((line) => {
    const [situation = '', rule = null] = line.split(':', 2);
    if (!situations.has(situation))
      throw new ConfigError(
        `${path} expects a failure of "${situation}", which is not a situation; \`taxiway exam --list\` lists them`,
      );
    return { situation, rule };
  });
}

/** Whether all that went wrong in a situation was expected. */
export function isExpected({ situation, findings }: SituationResult, expected: readonly ExpectedFailure[]): boolean {
  const own = expected.filter((one) => one.situation === situation);
  if (own.some(({ rule }) => rule === null)) return true;
  return findings.every(({ rules }) => rules.length > 0 && rules.every((rule) => own.some((one) => one.rule === rule)));
}

/** Entries for which nothing went wrong any more: they hide the next failure, and have to go. */
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

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== '');
  } catch (error) {
    throw new ConfigError(`the expected failures ${path} cannot be read: ${messageOf(error)}`);
  }
}
