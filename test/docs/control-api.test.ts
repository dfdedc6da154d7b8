import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';

const page = readFileSync('docs/control-api.md', 'utf8');
const server = useSandbox({ clock: systemClock });

it('docs/control-api.md has blocks that run when pasted one after the other', async () => {
  const script = [...page.matchAll(/^```sh run\n([^]*?)\n```$/gm)].map((match) => match[1]).join('\n');
  expect(script).toContain(`BASE_URL=${DEFAULT_BASE_URL}\n`);
  const { exitCode, stdout, stderr } = await runBash(
    ['-euo', 'pipefail', '-c', script.replace(DEFAULT_BASE_URL, server.baseUrl)],
    {},
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/"name": "checkout tests",\n {2}"marginPercent": 10/);
  expect(stdout).toMatch(/"calls": 1\n\}\n0\n12\n\{/);
  expect(stdout).toMatch(
    /"scenario": "book:pending\(reads=2\),search:slow\(delay=PT1S\)",\n {2}"calls": null\n\}\nnull\n\{/,
  );
  expect(stdout.match(/"revokedAt": "20/g)).toHaveLength(2);
  expect(stdout).not.toContain('sk_sandbox');
});

const DEFAULT_BASE_URL = 'http://127.0.0.1:4010';
