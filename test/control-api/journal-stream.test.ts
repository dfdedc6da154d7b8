import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';
import type { EventStream, JournalClient } from './journal-client.ts';
import { journalClient } from './journal-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;
let journal: JournalClient;

beforeEach(async () => {
  keys = await makeProfile(sandbox.baseUrl);
  journal = journalClient(sandbox.baseUrl, keys);
});

const ask = (baseUrl = sandbox.baseUrl, owner = keys) =>
  sendRaw(baseUrl, { path: '/reservations/details?searchId=1', headers: headersOf(owner) });
const sequences = (stream: Pick<EventStream, 'events'>) => stream.events.map(({ data }) => data.sequence);

describe('the stream of a journal', () => {
  it('may be open twenty times per profile; a further one is refused to that profile only', async () => {
    const path = (of: KeyPair) => `${sandbox.baseUrl}/_sandbox/profiles/${of.profileCode}/journal/stream`;
    const open = (of = keys) => fetch(path(of), { headers: headersOf(of) });
    const responses = await Promise.all(Array.from({ length: 30 }, () => open()));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(10).fill(409)]);
    expect(await responses.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'too_many_streams' });
    const other = await open(await makeProfile(sandbox.baseUrl));
    expect(other.status).toBe(200);
    await Promise.all([other, ...responses].map(async ({ body, bodyUsed }) => bodyUsed || body?.cancel()));
    await expect
      .poll(async () => {
        const again = await open();
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });

  it('sends each new exchange as the list shows it', async () => {
    await ask();
    const stream = await journal.stream();
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(stream.headers.get('x-request-id')).toMatch(/^req_/);
    await ask();
    await ask();
    await stream.until(2);
    expect(stream.events).toEqual(
      (await journal.exchanges({ after: 1 })).map((data) => ({ id: String(data.sequence), event: 'exchange', data })),
    );
    stream.close();
  });

  it('begins with the exchanges after Last-Event-ID, and continues with new ones', async () => {
    for (let i = 0; i < 120; i++) await ask();
    const stream = await journal.stream({ lastEventId: 7 });
    await ask();
    await stream.until(114);
    expect(sequences(stream)).toEqual(Array.from({ length: 114 }, (_, i) => i + 8));
    stream.close();
  });

  it('sends all exchanges after=0, and none of another profile', async () => {
    const other = await makeProfile(sandbox.baseUrl);
    await ask();
    const stream = await journal.stream({ after: 0 });
    await Promise.all(Array.from({ length: 20 }, () => Promise.all([ask(), ask(sandbox.baseUrl, other)])));
    await stream.until(21);
    await wait(100);
    expect(sequences(stream)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    stream.close();
  });

  it('neither loses nor repeats an exchange under load, for several clients', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => journal.stream({ after: 0 })));
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let i = 0; i < 30; i++) await ask();
      }),
    );
    for (const stream of streams) {
      await stream.until(300);
      expect(sequences(stream)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
      stream.close();
    }
  });

  it('reports that the journal was emptied, and counts from 1 again', async () => {
    await ask();
    const stream = await journal.stream();
    await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/reset`, { headers: headersOf(keys) });
    await stream.until(2);
    await ask();
    await stream.until(3);
    expect(stream.events).toMatchObject([
      { event: 'restarted', id: '0' },
      { event: 'changed', data: { operationId: 'resetProfile' } },
      { event: 'exchange', id: '1' },
    ]);
    stream.close();
  });

  it('names each operation that changes the profile, and none that reads it or is refused', async () => {
    const stream = await journal.stream();
    const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
      control(sandbox.baseUrl, method, `/profiles/${keys.profileCode}${path}`, {
        headers: headersOf(keys),
        ...(body && { body }),
      });
    await call('GET', '/clock');
    await call('PUT', '/scenario', { scenario: 'no-such' });
    await call('PUT', '/scenario', { scenario: 'pending' });
    await stream.until(1);
    await call('POST', '/clock/advance', { by: 'PT1H' });
    await stream.until(2);
    await call('DELETE', '/verdicts');
    await stream.until(3);
    expect(stream.events.map(({ id, event, data }) => [id, event, data])).toEqual(
      ['armScenario', 'advanceClock', 'clearVerdicts'].map((operationId) => [undefined, 'changed', { operationId }]),
    );
    stream.close();
  });

  it('reports nothing about other profiles, except that the list of profiles has changed', async () => {
    const stream = await journal.stream();
    const other = await makeProfile(sandbox.baseUrl);
    await stream.until(1);
    const path = `/profiles/${other.profileCode}`;
    await control(sandbox.baseUrl, 'PUT', `${path}/scenario`, { body: { scenario: 'pending' } });
    await control(sandbox.baseUrl, 'DELETE', path);
    await stream.until(2);
    expect(stream.events.map(({ data }) => data)).toEqual([
      { operationId: 'createProfile' },
      { operationId: 'removeProfile' },
    ]);
    stream.close();
  });

  it('begins with the first exchange if Last-Event-ID is beyond the latest', async () => {
    await ask();
    const stream = await journal.stream({ lastEventId: 99 });
    await stream.until(1);
    expect(sequences(stream)).toEqual([1]);
    stream.close();
  });

  it('ends when the profile is removed', async () => {
    const stream = await journal.stream();
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${keys.profileCode}`, { headers: headersOf(keys) });
    await stream.ended;
  });

  it('ends when a credential is revoked, and can be reopened only with a valid credential', async () => {
    const stream = await journal.stream();
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${keys.profileCode}/credentials/${keys.publicKey}`, {
      headers: headersOf(keys),
    });
    await stream.ended;
    expect((await journal.stream()).status).toBe(403);
  });

  it.each([
    ['Last-Event-ID', { 'Last-Event-ID': '-1' }, ''],
    ['Last-Event-ID', { 'Last-Event-ID': '1; drop' }, ''],
    ['after', {}, '?after=x'],
  ])('is refused with a wrong %s', async (_name, headers, query) => {
    expectRefused(
      await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal/stream${query}`, {
        headers: { ...headersOf(keys), ...headers },
      }),
      [400, 'invalid_request'],
    );
  });

  it('is closed to other profiles', async () => {
    const other = await makeProfile(sandbox.baseUrl);
    expectRefused(
      await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal/stream`, {
        headers: headersOf(other),
      }),
      [403, 'foreign_profile'],
    );
  });
});

it('an idle stream sends a sign of life every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stream = await journal.stream();
    vi.advanceTimersByTime(31_000);
    await expect.poll(() => stream.text().split(': still there\n\n').length - 1).toBe(2);
    stream.close();
  } finally {
    vi.useRealTimers();
  }
});

describe('closing the sandbox', () => {
  it('ends its streams at once', async () => {
    const short = await createSandbox({ clock: new VirtualClock(NOW), log: 'silent' });
    const baseUrl = await short.listen();
    const stream = await journalClient(baseUrl, short.demoKeys).stream();
    const start = performance.now();
    await short.close();
    await stream.ended;
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
