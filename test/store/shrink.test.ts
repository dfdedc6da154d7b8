import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { temporaryFile } from '../support/temporary-file.ts';

it('a store file gives its space back after a profile with many exchanges was reset', async () => {
  const store = temporaryFile();
  const sandbox = await createSandbox({ store, seed: 'shrink', log: 'silent' });
  const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
  const baseUrl = await sandbox.listen();
  const post = (path: string, body: object) =>
    sendRaw(baseUrl, { method: 'POST', path, headers, body: JSON.stringify(body) });
  const megabytes = () => statSync(store).size / 1e6;

  for (let i = 0; i < 220; i++) await post('/v1/flights/search', FLIGHT_SEARCH);
  await sendRaw(baseUrl, { path: `/_sandbox/profiles/${demoKeys.profileCode}/journal?limit=1`, headers });
  await post(`/_sandbox/profiles/${demoKeys.profileCode}/reset`, {});
  const full = megabytes();

  expect(full).toBeGreaterThan(4);
  await expect.poll(megabytes, { timeout: 10_000 }).toBeLessThan(3.2);
  await sandbox.close();
});
