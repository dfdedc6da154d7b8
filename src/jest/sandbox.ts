// The build makes CommonJS of this file: that is what jest loads.
// First: what an older Node lacks comes after it.
import '../require-node.cjs';
import { basename } from 'node:path';
import type { FileSandbox } from '../fixture/file-sandbox.ts';
import { assertKeepsTheRules as assertKept } from '../fixture/keep-the-rules.ts';
import { sandboxOf } from '../fixture/use-sandbox.ts';

/** What of the globals of jest is used here. */
interface Jest {
  beforeAll?: (start: () => Promise<void>, timeoutMs: number) => void;
  afterAll?: (close: () => Promise<void>) => void;
  expect?: { getState(): { testPath?: string } };
}

/**
 * A sandbox for the tests of a file, or of the `describe` in which this is called: `const sandbox = useSandbox()`. It
 * starts before the first test, in a thread of its own and on a free port, and closes after the last one. Its seed is
 * the name of the file. Needs the globals of jest, and the environment `node`.
 */
export function useSandbox({ seed }: { seed?: string } = {}): FileSandbox {
  const { beforeAll, afterAll, expect } = globalThis as Jest;
  if (!beforeAll || !afterAll)
    throw new Error('taxiway/jest is for test files that jest runs, with its globals (injectGlobals)');
  return sandboxOf(
    { before: (start) => beforeAll(start, START_MS), after: afterAll },
    () => seed ?? basename(expect?.getState().testPath ?? 'jest'),
  );
}

/** A first start on a busy machine. */
const START_MS = 30_000;

/** Throws where the client broke a rule that binds it, or where nothing was judged. */
export const assertKeepsTheRules: typeof assertKept = assertKept;

export type { FileSandbox } from '../fixture/file-sandbox.ts';
export type { KeepTheRulesOptions } from '../fixture/keep-the-rules.ts';
