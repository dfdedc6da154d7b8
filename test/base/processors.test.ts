import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { measureBusy } from '../../src/base/processors.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

/** Returns a container with the limit of one processor, and a function that sets its processor time. */
function container(): { folder: string; use: (milliseconds: number) => void } {
  const folder = temporaryFolder();
  const use = (ms: number) => writeFileSync(join(folder, 'cpu.stat'), `usage_usec ${ms * 1000}\nuser_usec 0\n`);
  writeFileSync(join(folder, 'cpu.max'), '100000 100000\n');
  use(1000);
  return { folder, use };
}

it('a container is busy when it uses all the processors of its limit on a larger host', async () => {
  const { folder, use } = container();
  const isBusy = measureBusy(folder);
  await wait(20);
  // No more time than this has passed, on any machine.
  use(1000 + 600_000);
  expect(isBusy()).toBe(true);
});

it('a container that waits is not busy', async () => {
  const isBusy = measureBusy(container().folder);
  await wait(20);
  expect(isBusy()).toBe(false);
});
