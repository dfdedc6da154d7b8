import { once } from 'node:events';
import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Bounds } from '../../src/journal/bounds.ts';
import { BOUNDS } from '../../src/journal/bounds.ts';
import { Journal } from '../../src/journal/journal.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';
import type { JournalClient } from './journal-client.ts';
import { journalClient } from './journal-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;
let journal: JournalClient;

beforeEach(async () => {
  keys = await makeProfile(sandbox.baseUrl);
  journal = journalClient(sandbox.baseUrl, keys);
});

const search = (query: Record<string, string> = {}) =>
  sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys, query });
const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  sendRaw(sandbox.baseUrl, {
    method: 'POST',
    path,
    body,
    headers: { ...headersOf(keys), 'Content-Type': 'application/json', ...headers },
  });

describe('an exchange', () => {
  it('is recorded with its request and its response', async () => {
    const sent = JSON.stringify(FLIGHT_SEARCH, null, 2);
    const reply = await send('/v1/flights/search', sent, {
      'X-Trace': 'a, "b"',
      'Content-Type': 'application/json; charset=UTF-8',
    });
    expect(await journal.exchanges()).toEqual([
      {
        exchangeId: reply.headers['x-request-id'],
        sequence: 1,
        at: NOW,
        realTime: expect.stringMatching(/^2\d{3}-.*Z$/),
        durationMs: expect.any(Number),
        overlapped: 0,
        origin: 'client',
        authenticated: true,
        nearest: null,
        operation: 'flight-search',
        operationId: 'searchFlights',
        method: 'POST',
        path: '/v1/flights/search',
        status: 200,
        ending: 'answered',
        outcome: { kind: 'ok', text: '200' },
        scenario: null,
        verdicts: [],
        requestBytes: sent.length,
        responseBytes: Buffer.byteLength(reply.text),
      },
    ]);
    const { request, response } = await journal.newest();
    expect(request).toMatchObject({ body: sent, encoding: 'utf-8', bodyBytes: sent.length, cut: false });
    expect(request.headers).toEqual(
      expect.arrayContaining([
        { name: 'X-Trace', value: 'a, "b"' },
        { name: 'Content-Type', value: 'application/json; charset=UTF-8' },
      ]),
    );
    expect(response).toMatchObject({
      body: reply.text,
      encoding: 'utf-8',
      bodyBytes: Buffer.byteLength(reply.text),
      cut: false,
    });
    for (const { name, value } of response.headers)
      expect([name, reply.headers[name.toLowerCase()]]).toEqual([name, value]);
    expect(response.headers.map(({ name }: { name: string }) => name)).toEqual([
      'Content-Type',
      'Content-Length',
      'Cache-Control',
      'Date',
      'X-Request-Id',
    ]);
  });

  it('the exchange of a GET has its query and no body', async () => {
    await sandbox.get('/reservations/details', { keys, query: { searchId: 'a b' } });
    expect(await journal.newest()).toMatchObject({
      operationId: 'getReservation',
      method: 'GET',
      path: '/reservations/details?searchId=a%20b',
      status: 400,
      request: { body: null, bodyBytes: 0 },
    });
  });

  it.each([
    ['that is not JSON', '{"slices": [', 400],
    ['that breaks the interface', '{"slices": "none", "__proto__": {"admin": true}}', 400],
    ['that is JSON, but no object', 'null', 400],
  ])('an exchange refused for a body %s keeps the body', async (_what, body, status) => {
    expect((await send('/v1/flights/search', body)).status).toBe(status);
    expect(await journal.newest()).toMatchObject({ status, ending: 'answered', request: { body, cut: false } });
    expect((await journal.newest()).response.body).toContain('"statusCode":400');
  });

  it('an exchange with a binary body is recorded byte for byte', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x22]);
    expect((await send('/v1/flights/search', bytes)).status).toBe(400);
    expect((await journal.newest()).request).toMatchObject({
      body: bytes.toString('base64'),
      encoding: 'base64',
      bodyBytes: 4,
    });
  });

  it('an exchange with binary data not declared as JSON has no body', async () => {
    expect(
      (await send('/v1/flights/search', Buffer.from([0xff, 1]), { 'Content-Type': 'application/zip' })).body.code,
    ).toBe('unsupported_content_type');
    expect((await journal.newest()).request).toMatchObject({ body: null, bodyBytes: 0 });
  });

  it.each(['text/plain', 'text/xml', 'application/x-www-form-urlencoded'])(
    'an exchange with text as %s in place of JSON keeps the text',
    async (type) => {
      expect((await send('/v1/flights/search', 'a=1', { 'Content-Type': type })).body.code).toBe(
        'unsupported_content_type',
      );
      expect((await journal.newest()).request).toMatchObject({ body: 'a=1', encoding: 'utf-8', bodyBytes: 3 });
    },
  );

  it('an exchange with ten megabytes is recorded as refused, without the body', async () => {
    const response = await send('/v1/flights/search', Buffer.alloc(10_000_000, '[')).catch((error: Error) => error);
    expect(response).toMatchObject({ status: 400 });
    const { status, request } = await journal.newest();
    expect([status, request.body]).toEqual([400, null]);
    expect(request.headers).toContainEqual({ name: 'Content-Length', value: '10000000' });
  });

  it('an exchange with a long body keeps whole characters of its beginning, and is marked as cut', async () => {
    const body = `"${'😀'.repeat(50_000)}"`;
    expect((await send('/v1/flights/search', body)).status).toBe(400);
    const { request } = await journal.newest();
    expect(request).toMatchObject({ encoding: 'utf-8', bodyBytes: 200_002, cut: true });
    expect(request.body).toBe(`"${'😀'.repeat(49_999)}`);
  });

  it('a call without valid credentials is a marked exchange', async () => {
    const calls = [
      sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys: { ...keys, secretKey: 'sk_sandbox_wrong' } }),
      sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys, headers: { Authorization: null } }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 401]);
    const exchanges = await journal.exchanges();
    expect(exchanges.map(({ authenticated }) => authenticated)).toEqual([false, false]);
    expect(exchanges.map(({ status }) => status).sort()).toEqual([401, 403]);
  });

  it('a call to the control API is in no journal', async () => {
    await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/credentials`, { headers: headersOf(keys) });
    await journal.list();
    expect(await journal.exchanges()).toEqual([]);
  });

  it("has the time of its profile's clock", async () => {
    await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/clock`, {
      headers: headersOf(keys),
      body: { mode: 'frozen', now: '2027-06-01T00:00:00.000Z' },
    });
    await search();
    expect((await journal.newest()).at).toBe('2027-06-01T00:00:00.000Z');
  });
});

