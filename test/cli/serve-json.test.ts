import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../support/temporary-file.ts';
import { startTaxiway } from './taxiway.ts';

it('serve --json prints one line when it listens, with the settings of the config file and the store', async () => {
  const file = join(temporaryFolder(), 'sandbox.json');
  writeFileSync(file, JSON.stringify({ serve: { port: 0, seed: 'from the file', demoCredentials: false } }));
  const { output, stdout, kill, ended } = startTaxiway(['serve', '--json', '--config', file], {
    DATABASE_URL: 'postgres://ann@127.0.0.1:1/app',
  });
  await once(output, 'data');
  const ready = JSON.parse(stdout()) as { baseUrl: string; seed: string; demoKeys: null };
  const store = 'in memory (--store env:DATABASE_URL keeps it)';
  expect(ready).toMatchObject({ seed: 'from the file', demoKeys: null, store });
  expect((await fetch(`${ready.baseUrl}/_sandbox/health`)).status).toBe(200);
  kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(stdout().trim().split('\n')).toHaveLength(1);
}, 30_000);

it.each([':memory:', temporaryFile()])(
  'serve logs nothing but its calls for a GET with a query (%s)',
  async (store) => {
    const { output, stdout, stderr, kill, ended } = startTaxiway(['serve', '--port', '0', '--json', '--store', store]);
    await once(output, 'data');
    const { baseUrl } = JSON.parse(stdout()) as { baseUrl: string };
    // Text of the first call has arrived before the last one ends.
    for (let i = 0; i < 5; i++) expect((await fetch(`${baseUrl}/_sandbox/profiles?x=1`)).status).toBe(400);
    kill('SIGTERM');
    expect(await ended).toBe(0);
    const lines = stderr().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { method: string }).method)).toEqual(Array(5).fill('GET'));
  },
  30_000,
);

it('serve --until-stdin-ends ends when its standard input ends', async () => {
  const args = ['serve', '--port', '0', '--log', 'silent', '--json', '--until-stdin-ends'];
  const { output, input, ended } = startTaxiway(args, {}, { withInput: true });
  await once(output, 'data');
  input?.end();
  expect(await ended).toBe(0);
}, 30_000);
