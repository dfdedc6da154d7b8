import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { bookTransfer } from '../fixture/client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, expectRefused, headersOf } from './control-client.ts';
import { journalClient } from './journal-client.ts';
import { NO_RESEND, verdictOn, verdictsOn } from './verdicts-client.ts';

const sandbox = useSandbox();
const PICKUP = '2027-03-15T11:30:00';
let keys: KeyPair;

beforeEach(async () => {
  keys = await sandbox.sandbox.addProfile();
});

/** The body of a booking that is ready to be sent: its pricing is done, and it was not sent yet. */
async function readyToBook(baseUrl = sandbox.baseUrl, of = keys): Promise<string> {
  let body = '';
  await bookTransfer({ baseUrl, headers: headersOf(of) }, PICKUP, async (address, init) => {
    if (!address.endsWith('/book')) return fetch(address, init);
    body = init.body;
    return new Response('{}');
  });
  return body;
}

const book = (body: string, scenario: string, signal?: AbortSignal, baseUrl = sandbox.baseUrl, of = keys) =>
  fetch(`${baseUrl}/book?scenario=${scenario}`, {
    method: 'POST',
    headers: { ...headersOf(of), 'Content-Type': 'application/json' },
    body,
    ...(signal && { signal }),
  });

describe('exchanges that overlap', () => {
  it('are judged once each', async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, () => readyToBook()));
    await Promise.all(bodies.map((body) => book(body, 'pending')));
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys, '?ended=true');
    expect(verdicts.exchanges).toBe(60);
    expect(verdicts.rules.find(({ id }) => id === NO_RESEND)).toMatchObject({ verdict: 'kept', kept: 20 });
  });

  it('do not count the first response as known if the client had not received it', async () => {
    const body = await readyToBook();
    const slow = book(body, 'slow(delay=PT0.4S),pending');
    const journal = journalClient(sandbox.baseUrl, keys);
    const first = await book(body, 'pending');
    expect(await first.json()).toMatchObject({ status: 'pending' });
    await slow;
    expect(await verdictOn(sandbox.baseUrl, keys)).toMatchObject({ broken: 0 });
    expect((await journal.exchanges()).map(({ overlapped }) => overlapped).sort()).toEqual([0, 0, 0, 1]);
    await book(body, 'none');
    expect((await verdictOn(sandbox.baseUrl, keys)).verdict).toBe('broken');
  });

  it('exchanges that overlap with a reset are judged before or after it', async () => {
    const body = await readyToBook();
    const slow = book(body, 'slow(delay=PT0.3S),pending');
    await expect.poll(async () => (await verdictsOn(sandbox.baseUrl, keys)).verdicts.exchanges).toBe(2);
    await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/reset`, { headers: headersOf(keys) });
    await slow;
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys);
    const journal = await journalClient(sandbox.baseUrl, keys).exchanges();
    expect(journal.map(({ overlapped }) => overlapped)).toEqual(journal.map(() => 0));
    expect(verdicts.exchanges).toBe(journal.length);
  });
});

describe('a client that leaves', () => {
  it('ends its exchange when it leaves, not when the work ends', async () => {
    const body = await readyToBook();
    const leaving = new AbortController();
    const left = book(body, 'slow(delay=PT2S)', leaving.signal).catch((error: Error) => error.name);
    setTimeout(() => leaving.abort(), 100);
    expect(await left).toBe('AbortError');
    const journal = journalClient(sandbox.baseUrl, keys);
    await expect.poll(async () => (await journal.exchanges()).length, { timeout: 1700 }).toBe(3);
    expect(await journal.newest()).toMatchObject({ ending: 'client-gone', status: null, overlapped: 0 });
    expect((await verdictsOn(sandbox.baseUrl, keys)).verdicts.exchanges).toBe(3);
    // Work after its end is no second exchange.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const query = { searchId: JSON.parse(body).searchId as string };
    expect((await sandbox.get('/reservations/details', { keys, query })).body.status).toBe('completed');
    expect((await verdictsOn(sandbox.baseUrl, keys)).verdicts.exchanges).toBe(4);
  });

  it('is judged by its request, regardless of changes by its scenario', async () => {
    const body = await readyToBook();
    await book(body, 'unauthorized');
    const gone = book(body, 'slow(delay=PT2S)', AbortSignal.timeout(100)).catch((error: Error) => error.name);
    expect(await gone).toBe('TimeoutError');
    await book(body, 'none');
    await book(body, 'no-such');
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys);
    const find = (rule: string) => verdicts.rules.find(({ id }) => id === rule);
    expect(find('transfer.pricing.mandatory')).toMatchObject({ kept: 4, undecided: 0 });
    expect(find('transfer.502.read-before-rebooking')).toMatchObject({ verdict: 'warn' });
  });

  it('a client that leaves during its request body has sent an unknown body', async () => {
    const { port } = new URL(sandbox.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const headers = Object.entries({ ...headersOf(keys), Host: 'localhost', 'Content-Type': 'application/json' });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /book HTTP/1.1\r\n${lines}Content-Length: 1000\r\n\r\n{"searchId":`);
    setTimeout(() => socket.destroy(), 50);
    await expect.poll(async () => (await verdictsOn(sandbox.baseUrl, keys)).verdicts.exchanges).toBe(1);
    expect((await verdictsOn(sandbox.baseUrl, keys)).verdicts.summary.broken).toBe(0);
  });
});

