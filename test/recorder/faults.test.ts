import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { TestRecorder } from './recorders.ts';
import { closeAll, startRecorder, startServer } from './recorders.ts';

const LONG_MS = 20_000;
let sandbox: Sandbox;
let sandboxUrl: string;
let recorder: TestRecorder;

beforeAll(async () => {
  sandbox = await createSandbox({ seed: 'faults', log: 'silent' });
  sandboxUrl = await sandbox.listen();
  recorder = await startRecorder(sandboxUrl);
});
afterEach(() => control('DELETE', '/_sandbox/scenario'));
afterAll(async () => {
  await closeAll();
  await sandbox.close();
});

describe('a scenario at the edge', () => {
  it.each([
    ['502-after-commit', { status: 502, code: 'upstream_failed' }, 1],
    ['502', { status: 502, code: 'upstream_failed' }, 0],
    ['502-html-after-commit', { status: 502, code: undefined }, 1],
    ['502-empty', { status: 502, code: undefined }, 0],
    ['503(form=date)', { status: 503, code: undefined }, 0],
    ['429', { status: 429, code: undefined }, 0],
    ['unauthorized', { status: 401, code: 'invalid_credentials' }, 0],
    ['dropped-after-commit', 'cut off', 1],
    ['dropped', 'cut off', 0],
    ['timeout-after-commit', 'timed out', 1],
    ['timeout', 'timed out', 0],
    ['truncated-body', 'cut off', 1],
    ['malformed-body', { status: 200, code: undefined }, 1],
  ])('%s: the client sees %j, and the system has %i bookings', async (scenario, seen, bookings) => {
    const booking = await price();
    const [name = ''] = scenario.split('(');
    await control('PUT', '/_sandbox/scenario', { scenario: `book:${scenario}`, calls: 1 });
    expect(await outcomeOf(call('POST', '/book', booking, seen === 'timed out' ? 400 : LONG_MS))).toEqual(seen);
    expect(await bookingsOf(booking.searchId)).toBe(bookings);
    await recorder.recorder.judged();
    const last = recorder.recorded.at(-1);
    expect([last?.operationId, last?.scenario]).toEqual(['bookTransfer', name]);
    expect(last?.served?.status).toBe(bookings === 1 ? 200 : undefined);
    expect((await control('GET', '/_sandbox/scenario')).body).toMatchObject({ armed: null });
  });

  it('can respond like a gateway, including Retry-After', async () => {
    const before = Date.now();
    const page = await fetch(`${recorder.url}/search?scenario=503(form=date,wait=PT5S)`, { method: 'POST' });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<h1>503 Service Unavailable</h1>');
    expect(Date.parse(page.headers.get('retry-after') ?? '') - before).toBeGreaterThan(3900);
    const empty = await fetch(`${recorder.url}/search?scenario=429(body=empty)`, { method: 'POST' });
    const headers = ['retry-after', 'content-type', 'x-sandbox-scenario'].map((name) => empty.headers.get(name));
    expect([empty.status, await empty.text(), ...headers]).toEqual([429, '', '2', null, '429']);
  });

  it("can be selected by the request without the upstream's knowledge", async () => {
    const seen: string[] = [];
    const upstream = await startServer((req, res) => {
      seen.push(req.url ?? '', ...req.rawHeaders);
      res.end('{"liveMode":false}');
    });
    const { url } = await startRecorder(upstream);
    expect((await fetch(`${url}/search?a=1&scenario=502&b=%20`, { method: 'POST' })).status).toBe(502);
    expect(seen).toEqual([]);
    await fetch(`${url}/search?a=1&scenario=slow(delay=PT0.01S)&b=%20`, { method: 'POST' });
    await fetch(`${url}/search`, { method: 'POST', headers: { 'X-Sandbox-Scenario': 'none' } });
    expect(seen.filter((text) => /scenario/i.test(text))).toEqual([]);
    expect(seen).toContain('/search?a=1&b=%20');
  });

  it('does not affect calls of other profiles and operations', async () => {
    await control('PUT', '/_sandbox/profiles/dp_another/scenario', { scenario: '502' });
    const { searchId } = await price();
    expect(searchId).toMatch(/./);
    await control('DELETE', '/_sandbox/profiles/dp_another/scenario');
  });

  it('delays the response, and passes it on unchanged', async () => {
    await control('PUT', '/_sandbox/scenario', { scenario: 'search:slow(delay=PT0.2S)' });
    const from = performance.now();
    await price();
    expect(performance.now() - from).toBeGreaterThan(190);
  });

  it.each([
    ['pending', '"pending" acts inside the service, not at its edge; here you can use: 429, 502, '],
    ['nonsense', '"nonsense" is not a scenario; here you can use: 429, 502, 502-after-commit, '],
    ['slow(delay=7)', 'give an ISO 8601 duration'],
    ['502,timeout', 'contradict each other'],
    ['502\r\nX-Evil: 1', 'is not a scenario'],
    ['x'.repeat(70_000), 'must NOT have more than 500 characters'],
  ])('is refused as %j, with the possible scenarios', async (scenario, message) => {
    const { status, body } = await control('PUT', '/_sandbox/scenario', { scenario });
    expect([400, 413]).toContain(status);
    expect(JSON.stringify(body['message'])).toContain(JSON.stringify(message).slice(1, -1));
    const selected = await fetch(`${recorder.url}/search?scenario=${encodeURIComponent(scenario.slice(0, 3000))}`, {
      method: 'POST',
    });
    expect(selected.status).toBe(400);
    expect(selected.headers.get('x-evil')).toBeNull();
  });
});

