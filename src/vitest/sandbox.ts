// First: what an older Node lacks comes after it.
import '../require-node.cjs';
import './matchers.ts';
import { basename } from 'node:path';
import { expect } from 'vitest';
import type { FileSandbox } from '../fixture/file-sandbox.ts';
import { startFileSandbox } from '../fixture/file-sandbox.ts';

/** What vitest gives a fixture: since 4.1 a context with `onCleanup`, before that a function that runs the tests. */
interface Context {
  onCleanup: (close: () => Promise<void>) => void;
}
type Use = (sandbox: FileSandbox) => Promise<void>;

/**
 * A fixture for vitest: `const test = base.extend('sandbox', { scope: 'file' }, sandbox)`, before vitest 4.1
 * `base.extend({ sandbox: [sandbox, { scope: 'file' }] })`. The first test of a file that uses it starts a sandbox in a
 * thread of its own, on a free port; the end of the file closes it. Its seed is the name of the file: ids and prices
 * are the same in each run, as long as clock and calls are.
 */
export function sandbox({}: object, use: Use): Promise<void>;
export function sandbox({}: object, context: Context): Promise<FileSandbox>;
export async function sandbox({}: object, given: Context | Use): Promise<FileSandbox | void> {
  const started = await startFileSandbox(basename(expect.getState().testPath ?? 'vitest'));
  if (typeof given !== 'function') {
    given.onCleanup(started.close);
    return started.sandbox;
  }
  await given(started.sandbox);
  await started.close();
}

export type { FileSandbox } from '../fixture/file-sandbox.ts';
export type { KeepTheRulesOptions } from '../fixture/keep-the-rules.ts';