describe('an exchange under a scenario', () => {
  const book = async (scenario: string) => {
    const client = transferClient(sandbox, { keys });
    const priced = await client.priced();
    return sandbox.post('/book', bookRequest(priced), { keys, scenario }).then(
      ({ status }) => status,
      (error: Error) => error,
    );
  };

  it.each([
    ['timeout', 'silent'],
    ['timeout-after-commit', 'silent'],
    ['dropped', 'reset'],
    ['dropped-after-commit', 'reset'],
  ])('%s is recorded as %s, without a response', async (scenario, ending) => {
    const abandoned = book(scenario);
    await expect.poll(async () => (await journal.newest()).ending, { timeout: 5000 }).toBe(ending);
    expect(await journal.newest()).toMatchObject({
      operationId: 'bookTransfer',
      status: null,
      ending,
      response: null,
      scenario: { name: scenario, from: 'query' },
    });
    expect((await journal.newest()).request.body).toContain('"pricingToken"');
    if (ending === 'reset') expect(await abandoned).toBeInstanceOf(Error);
  });

  it('truncated-body is recorded with the half that was sent', async () => {
    await sandbox
      .post('/v1/flights/search', FLIGHT_SEARCH, { keys, scenario: 'truncated-body' })
      .catch(() => undefined);
    const { status, ending, response } = await journal.newest();
    const announced = Number(response.headers.find(({ name }: { name: string }) => name === 'Content-Length')?.value);
    expect([status, ending, response.bodyBytes]).toEqual([200, 'truncated', announced >> 1]);
    expect(response.body.startsWith('{"offers":[')).toBe(true);
    expect(Buffer.byteLength(response.body)).toBe(announced >> 1);
  });

  it('malformed-body is recorded as it was sent', async () => {
    const { text } = await send('/v1/flights/search?scenario=malformed-body', JSON.stringify(FLIGHT_SEARCH));
    expect((await journal.newest()).response.body).toBe(text);
    expect(() => JSON.parse(text)).toThrow();
  });

  it('keeps the name of its scenario, even if the response shows a shared name', async () => {
    const response = await book('502-after-commit').then(() => journal.newest());
    expect(response).toMatchObject({ status: 502, scenario: { name: '502-after-commit', from: 'query' } });
    expect(response.response.headers).toContainEqual({ name: 'X-Sandbox-Scenario', value: '502' });
  });

  it('an exchange under an armed scenario names the trigger', async () => {
    await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/scenario`, {
      headers: headersOf(keys),
      body: { scenario: 'no-offers' },
    });
    await search();
    await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys, headers: { 'X-Sandbox-Scenario': 'none' } });
    expect((await journal.exchanges()).map(({ scenario }) => scenario)).toEqual([
      { name: 'no-offers', from: 'profile' },
      { name: 'none', from: 'header' },
    ]);
  });

  it('an exchange of a client that leaves before the response is recorded as such', async () => {
    const leaving = new AbortController();
    const left = fetch(`${sandbox.baseUrl}/v1/flights/search?scenario=slow(delay=PT0.3S)`, {
      method: 'POST',
      headers: { ...headersOf(keys), 'Content-Type': 'application/json' },
      body: JSON.stringify(FLIGHT_SEARCH),
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    setTimeout(() => leaving.abort(), 100);
    expect(await left).toBe('AbortError');
    await expect.poll(async () => (await journal.exchanges()).length, { timeout: 5000 }).toBe(1);
    expect(await journal.newest()).toMatchObject({ status: null, ending: 'client-gone', response: null });
  });
});

describe('a list', () => {
  it('has exchanges in the order in which they began, regardless of their ends', async () => {
    const headers = { ...headersOf(keys), 'Content-Type': 'application/json', Expect: '100-continue' };
    const first = request(`${sandbox.baseUrl}/v1/flights/search`, { method: 'POST', headers });
    first.flushHeaders();
    await once(first, 'continue');
    sandbox.clock.advance(1);
    await sandbox.get('/reservations/details', { keys, query: { searchId: '1' } });
    first.end(JSON.stringify(FLIGHT_SEARCH));
    const [response] = await once(first, 'response');
    await once(response.resume(), 'end');
    const operations = async (query: Record<string, string | number>) =>
      (await journal.list(query)).exchanges.map(({ operationId }) => operationId);
    expect(await operations({ order: 'oldest' })).toEqual(['searchFlights', 'getReservation']);
    expect(await operations({ order: 'newest' })).toEqual(['getReservation', 'searchFlights']);
    for (const [order, second] of Object.entries({ oldest: 'getReservation', newest: 'searchFlights' })) {
      const { next } = await journal.list({ order, limit: 1 });
      expect(await operations({ order, limit: 1, after: Number(next) })).toEqual([second]);
    }
  });

  it('is newest first on request, has pages, and accepts filters', async () => {
    const client = transferClient(sandbox, { keys });
    const priced = await client.priced();
    const { searchId } = priced.search;
    await sandbox.post('/book', bookRequest(priced), { keys, scenario: '502-after-commit' });
    const {
      reservations: [reservation],
    } = await client.read({ searchId });
    await search();
    const operations = async (query: Record<string, string | number>) =>
      (await journal.list(query)).exchanges.map(({ operationId }: { operationId: string | null }) => operationId);
    expect(await operations({})).toEqual([
      'searchFlights',
      'getReservation',
      'bookTransfer',
      'priceTransfer',
      'searchTransfers',
    ]);
    const first = await journal.list({ limit: 3 });
    expect(first.next).toBe(3);
    expect(await operations({ limit: 3, after: Number(first.next) })).toEqual(['priceTransfer', 'searchTransfers']);
    expect((await journal.list({ limit: 5 })).next).toBeNull();
    expect(await operations({ order: 'oldest', limit: 1 })).toEqual(['searchTransfers']);
    expect(await operations({ operation: 'bookTransfer' })).toEqual(['bookTransfer']);
    expect(await operations({ status: 502 })).toEqual(['bookTransfer']);
    expect(await operations({ scenario: '502-after-commit' })).toEqual(['bookTransfer']);
    expect(await operations({ scenario: '502' })).toEqual([]);
    expect(await operations({ contains: searchId })).toEqual([
      'getReservation',
      'bookTransfer',
      'priceTransfer',
      'searchTransfers',
    ]);
    expect(await operations({ contains: reservation.reservationId, status: 200 })).toEqual(['getReservation']);
    expect(await operations({ from: NOW })).toHaveLength(5);
    expect(await operations({ to: NOW })).toEqual([]);
    expect(await operations({ ending: 'silent' })).toEqual([]);
  });

  it.each([
    ['operation=bookTrain', 'query/operation'],
    ['operation=__proto__', 'query/operation'],
    ['scenario=constructor', 'query/scenario'],
    ['status=99', 'query/status'],
    ['status=200&status=201', 'query/status'],
    ['ending=well', 'query/ending'],
    ['from=yesterday', 'query/from'],
    ['from=2027-01-10T23:59:60Z', 'query/from'],
    ['limit=0', 'query/limit'],
    ['limit=201', 'query/limit'],
    ['after=-1', 'query/after'],
    ['order=random', 'query/order'],
    ['contains=', 'query/contains'],
    ['secret=1', 'query/secret'],
  ])('refuses %s', async (query, path) => {
    const refused = await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal?${query}`, {
      headers: headersOf(keys),
    });
    expectRefused(refused, [400, 'invalid_request']);
    expect(refused.body.details).toContainEqual(expect.objectContaining({ path }));
  });

  it('never skips or repeats an exchange, even while new ones arrive', async () => {
    const calls = Array.from({ length: 60 }, (_, i) =>
      new Promise((resolve) => setTimeout(resolve, i * 3)).then(() => search()),
    );
    let seen: number[] = [];
    while (seen.length < 60) {
      const { exchanges } = await journal.list({ order: 'oldest', after: seen.at(-1) ?? 0, limit: 7 });
      seen = [...seen, ...exchanges.map(({ sequence }: { sequence: number }) => sequence)];
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    const responded = (await Promise.all(calls)).map(({ headers }) => headers['x-request-id']);
    expect((await journal.exchanges({ limit: 200 })).map(({ exchangeId }) => exchangeId).toSorted()).toEqual(
      responded.toSorted(),
    );
  });
});