describe('a fault after commit on a system that may be live', () => {
  const booked = (liveMode: unknown) => async () => {
    const upstream = await startServer((_, res) => {
      res.end(JSON.stringify({ status: 'completed', ...(liveMode === undefined ? {} : { liveMode }) }));
    });
    return startRecorder(upstream);
  };

  it.each([[true], [undefined], ['false']])('does not act while its responses say liveMode %j', async (liveMode) => {
    const { url, spared, recorder: own } = await booked(liveMode)();
    own.faults.arm('', 'book:502-after-commit', null);
    const response = await fetch(`${url}/book`, { method: 'POST', body: '{}' });
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ status: 'completed' })]);
    expect(spared).toEqual(['502-after-commit']);
  });

  it('is refused after a response with liveMode true', async () => {
    const { url, recorder: own } = await booked(true)();
    await fetch(`${url}/book`, { method: 'POST', body: '{}' });
    await own.judged();
    expect((await fetch(`${url}/book?scenario=truncated-body`, { method: 'POST' })).status).toBe(409);
    expect(() => own.faults.arm('', 'dropped-after-commit', null)).toThrow('--allow-live');
    // Nothing is lost by these.
    expect((await fetch(`${url}/book?scenario=502`, { method: 'POST' })).status).toBe(502);
    expect(own.faults.arm('', 'book:502', null)?.scenario).toBe('book:502');
  });

  it('acts if the request selects it', async () => {
    const upstream = await startServer((_, res) => res.end('{"liveMode":true}'));
    const { url } = await startRecorder(upstream, { allowLive: true });
    expect((await fetch(`${url}/book?scenario=502-after-commit`, { method: 'POST' })).status).toBe(502);
  });
});

async function price(): Promise<{ searchId: string }> {
  const search = (await call('POST', '/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: `${new Date(Date.now() + 5_184_000_000).toISOString().slice(0, 10)}T11:30:00`,
    passengers: 1,
  }).then((response) => response.json())) as { searchId: string; offers: Record<string, string>[] };
  const { resultId, bookingToken } = search.offers[0] ?? {};
  const ids = { searchId: search.searchId, resultId, bookingToken };
  const priced = (await (await call('POST', '/pricing', ids)).json()) as { pricingToken: string };
  return {
    ...ids,
    pricingToken: priced.pricingToken,
    traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
    flight: { airlineIataCode: 'IB', flightNumber: '1' },
  } as { searchId: string };
}

function call(method: string, path: string, body?: object, timeoutMs = LONG_MS): Promise<Response> {
  return fetch(recorder.url + path, {
    method,
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function outcomeOf(called: Promise<Response>): Promise<unknown> {
  try {
    const response = await called;
    const text = await response.text();
    const body = jsonOf(text);
    return { status: response.status, code: (body as { code?: string } | undefined)?.code };
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timed out' : 'cut off';
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asked of the system itself. */
async function bookingsOf(searchId: string): Promise<number> {
  const response = await fetch(`${sandboxUrl}/reservations/details?searchId=${searchId}`, {
    headers: sandbox.headers(),
  });
  const { reservations } = (await response.json()) as { reservations?: unknown[] };
  return reservations?.length ?? 0;
}

async function control(method: string, path: string, body?: object) {
  const response = await fetch(recorder.url + path, { method, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
