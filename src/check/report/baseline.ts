import { readFileSync } from 'node:fs';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { readJson } from '../../base/read-json.ts';
import { isRecord } from '../../base/values/kinds.ts';

/** One failure in a run, with its contract or conduct check title. */
export type Failure = ContractFailure | CheckFailure;

/**
 * A broken rule, an assumption not met under `--strict`, a place in openapi.yaml without a rule, or a rule whose check
 * was not exercised. `position`: the only position where a check at several ones failed; without it, any position.
 */
export type ContractFailure = { contract: string; position?: string } & (
  | { rule: string }
  | { assumption: string }
  | { at: string }
  | { notExercised: string }
);

/** A broken rule, or an assumption not met under `--strict`. */
export type CheckFailure = { check: string } & ({ rule: string } | { assumption: string });

/** A run's failures compared with its baseline. */
export interface Comparison<F extends Failure = Failure> {
  /** Failures outside the baseline. */
  failures: F[];
  /** Failures in the baseline. */
  known: F[];
  /** Failures in the baseline, checked in this run and not found. */
  mended: F[];
}

/** Compares failures with a baseline. `wasChecked`: true if this run reached a verdict on the failure. */
export function compare<F extends Failure>(
  found: readonly F[],
  baseline: readonly F[],
  wasChecked: (failure: F) => boolean,
): Comparison<F> {
  const once = [...new Map(found.map((failure) => [failureKey(failure), failure])).values()];
  const keysOf = (failure: F) => [failureKey(failure), failureKey({ ...failure, position: undefined })];
  const seen = new Set(once.flatMap(keysOf));
  const before = new Set(baseline.map(failureKey));
  const isKnown = (failure: F) => keysOf(failure).some((key) => before.has(key));
  return {
    failures: once.filter((failure) => !isKnown(failure)),
    known: once.filter(isKnown),
    mended: baseline.filter((failure) => !seen.has(failureKey(failure)) && wasChecked(failure)),
  };
}

/** Returns a failure's key, the same in every run. */
export function failureKey(failure: Failure): string {
  return JSON.stringify([sourceOf(failure), nameOf(failure), 'notExercised' in failure]);
}

/** Returns the rule, the assumption or the place. */
export function nameOf(failure: Failure): string {
  if ('rule' in failure) return failure.rule;
  if ('notExercised' in failure) return failure.notExercised;
  return 'assumption' in failure ? failure.assumption : failure.at;
}

/** Returns the contract's or check's title, with the position if there is one. */
export function sourceOf(failure: Failure): string {
  if ('check' in failure) return failure.check;
  return failure.position === undefined ? failure.contract : `${failure.contract} (${failure.position})`;
}

/** The `--baseline` file. `version` counts its changes. */
interface BaselineFile {
  version: 1;
  failures: readonly Failure[];
}

/**
 * Reads the known failures from `--baseline`. Each has its source (`contract` or `check`) and an element in `names`,
 * and a contract's may have a position. Throws ConfigError if the same command's `--write-baseline` did not write the
 * file.
 */
export function readFailures<F extends Failure>(
  path: string,
  source: 'contract' | 'check',
  names: readonly ('rule' | 'assumption' | 'at' | 'notExercised')[],
): F[] {
  const content = readJson(path, (reason, isMissing) => unusable(path, reason, isMissing ? 'first' : 'again'));
  if (!isRecord(content) || !('version' in content)) fail(path, 'it has no version');
  if (content.version !== 1)
    fail(path, `its version is ${JSON.stringify(content.version)}; this taxiway reads version 1`);
  const { failures } = content;
  if (!Array.isArray(failures)) fail(path, 'it has no list of failures');
  return failures.map((failure: unknown, index) => {
    if (isFailure(failure, source, names)) return failure as F;
    return fail(path, `its failure ${index + 1} is not a ${source} and one of ${names.join(', ')}`);
  });
}

/**
 * Reads a file with one name per line; `#` begins a comment. Throws ConfigError with `unreadable` for the reason if it
 * cannot be read.
 */
export function readNames(path: string, unreadable: (reason: string) => string): string[] {
  try {
    const lines = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n');
    return lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '');
  } catch (error) {
    throw new ConfigError(unreadable(messageOf(error)));
  }
}

/** Returns the baseline text for these failures, in the same order for every run. */
export function renderBaseline(failures: readonly Failure[]): string {
  const inOrder = failures.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return `${JSON.stringify({ version: 1, failures: inOrder } satisfies BaselineFile, null, 2)}\n`;
}

function isFailure(value: unknown, source: string, names: readonly string[]): value is Failure {
  if (!isRecord(value)) return false;
  const { [source]: title, position, ...rest } = value;
  if (position !== undefined && (source !== 'contract' || typeof position !== 'string')) return false;
  const [[name, text] = [], ...more] = Object.entries(rest);
  return typeof title === 'string' && more.length === 0 && names.includes(name ?? '') && typeof text === 'string';
}

function fail(path: string, fault: string): never {
  throw new ConfigError(unusable(path, fault, 'again'));
}

function unusable(path: string, fault: string, when: 'first' | 'again'): string {
  return `the baseline ${path} cannot be used: ${fault}. Write it ${when} with --write-baseline`;
}
