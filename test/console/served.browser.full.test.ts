import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

const sandbox = useSandbox();

it('the files of the console are complete during a build', async () => {
  let isBuilt = false;
  const build = promisify(execFile)(process.execPath, ['package/build-console.ts']).finally(() => (isBuilt = true));
  const lengths = new Set<number>();
  do {
    for (const file of ['console', 'console/console.js', 'console/console.css'])
      lengths.add((await (await load(file)).arrayBuffer()).byteLength);
  } while (!isBuilt);
  await build;
  expect(lengths.size).toBe(3);
});

function load(path: string): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/_sandbox/${path}`);
}
