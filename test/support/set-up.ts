import { afterAll } from 'vitest';
import { endFile } from './after-file.ts';
import { cpuTime } from './cpu-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a test file and the processes that it waited for. */
    cpuMs?: number;
  }
}

const begun = cpuTime();

afterAll(async ({}, { meta }) => {
  await endFile();
  meta.cpuMs = cpuTime() - begun;
});
