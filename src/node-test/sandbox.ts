// First: what an older Node lacks comes after it.
import '../require-node.cjs';
import { basename } from 'node:path';
import { after, before } from 'node:test';
import type { FileSandbox } from '../fixture/file-sandbox.ts';
import { sandboxOf } from '../fixture/use-sandbox.ts';

/**
 * A sandbox for the tests of a file, or of the suite in which this is called: `const sandbox = useSandbox()`. It starts
 * before the first test, in a thread of its own and on a free port, and closes after the last one. Its seed is the name
 * of the file.
 */
export function useSandbox({ seed = basename(process.argv[1] ?? 'node-test') } = {}): FileSandbox {
  return sandboxOf({ before, after }, () => seed);
}

export { assertKeepsTheRules } from '../fixture/keep-the-rules.ts';
export type { FileSandbox } from '../fixture/file-sandbox.ts';
export type { KeepTheRulesOptions } from '../fixture/keep-the-rules.ts';
