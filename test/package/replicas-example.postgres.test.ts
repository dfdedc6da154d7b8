import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, inject, it } from 'vitest';
import { makeProfile } from '../control-api/control-client.ts';
import { stateClient } from '../control-api/state-client.ts';

it('examples/replicas books on either replica, and each reads it', async () => {
  const DATABASE_URL = inject('postgres');
  const example = spawn(process.execPath, ['examples/replicas/start.ts', '0'], {
    env: { ...process.env, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(example.stdout), 'line')) as [string];
  const { baseUrl, replicas } = JSON.parse(line) as { baseUrl: string; replicas: string[] };
  const keys = await makeProfile(baseUrl);
  const client = stateClient(baseUrl, keys);
  for (let i = 0; i < 3; i++) {
    const { searchId, ...priced } = await client.price();
    const { reservations } = await client.book({ searchId, ...priced });
    for (const address of replicas)
      expect((await stateClient(address, keys).read(`searchId=${searchId}`)).body.reservations).toEqual(reservations);
  }
  expect(new Set(replicas).size).toBe(2);
  example.kill('SIGTERM');
  expect(await once(example, 'exit')).toEqual([0, null]);
  for (const address of [baseUrl, ...replicas]) await expect(fetch(address)).rejects.toThrow();
});
