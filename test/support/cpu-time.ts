import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a test file, in milliseconds. */
    cpu?: { all: number; hooks: number };
  }
}

/** Notes the CPU time of the test file that begins, for `npm run test:times`. Two readings per test take a while. */
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

/** Returns the CPU time of this process so far, on Linux also that of its ended children, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

function childrenTime(): number {
  if (!existsSync(STAT)) return 0;
  const stat = readFileSync(STAT, 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}

const STAT = '/proc/self/stat';
/** Fields of children, counted from that after the name. */
const USER_TIME = 13;
const SYSTEM_TIME = 14;
/** The kernel counts this way whatever its own tick is. */
const TICK_MS = 10;
