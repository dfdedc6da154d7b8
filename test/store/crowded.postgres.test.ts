import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { createSandbox } from '../../src/index.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { callable, NOW } from '../support/sandbox.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';

const admin = new pg.Client(inject('postgres'));
const roles: string[] = [];
beforeAll(() => admin.connect());
afterAll(async () => {
  for (const role of roles) await admin.query(`drop owned by ${role} cascade; drop role ${role}`);
  await admin.end();
});

it('two sandboxes with a few connections let calls wait, and refuse none', async () => {
  const store = await limitedTo(6);
  // Each would take ten.
  const clock = new VirtualClock(NOW);
  const sandboxes = [
    await createSandbox({ clock, log: 'silent', store }),
    await createSandbox({ clock, log: 'silent', store }),
  ];
  const bookings = sandboxes.map(async (sandbox) => {
    const baseUrl = await sandbox.listen();
    const calls = callable(() => ({ sandbox, clock, baseUrl }));
    const client = transferClient(calls);
    const book = async () => (await calls.post('/book', bookRequest(await client.priced()))).status;
    return Promise.all(Array.from({ length: CALLS }, book));
  });
  expect((await Promise.all(bookings)).flat()).toEqual(Array.from({ length: 2 * CALLS }, () => 200));
  for (const sandbox of sandboxes) await sandbox.close();
});

const CALLS = 20;

/** Returns the address of a new schema for a role with a connection limit. */
async function limitedTo(connections: number): Promise<string> {
  const store = newSchema();
  const role = store.slice(store.indexOf('schema=') + 'schema='.length);
  roles.push(role);
  await admin.query(`create role ${role} login connection limit ${connections}`);
  await admin.query(`create schema ${role} authorization ${role}`);
  return store.replace(/\/\/[^@]*@/, `//${role}@`);
}
