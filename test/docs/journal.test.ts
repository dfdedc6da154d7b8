import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { BODY_BYTES, BOUNDS } from '../../src/journal/bounds.ts';
import { runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';

const page = readFileSync('docs/journal.md', 'utf8');
const server = useSandbox({ clock: systemClock });

it('docs/journal.md has blocks that run when pasted one after the other', async () => {
  const script = [...page.matchAll(/^```sh run\n([^]*?)\n```$/gm)].map((match) => match[1]).join('\n');
  expect(script).toContain(`BASE_URL=${DEFAULT_BASE_URL}\n`);
  const { exitCode, stdout, stderr } = await runBash(
    ['-euo', 'pipefail', '-c', script.replace(DEFAULT_BASE_URL, server.baseUrl)],
    {},
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  const failed = '[\n    "searchTransfers",\n    502,\n    {\n      "name": "502",\n      "from": "query"\n    }\n  ]';
  expect(stdout).toBe(
    `upstream_failed\n[\n  ${failed},\n  [\n    "searchTransfers",\n    200,\n    null\n  ]\n]\n1\n2\nBearer ` +
      '…demo\nupstream_failed\n',
  );
});

it('docs/journal.md states the bounds as they are', () => {
  const { profile, allBytes, waiting } = BOUNDS;
  const thousands = (value: number) => value.toLocaleString('en');
  expect(page).toContain(`its first ${thousands(BODY_BYTES)} bytes`);
  expect(page).toContain(`${thousands(profile.exchanges)} exchanges, and ${profile.bytes / 1e6} MB`);
  expect(page).toContain(
    `${allBytes / 1e6} MB; the profile with the most bytes drops its oldest first. Checked every ` +
      `${allBytes / 64 / 1e6} MB`,
  );
  expect(page).toContain(`${thousands(waiting.exchanges)} exchanges and ${waiting.bytes / 1e6} MB`);
});

const DEFAULT_BASE_URL = 'http://127.0.0.1:4010';
