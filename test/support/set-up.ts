import './strict-regexes.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { endFile } from './after-file.ts';
import { cpuTime } from './cpu-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a test file, in milliseconds. */
    cpu?: { all: number; hooks: number };
  }
}

const begun = cpuTime();
/** After the imports, after the hooks before the first test, and after the last test. */
let imported = begun;
let ready: number | undefined;
let tested = begun;

beforeAll(() => {
  imported = cpuTime();
});

beforeEach(() => {
  ready ??= cpuTime();
});

afterEach(() => {
  tested = cpuTime();
});

afterAll(async ({}, { meta }) => {
  await endFile();
  const ended = cpuTime();
  meta.cpu = { all: ended - begun, hooks: ready === undefined ? ended - imported : ready - imported + ended - tested };
});
