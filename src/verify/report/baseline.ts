import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config/config-error.ts';
import { messageOf } from '../../message-of.ts';
import { isRecord } from '../values/kinds.ts';
import type { Failure } from './failures.ts';

/** The file of `--baseline`: failures that are known. `version` counts its changes. */
interface BaselineFile {
  version: 1;
  failures: Failure[];
}

/** Reads known failures. Throws ConfigError for a file that `--write-baseline` did not write. */
export function readBaseline(path: string): Failure[] {
  const content = parse(path);
  if (!isRecord(content) || !('version' in content)) fail(path, 'it has no version');
  if (content.version !== 1)
    fail(path, `its version is ${JSON.stringify(content.version)}; this taxiway reads version 1`);
  const { failures } = content;
  if (!Array.isArray(failures)) fail(path, 'it has no list of failures');
  return failures.map((failure: unknown, index) => {
    if (isFailure(failure)) return failure;
    const expected = 'expected a contract and one of rule, assumption, at';
    return fail(path, `its failure ${index + 1} is ${JSON.stringify(failure)}; ${expected}`);
  });
}

/** The text of a baseline with these failures, in an order that does not depend on the run. */
export function renderBaseline(failures: readonly Failure[]): string {
  const inOrder = failures.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return `${JSON.stringify({ version: 1, failures: inOrder } satisfies BaselineFile, null, 2)}\n`;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return fail(path, messageOf(error));
  }
}

function isFailure(value: unknown): value is Failure {
  if (!isRecord(value)) return false;
  const { contract, ...rest } = value;
  const [[name, text] = [], ...more] = Object.entries(rest);
  return typeof contract === 'string' && more.length === 0 && NAMES.includes(name ?? '') && typeof text === 'string';
}

function fail(path: string, fault: string): never {
  throw new ConfigError(`the baseline ${path} cannot be used: ${fault}. Write it again with --write-baseline`);
}

const NAMES = ['rule', 'assumption', 'at'];
