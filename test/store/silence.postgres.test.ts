import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import type { Proxy, Session } from '../support/postgres/proxy.ts';
import { startProxy } from '../support/postgres/proxy.ts';

/** A sandbox repairs a silent connection within this time, as the page about the behaviour states it. */
const STATED_MS = 20_000;

// Two sandboxes on one schema. The network of the first one can silence each of its connections alone.
let network: Proxy;
let sandbox: Sandbox;
let other: Sandbox;
let baseUrl: string;
let otherUrl: string;
/** In the order of their first statements. */
const sessions = new Set<Session>();
const silent = new Set<Session>();
let lockSession: Session;

beforeAll(async () => {
  const store = newSchema();
  network = await startProxy(store);
  network.toServer = (chunk, session) => {
    sessions.add(session);
    if (chunk.includes('listen taxiway')) lockSession = session;
    return silent.has(session) ? null : chunk;
  };
  network.toClient = (chunk, session) => (silent.has(session) ? null : chunk);
  sandbox = await createSandbox({ log: 'silent', store: network.url, storeConnections: 4 });
  other = await createSandbox({ log: 'silent', store });
  [baseUrl, otherUrl] = await Promise.all([sandbox.listen(), other.listen()]);
});
afterAll(async () => {
  await Promise.all([sandbox.close(), other.close()]);
  network.end();
});
afterEach(() => silent.clear());

describe('while only the connection that holds the locks is silent', () => {
  it('the sandbox is not ready, and repairs itself within the documented time', async () => {
    silent.add(lockSession);
    expect((await fetch(`${baseUrl}/_sandbox/ready`)).status).toBe(503);
    await expectReady();
    expect(silent.has(lockSession)).toBe(false);
  });

  it('the other processes read complete verdicts again', async () => {
    const { profileCode } = await other.addProfile();
    expect(await unjudgedOf(profileCode)).toBe(null);
    silent.add(lockSession);
    expect(await unjudgedOf(profileCode)).not.toBe(null);
    await expect.poll(() => unjudgedOf(profileCode), { timeout: STATED_MS }).toBe(null);
  });

  it('a stream with a key that another process has revoked ends', async () => {
    const keys = await other.addProfile();
    const stream = await fetch(`${baseUrl}/_sandbox/profiles/${keys.profileCode}/journal/stream`, {
      headers: sandbox.headers(keys),
    });
    expect(stream.status).toBe(200);
    silent.add(lockSession);
    const credentials = `${otherUrl}/_sandbox/profiles/${keys.profileCode}/credentials`;
    const added = await fetch(credentials, { method: 'POST', headers: other.headers(keys) });
    expect(added.status).toBe(201);
    const removed = await fetch(`${credentials}/${keys.publicKey}`, { method: 'DELETE', headers: other.headers(keys) });
    expect(removed.ok).toBe(true);
    const ended = stream.text().then(
      () => true,
      () => true,
    );
    await expect.poll(() => Promise.race([ended, Promise.resolve(false)]), { timeout: STATED_MS }).toBe(true);
  });
});

it('a sandbox with any one silent connection serves all calls again within the documented time', async () => {
  await Promise.all(Array.from({ length: 4 }, read));
  for (const session of [...sessions]) {
    silent.add(session);
    // As many as connections: one of the calls may get the silent one.
    const during = await Promise.all(Array.from({ length: 4 }, read));
    expect(during.filter((isServed) => !isServed).length).toBeLessThanOrEqual(1);
    await expectReady();
    expect(await Promise.all(Array.from({ length: 4 }, read))).not.toContain(false);
  }
});

/** True if the store was read. */
async function read(): Promise<boolean> {
  return (await fetch(`${baseUrl}/reservations/details?searchId=none`, { headers: sandbox.headers() })).status < 500;
}

async function expectReady(): Promise<void> {
  const isReady = async () => (await fetch(`${baseUrl}/_sandbox/ready`)).status;
  await expect.poll(isReady, { timeout: STATED_MS }).toBe(200);
}

async function unjudgedOf(profileCode: string): Promise<string | null> {
  return (await other.verdicts(profileCode)).unjudged;
}
