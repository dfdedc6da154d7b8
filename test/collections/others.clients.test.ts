import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-file.ts';
import { runCollection } from './run-collection.ts';

it('the collection for Bruno passes in its runner', async () => {
  const printed = await runCollection({
    packageName: '@usebruno/cli@4.1.0',
    program: 'bru',
    argsFor: (baseUrl) => ({
      args: ['run', '-r', '--env', 'sandbox', '--env-var', `baseUrl=${baseUrl}`],
      cwd: 'examples/collections/bruno',
    }),
  });
  expect(printed).toMatch(/24 \(24 Passed\)/);
});

it('the .http file passes in httpYac', async () => {
  const folder = temporaryFolder();
  const printed = await runCollection({
    packageName: 'httpyac@6.16.7',
    program: 'httpyac',
    argsFor(baseUrl) {
      // Values of the file win over the command line.
      const text = readFileSync('examples/collections/taxiway.http', 'utf8');
      writeFileSync(join(folder, 'taxiway.http'), text.replace('http://127.0.0.1:4010', baseUrl));
      return { args: ['send', 'taxiway.http', '--all', '-o', 'short'], cwd: folder };
    },
  });
  expect(printed).toContain('24 requests processed (24 succeeded)');
});
