import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { curls, runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ clock: systemClock });
const page = readFileSync('docs/state.md', 'utf8');

it.each(curls)('docs/state.md has a walk that runs when pasted one block after the other: %s', async (curl) => {
  const script = [...page.matchAll(/^```sh run\n([^]*?)\n```$/gm)].map((match) => match[1]).join('\n');
  const { exitCode, stdout, stderr } = await runBash(
    ['-euo', 'pipefail', '-c', script.replace('http://127.0.0.1:4010', server.baseUrl)],
    {},
    curl,
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`dp_taxiway00001
[
  "taxiway-profile",
  1,
  1
]
null
0
{
  "bookings": 0,
  "orders": 0,
  "pricings": 0,
  "searches": 1,
  "exchanges": 1
}
true
`);
});
