import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parts } from '../../bench/parts.ts';
import { thirdOf } from '../support/full-size.ts';

const run = promisify(execFile);

for (const [name, { shortest }] of thirdOf('parts of the benchmark', Object.entries(parts))) {
  it(
    `bench measures its part ${name} with the smallest amounts`,
    async () => {
      const { stdout, stderr } = await run(process.execPath, ['bench/run.ts', name, ...shortest]);

      expect(stdout, stderr).toMatch(/\d/);
    },
    // A whole exam, or a server for each load, on a busy machine.
    900_000,
  );
}
