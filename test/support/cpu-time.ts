import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** A test file's CPU time, in milliseconds. */
    cpu?: { all: number; hooks: number };
  }
}

/** Measures a test file's CPU time, for `npm run test:times`. The two readings per test take some time themselves. */
export function measureCpuTime(): void {
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
  afterAll(({}, { meta }) => {
    const ended = cpuTime();
    const hooks = ready === undefined ? ended - imported : ready - imported + ended - tested;
    meta.cpu = { all: ended - begun, hooks };
  });
}

/** Returns this process's CPU time so far, in milliseconds. On Linux, it includes ended child processes. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

function childrenTime(): number {
  if (!existsSync(STAT)) return 0;
  const stat = readFileSync(STAT, 'utf8');
  // The program name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}

const STAT = '/proc/self/stat';
/** Fields for child processes, counted from the first one after the name. */
const USER_TIME = 13;
const SYSTEM_TIME = 14;
/** The kernel reports these times in units of 10 ms, independent of its own tick. */
const TICK_MS = 10;
