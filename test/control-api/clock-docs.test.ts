import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ clock: systemClock });

async function walk(page: string): Promise<string> {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```sh run\n([^]*?)\n```$/gm)]
    .map((match) => match[1])
    .join('\n');
  expect(blocks).toContain('BASE_URL=http://127.0.0.1:4010\n');
  const { exitCode, stdout, stderr } = await runBash(
    ['-euo', 'pipefail', '-c', blocks.replace('http://127.0.0.1:4010', server.baseUrl)],
    {},
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
}

it('docs/clock.md walks to an offer that has expired', async () => {
  const printed = await walk('docs/clock.md');
  expect(printed).toMatch(
    /"mode": "frozen"[^]*"what": "offers_expired"[^]*"dueTotal": 1[^]*\noffer_expired\nrunning\n/,
  );
  expect(printed).toMatch(/\noffer_expired\nrunning\n[^]*"aheadOfService": "PT2[01]M/);
});

it('docs/resources.md lists the reservations', async () => {
  expect(JSON.parse(await walk('docs/resources.md'))).toEqual({ resources: [], next: null, liveMode: false });
});

it('docs/clock.md and docs/resources.md name everything that can be in a timeline', () => {
  const pages = ['docs/clock.md', 'docs/resources.md'].map((page) => readFileSync(page, 'utf8')).join('\n');
  const [, names = ''] =
    /MomentName:[^]*?enum:\n([^]*?)\n {4}\w/.exec(readFileSync('src/control-api/control-api.yaml', 'utf8')) ?? [];
  const what = names.split('\n').map((line) => line.replace(/^ *- /, ''));
  expect(what).toContain('driver_assigned');
  expect(what.filter((name) => !pages.includes(`\`${name}\``))).toEqual([]);
});