describe('the journal of another profile', () => {
  it('is invisible to a client that guesses an id of it', async () => {
    await search();
    const { exchangeId } = await journal.newest();
    const other = await makeProfile(sandbox.baseUrl);
    const theirs = journalClient(sandbox.baseUrl, other);
    expect(await theirs.list()).toMatchObject({ exchanges: [], next: null });
    for (const what of [exchangeId, `${exchangeId}/curl`]) {
      expectRefused(
        await control(sandbox.baseUrl, 'GET', `/profiles/${other.profileCode}/journal/${what}`, {
          headers: headersOf(other),
        }),
        [404, 'exchange_not_found'],
      );
      expectRefused(
        await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal/${what}`, {
          headers: headersOf(other),
        }),
        [403, 'foreign_profile'],
      );
    }
  });

  it('has a separate sequence', async () => {
    const other = await makeProfile(sandbox.baseUrl);
    await Promise.all([search(), sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys: other }), search()]);
    expect((await journal.exchanges()).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect((await journalClient(sandbox.baseUrl, other).exchanges()).map(({ sequence }) => sequence)).toEqual([1]);
  });
});

describe('a reset', () => {
  it('empties the journal, which counts from 1 again', async () => {
    await search();
    await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/reset`, { headers: headersOf(keys) });
    expect(await journal.exchanges()).toEqual([]);
    await search();
    expect((await journal.exchanges()).map(({ sequence }) => sequence)).toEqual([1]);
  });
});

describe('a journal within small bounds', () => {
  const start = (bounds: Partial<Bounds>) =>
    startSandbox(
      { clock: new VirtualClock(NOW), log: 'silent' },
      { makeJournal: (store, fail) => new Journal(store, fail, { ...BOUNDS, ...bounds }) },
    );

  it('drops the oldest, and states their number and time', async () => {
    const small = await start({ profile: { exchanges: 5, bytes: 1e6, unauthenticated: 5 } });
    const baseUrl = await small.listen();
    for (let i = 0; i < 12; i++)
      await sendRaw(baseUrl, { path: `/reservations/details?searchId=${i}`, headers: small.headers() });
    const { exchanges, dropped } = await journalClient(baseUrl, small.demoKeys).list();
    expect(exchanges.map(({ sequence }: { sequence: number }) => sequence)).toEqual([12, 11, 10, 9, 8]);
    expect(dropped).toEqual({ exchanges: 7, bytes: expect.any(Number), before: NOW, unauthenticated: 0 });
    expect(dropped.bytes).toBeGreaterThan(7 * 500);
    await small.close();
  });

  it('buffers no more than its bounds, and continues its sequence', async () => {
    const small = await start({ profile: { exchanges: 1000, bytes: 200_000, unauthenticated: 200 } });
    const baseUrl = await small.listen();
    const client = journalClient(baseUrl, small.demoKeys);
    const search = () =>
      sendRaw(baseUrl, {
        method: 'POST',
        path: '/v1/flights/search',
        headers: { ...small.headers(), 'Content-Type': 'application/json' },
        body: JSON.stringify(FLIGHT_SEARCH),
      });
    let responses: string[] = [];
    for (const searches of [20, 1, 30]) {
      responses = [];
      for (let i = 0; i < searches; i++) responses.push((await search()).text);
      await client.exchanges();
    }
    const { exchanges, dropped } = await client.list();
    expect(exchanges.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: exchanges.length }, (_, i) => 51 - i),
    );
    expect(exchanges.length).toBeGreaterThan(3);
    expect(
      exchanges.reduce((sum: number, { responseBytes }: { responseBytes: number }) => sum + responseBytes, 0),
    ).toBeLessThan(200_000);
    expect(exchanges.length + dropped.exchanges).toBe(51);
    const { exchange } = (
      await control(baseUrl, 'GET', `/profiles/${small.demoKeys.profileCode}/journal/${exchanges.at(-1)?.exchangeId}`, {
        headers: headersOf(small.demoKeys),
      })
    ).body;
    expect(exchange.response.body).toBe(responses.at(-exchanges.length));
    await small.close();
  });

  it('is written in time for many profiles with few exchanges each', async () => {
    const small = await start({ waiting: { exchanges: 10, bytes: 1e6 } });
    const baseUrl = await small.listen();
    const owners = await Promise.all(Array.from({ length: 6 }, () => small.addProfile()));
    for (let i = 0; i < 5; i++)
      for (const owner of owners)
        await sendRaw(baseUrl, { path: '/reservations/details?searchId=1', headers: headersOf(owner) });
    for (const owner of owners)
      expect(await journalClient(baseUrl, owner).list()).toMatchObject({
        exchanges: { length: 5 },
        dropped: { exchanges: 0 },
      });
    await small.close();
  });

  it('is written in time if many profiles have large responses', async () => {
    const small = await start({ waiting: { exchanges: 1000, bytes: 4e6 } });
    const baseUrl = await small.listen();
    const owners = await Promise.all(Array.from({ length: 10 }, () => small.addProfile()));
    const body = JSON.stringify(FLIGHT_SEARCH);
    let bytes = 0;
    for (let i = 0; i < 20; i++) {
      for (const owner of owners)
        bytes += (
          await sendRaw(baseUrl, {
            method: 'POST',
            path: '/v1/flights/search',
            headers: { ...headersOf(owner), 'Content-Type': 'application/json' },
            body,
          })
        ).text.length;
    }
    expect(bytes).toBeGreaterThan(4e6);
    for (const owner of owners)
      expect(await journalClient(baseUrl, owner).list()).toMatchObject({
        exchanges: { length: 20 },
        dropped: { exchanges: 0 },
      });
    await small.close();
  });

  it('drops and counts exchanges that the store cannot write in time', async () => {
    const bounds = { ...BOUNDS, waiting: { exchanges: 3, bytes: 1e6, unauthenticated: 200 } };
    const small = await startSandbox(
      { clock: new VirtualClock(NOW), log: 'silent' },
      {
        makeJournal: (store, fail) =>
          new Journal(
            {
              ...store,
              append: async (...given) => {
                await new Promise((resolve) => setTimeout(resolve, 200));
                return store.append(...given);
              },
            },
            fail,
            bounds,
          ),
      },
    );
    const baseUrl = await small.listen();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        sendRaw(baseUrl, { path: '/reservations/details?searchId=1', headers: small.headers() }),
      ),
    );
    const { exchanges, dropped } = await journalClient(baseUrl, small.demoKeys).list();
    expect(exchanges.length).toBeGreaterThanOrEqual(3);
    expect(dropped.exchanges).toBeGreaterThan(0);
    expect(exchanges.length + dropped.exchanges).toBe(40);
    await small.close();
  });

  it('survives a failing store: the calls get their responses, and lost exchanges are counted', async () => {
    let failing = true;
    const failures: unknown[] = [];
    const broken = await startSandbox(
      { clock: new VirtualClock(NOW), log: 'silent' },
      {
        makeJournal: (store) =>
          new Journal(
            {
              ...store,
              append: async (...given) => {
                if (failing) throw new Error('the disk is full');
                return store.append(...given);
              },
            },
            (error) => failures.push(error),
          ),
      },
    );
    const baseUrl = await broken.listen();
    const ask = () => sendRaw(baseUrl, { path: '/reservations/details?searchId=1', headers: broken.headers() });
    expect([(await ask()).status, (await ask()).status]).toEqual([400, 400]);
    const client = journalClient(baseUrl, broken.demoKeys);
    await client.list();
    expect(failures.length).toBeGreaterThan(0);
    failing = false;
    await ask();
    expect(await client.list()).toMatchObject({ exchanges: [{ sequence: 1 }], dropped: { exchanges: 2 } });
    await broken.close();
  });
});

