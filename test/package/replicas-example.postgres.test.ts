import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, inject, it } from 'vitest';
import { makeProfile } from '../control-api/control-client.ts';
import { stateClient } from '../control-api/state-client.ts';

it('examples/replicas books on either replica, each reads it, and a rolling restart loses no call', async () => {
  const DATABASE_URL = inject('postgres');
  const example = spawn(process.execPath, ['examples/replicas/start.ts', '0'], {
    env: { ...process.env, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(example.stdout);
  const nextLine = async () =>
    JSON.parse(((await once(lines, 'line')) as [string])[0]) as { baseUrl: string; replicas: string[] };
  const { baseUrl, replicas } = await nextLine();
  const keys = await makeProfile(baseUrl);
  const client = stateClient(baseUrl, keys);
  for (let i = 0; i < 3; i++) {
    const { searchId, ...priced } = await client.price();
    const { reservations } = await client.book({ searchId, ...priced });
    for (const address of replicas)
      expect((await stateClient(address, keys).read(`searchId=${searchId}`)).body.reservations).toEqual(reservations);
  }
  expect(new Set(replicas).size).toBe(2);
  example.kill('SIGHUP');
  let isRestarting = true;
  const restarted = nextLine().finally(() => (isRestarting = false));
  const travellers = Array.from({ length: 4 }, async () => {
    let bookings = 0;
    for (; isRestarting; bookings++) expect((await client.book(await client.price())).status).toBe('completed');
    return bookings;
  });
  expect(Math.min(...(await Promise.all(travellers)))).toBeGreaterThan(0);
  const { replicas: others } = await restarted;
  expect(new Set([...replicas, ...others]).size).toBe(4);
  example.kill('SIGTERM');
  expect(await once(example, 'exit')).toEqual([0, null]);
  for (const address of [baseUrl, ...replicas, ...others]) await expect(fetch(address)).rejects.toThrow();
});
