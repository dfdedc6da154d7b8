import { readFileSync } from 'node:fs';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { isRecord } from '../../base/values/kinds.ts';

/** The file of `--baseline`: failures that are known. `version` counts its changes. */
interface BaselineFile {
  version: 1;
  failures: readonly object[];
}

/**
 * Reads known failures of the form that `isFailure` accepts and `expected` describes. Throws ConfigError for a file
 * that `--write-baseline` of the same command did not write.
 */
export function readBaselineFile<Failure>(
  path: string,
  isFailure: (value: unknown) => value is Failure,
  expected: string,
): Failure[] {
  const content = parse(path);
  if (!isRecord(content) || !('version' in content)) fail(path, 'it has no version');
  if (content.version !== 1)
    fail(path, `its version is ${JSON.stringify(content.version)}; this taxiway reads version 1`);
  const { failures } = content;
  if (!Array.isArray(failures)) fail(path, 'it has no list of failures');
  return failures.map((failure: unknown, index) => {
    if (isFailure(failure)) return failure;
    return fail(path, `its failure ${index + 1} is ${JSON.stringify(failure)}; expected ${expected}`);
  });
}

/** The text of a baseline with these failures, in an order that does not depend on the run. */
export function renderBaseline(failures: readonly object[]): string {
  const inOrder = failures.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return `${JSON.stringify({ version: 1, failures: inOrder } satisfies BaselineFile, null, 2)}\n`;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return fail(path, messageOf(error), missing ? 'first' : 'again');
  }
}

function fail(path: string, fault: string, when: 'first' | 'again' = 'again'): never {
  throw new ConfigError(`the baseline ${path} cannot be used: ${fault}. Write it ${when} with --write-baseline`);
}