describe('the stream of verdicts', () => {
  it('sends each finding as it is made, and counts', async () => {
    const body = await readyToBook();
    await book(body, 'pending');
    const stream = await journalClient(sandbox.baseUrl, keys).stream({ of: 'verdicts' });
    await stream.until(1);
    expect(stream.events[0]).toMatchObject({ event: 'counts', data: { exchanges: 3, broken: 0 } });
    await book(body, 'none');
    await stream.until(3);
    expect(stream.events.slice(1)).toMatchObject([
      { event: 'finding', data: { level: 'broken', rules: [NO_RESEND], exchanges: [{}, {}] } },
      { event: 'counts', data: { exchanges: 4, broken: 1 } },
    ]);
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${keys.profileCode}/verdicts`, { headers: headersOf(keys) });
    await stream.until(5);
    expect(stream.events.slice(3)).toMatchObject([
      { event: 'restarted' },
      { event: 'counts', data: { exchanges: 0, broken: 0 } },
    ]);
    stream.close();
  });

  it('ends when its profile is removed, with all earlier findings', async () => {
    const body = await readyToBook();
    await book(body, 'pending');
    const stream = await journalClient(sandbox.baseUrl, keys).stream({ of: 'verdicts' });
    await book(body, 'none');
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${keys.profileCode}`, { headers: headersOf(keys) });
    await stream.ended;
    expect(stream.events).toContainEqual(
      expect.objectContaining({ event: 'finding', data: expect.objectContaining({ rules: [NO_RESEND] }) }),
    );
  });
});

describe('the setting judge', () => {
  it('switches the verdicts off, and the response states this', async () => {
    const off = await createSandbox({ judge: false, log: 'silent' });
    const baseUrl = await off.listen();
    const own = await off.addProfile();
    await book(await readyToBook(baseUrl, own), 'pending', undefined, baseUrl, own);
    for (const [method, path] of [
      ['GET', `/profiles/${own.profileCode}/verdicts`],
      ['DELETE', `/profiles/${own.profileCode}/verdicts`],
      ['GET', `/profiles/${own.profileCode}/verdicts/stream`],
      ['GET', '/profiles/nobody/verdicts'],
    ] as const) {
      const headers = path.includes('nobody') ? {} : headersOf(own);
      expectRefused(await control(baseUrl, method, path, { headers }), [409, 'judging_is_off']);
    }
    const exchanges = await journalClient(baseUrl, own).exchanges();
    expect(exchanges.map(({ verdicts }) => verdicts)).toEqual([[], [], []]);
    await off.close();
  });
});

describe('a profile older than the process', () => {
  it('has all its verdicts, and no gap', async () => {
    const store = temporaryFile();
    const before = await createSandbox({ store, seed: 'gap', log: 'silent' });
    const own = await before.addProfile();
    await before.close();
    const after = await createSandbox({ store, seed: 'gap', log: 'silent' });
    const baseUrl = await after.listen();
    await readyToBook(baseUrl, own);
    const later = await after.addProfile();
    await readyToBook(baseUrl, later);
    expect((await verdictsOn(baseUrl, own)).gap).toBeNull();
    expect((await verdictsOn(baseUrl, later)).gap).toBeNull();
    await after.close();
  });
});
