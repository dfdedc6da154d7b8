import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-file.ts';
import { startTaxiway } from './taxiway.ts';

it('serve --json prints one line when it listens, with the settings of the config file', async () => {
  const file = join(temporaryFolder(), 'sandbox.json');
  writeFileSync(file, JSON.stringify({ serve: { port: 0, seed: 'from the file', demoCredentials: false } }));
  const { output, stdout, stderr, kill, ended } = startTaxiway(['serve', '--json', '--config', file]);
  await once(output, 'data');
  const ready = JSON.parse(stdout()) as { baseUrl: string; seed: string; demoKeys: null };
  expect(ready).toMatchObject({ seed: 'from the file', demoKeys: null });
  expect((await fetch(`${ready.baseUrl}/_sandbox/health`)).status).toBe(200);
  kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(stdout().trim().split('\n')).toHaveLength(1);
  for (const line of stderr().trim().split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
}, 30_000);

it('serve --until-stdin-ends ends when its standard input ends', async () => {
  const args = ['serve', '--port', '0', '--log', 'silent', '--json', '--until-stdin-ends'];
  const { output, input, ended } = startTaxiway(args, {}, { withInput: true });
  await once(output, 'data');
  input?.end();
  expect(await ended).toBe(0);
}, 30_000);