describe('a sandbox restarted on its store', () => {
  it('keeps its journal up to the last exchange before it was closed', async () => {
    const store = temporaryFile();
    const before = await createSandbox({ store, seed: 'journal', log: 'silent' });
    const response = await sendRaw(await before.listen(), {
      method: 'POST',
      path: '/v1/flights/search',
      headers: { ...before.headers(), 'Content-Type': 'application/json' },
      body: '{}',
    });
    await before.close();
    const after = await createSandbox({ store, seed: 'journal', log: 'silent' });
    const baseUrl = await after.listen();
    const kept = journalClient(baseUrl, after.demoKeys);
    expect(await kept.newest()).toMatchObject({
      exchangeId: response.headers['x-request-id'],
      sequence: 1,
      response: { body: response.text },
    });
    await sendRaw(baseUrl, { path: '/reservations/details?searchId=1', headers: after.headers() });
    expect((await kept.exchanges()).map(({ sequence }) => sequence)).toEqual([1, 2]);
    await after.close();
  });
});

/** By the machine's clock. */
const OF_THIS_RUN = ['realTime', 'durationMs'];

it('the same requests make the same journal', async () => {
  const record = async () => {
    const one = await createSandbox({ seed: 'same', now: NOW, log: 'silent' });
    const baseUrl = await one.listen();
    for (const body of ['{}', JSON.stringify(FLIGHT_SEARCH)])
      await sendRaw(baseUrl, {
        method: 'POST',
        path: '/v1/flights/search',
        headers: { ...one.headers(), Host: 'localhost', 'Content-Type': 'application/json' },
        body,
      });
    const headers = headersOf(one.demoKeys);
    const list = (await control(baseUrl, 'GET', `/profiles/${one.demoKeys.profileCode}/journal`, { headers })).body;
    const whole = await Promise.all(
      list.exchanges.map(({ exchangeId }: { exchangeId: string }) =>
        control(baseUrl, 'GET', `/profiles/${one.demoKeys.profileCode}/journal/${exchangeId}`, { headers }).then(
          ({ body }) => body,
        ),
      ),
    );
    await one.close();
    expect(list.exchanges).toHaveLength(2);
    return JSON.stringify([list, whole], (key, value: unknown) => (OF_THIS_RUN.includes(key) ? undefined : value));
  };
  expect(await record()).toEqual(await record());
});
