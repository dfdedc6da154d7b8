import { describe, expect, it } from 'vitest';
import { stopwatch } from '../../src/base/stopwatch.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { OperationId } from '../../src/interface/api.ts';
import { gdsproviders } from '../../src/interface/gdsproviders.ts';
import { allOperations, bookingOperations, transferOperations } from '../../src/scenarios/operations.ts';
import { control } from '../control-api/control-client.ts';
import type { PreparedCall } from '../server/calls.ts';
import { FLIGHT_SEARCH, makeCall, prepareCall, prepareCalls } from '../server/calls.ts';
import type { Body } from '../support/body.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, bookRequest, changeRequest, transferClient } from '../transfers/transfer-client.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const transfers = transferClient(sandbox);
const flights = flightClient(sandbox);

const readBySearch = (searchId: string) => sandbox.get('/reservations/details', { query: { searchId } });

/** A priced offer and, for a change, the reservation that stands until the change is confirmed. */
async function priced(operation: (typeof bookingOperations)[number]) {
  if (operation === 'bookTransfer') {
    const offer = await transfers.priced();
    return { searchId: offer.search.searchId, path: '/book', body: bookRequest(offer), original: undefined };
  }
  const original = await transfers.reserve();
  const offer = await transfers.pricedChange(original.reservationId);
  return {
    searchId: offer.search.searchId,
    path: '/reservations/changes',
    body: changeRequest(original.reservationId, offer),
    original,
  };
}

async function originalState(original: { reservationId: string } | undefined) {
  return original && (await transfers.readReservation(original.reservationId)).state;
}

describe.each([
  ['unauthorized', 401, 'invalid_credentials'],
  ['forbidden', 403, 'invalid_credentials'],
  ['server-error', 500, 'internal_error'],
] as const)('%s', (scenario, status, code) => {
  it.each(allOperations)('is returned by %s, without any effect, and the next call succeeds', async (operationId) => {
    const call = await prepareCall(sandbox, operationId);
    const { status: seen, body, headers } = await makeCall(sandbox, call, { scenario });
    expect([seen, body.code, headers['x-sandbox-scenario']]).toEqual([status, code, scenario]);
    const without = await makeCall(sandbox, call);
    expect([without.status, without.body.status, without.headers['x-sandbox-scenario']]).not.toContain('failed');
    expect(without.status).toBe(200);
    expect(without.headers).not.toHaveProperty('x-sandbox-scenario');
  });
});

it('unauthorized: refuses right credentials before the body is read', async () => {
  const { body } = await sandbox.post('/search', { nonsense: true }, { scenario: 'unauthorized' });
  expect([body.statusCode, body.code]).toEqual([401, 'invalid_credentials']);
});

it('forbidden: refuses right credentials before the body is read', async () => {
  const { body } = await sandbox.post('/search', { nonsense: true }, { scenario: 'forbidden' });
  expect([body.statusCode, body.code]).toEqual([403, 'invalid_credentials']);
});

it('server-error: nothing is booked, and an invalid request is still refused for its own violations', async () => {
  const { searchId, path, body } = await priced('bookTransfer');
  expect((await sandbox.post(path, body, { scenario: 'server-error' })).status).toBe(500);
  expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
  expect((await sandbox.post(path, { ...body, unlisted: 1 }, { scenario: 'server-error' })).status).toBe(400);
});

describe('502', () => {
  it.each(transferOperations)(
    '502: %s does not complete, nothing is done, and the next call succeeds [transfer.502.did-not-complete]',
    async (operationId) => {
      const call = await prepareCall(sandbox, operationId);
      const { status, body } = await makeCall(sandbox, call, { scenario: '502' });
      expect([status, body.code]).toEqual([502, 'upstream_failed']);
      expect((await makeCall(sandbox, call)).status).toBe(200);
    },
  );

  it.each(bookingOperations)(
    '502: after %s no reservation can be read, and the original of a change stays active [transfer.502.proves-nothing]',
    async (operation) => {
      const { searchId, path, body, original } = await priced(operation);
      expect((await sandbox.post(path, body, { scenario: '502' })).status).toBe(502);
      expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
      expect(await originalState(original)).toBe(original && 'confirmed');
      expect((await sandbox.post(path, body)).body.status).toBe('completed');
    },
  );
});

describe('502-after-commit', () => {
  it.each(bookingOperations)(
    '502-after-commit: after %s exactly one reservation can be read [transfer.502.proves-nothing]',
    async (operation) => {
      const { searchId, path, body, original } = await priced(operation);
      const partnerTrackingId = `after-commit-${operation}`;
      expect((await sandbox.post(path, { ...body, partnerTrackingId }, { scenario: '502-after-commit' })).status).toBe(
        502,
      );
      const bySearch = (await readBySearch(searchId)).body;
      expect(bySearch.status).toBe('completed');
      const byPartner = await transfers.read({ partnerTrackingId });
      expect(byPartner.reservations).toEqual(bySearch.reservations);
      expect(await originalState(original)).toBe(original && 'changed');
      const resent = await sandbox.post(path, { ...body, partnerTrackingId });
      expect(resent.body.reservations).toEqual(bySearch.reservations);
    },
  );

  it('502-after-commit: a reservation is cancelled although the cancellation returned 502', async () => {
    const { reservationId } = await transfers.reserve();
    expect(
      (await sandbox.post('/reservations/cancel', { reservationId }, { scenario: '502-after-commit' })).status,
    ).toBe(502);
    expect((await transfers.readReservation(reservationId)).state).toBe('cancelled');
  });

  it('502-after-commit: a refused booking returns its refusal', async () => {
    const { path, body } = await priced('bookTransfer');
    const { status, body: response } = await sandbox.post(
      path,
      { ...body, unlisted: 1 },
      { scenario: '502-after-commit' },
    );
    expect([status, response.code]).toEqual([400, 'non_whitelisted_field']);
  });
});

describe('pending', () => {
  it.each(bookingOperations)(
    'pending: %s returns pending, the first read too, the second completed [transfer.booking.pending] ' +
      '[transfer.booking.pending.read-outcome]',
    async (operation) => {
      const { searchId, path, body, original } = await priced(operation);
      const { body: booked } = await sandbox.post(path, body, { scenario: 'pending' });
      expect(booked).toMatchObject({ status: 'pending', completed: false, reservations: [] });
      expect(await originalState(original)).toBe(original && 'confirmed');
      expect((await readBySearch(searchId)).body).toMatchObject({ status: 'pending', reservations: [] });
      expect(await originalState(original)).toBe(original && 'confirmed');
      const second = (await readBySearch(searchId)).body;
      expect(second).toMatchObject({
        status: 'completed',
        completed: true,
        reservations: [{ state: 'confirmed', searchId }],
      });
      expect(await originalState(original)).toBe(original && 'changed');
      expect((await readBySearch(searchId)).body).toEqual(second);
    },
  );

  it.each(bookingOperations)(
    'pending: %s is completed at the first read 30 seconds later, not a millisecond before',
    async (operation) => {
      const { searchId, path, body } = await priced(operation);
      await sandbox.post(path, body, { scenario: 'pending' });
      sandbox.clock.advance(29_999);
      expect((await readBySearch(searchId)).body.status).toBe('pending');
      sandbox.clock.advance(1);
      expect((await readBySearch(searchId)).body.status).toBe('completed');
    },
  );

  it('pending: without it the same booking is completed at once', async () => {
    const { path, body } = await priced('bookTransfer');
    expect((await sandbox.post(path, body)).body.status).toBe('completed');
  });
});

describe('pending-then-failed', () => {
  it.each(bookingOperations)(
    'pending-then-failed: %s returns pending, the second read failed; nothing is made and an original stays active',
    async (operation) => {
      const { searchId, path, body, original } = await priced(operation);
      expect((await sandbox.post(path, body, { scenario: 'pending-then-failed' })).body.status).toBe('pending');
      expect((await readBySearch(searchId)).body.status).toBe('pending');
      const second = (await readBySearch(searchId)).body;
      expect(second).toMatchObject({
        status: 'failed',
        completed: false,
        reservations: [],
        error: { code: 'supplier_rejected' },
      });
      expect((await readBySearch(searchId)).body).toEqual(second);
      expect(await originalState(original)).toBe(original && 'confirmed');
    },
  );

  it.each(bookingOperations)('pending-then-failed: %s has failed at any read 30 seconds later', async (operation) => {
    const { searchId, path, body } = await priced(operation);
    await sandbox.post(path, body, { scenario: 'pending-then-failed' });
    sandbox.clock.advance(30_000);
    expect((await readBySearch(searchId)).body).toMatchObject({
      status: 'failed',
      error: { code: 'supplier_rejected' },
    });
  });
});

describe('failed', () => {
  it.each(bookingOperations)(
    'failed: %s returns 200 with the refusal, nothing is made, and the same call without it completes ' +
      '[transfer.booking.failed] [transfer.booking.http-200-with-status]',
    async (operation) => {
      const { searchId, path, body, original } = await priced(operation);
      const { status, body: response } = await sandbox.post(path, body, { scenario: 'failed' });
      expect([status, response.status, response.error.code, response.reservations]).toEqual([
        200,
        'failed',
        'supplier_rejected',
        [],
      ]);
      expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
      expect(await originalState(original)).toBe(original && 'confirmed');
      expect((await sandbox.post(path, body)).body.status).toBe('completed');
    },
  );
});

describe('expired-token', () => {
  it('expired-token: pricing is refused with 400, and succeeds without it [transfer.token.expires-with-offer]', async () => {
    const priceTransfer = await prepareCall(sandbox, 'priceTransfer');
    const { status, body } = await makeCall(sandbox, priceTransfer, { scenario: 'expired-token' });
    expect([status, body.code]).toEqual([400, 'token_expired']);
    expect((await makeCall(sandbox, priceTransfer)).status).toBe(200);
  });

  it.each(bookingOperations)(
    'expired-token: %s returns 200 with status failed, nothing is made, and it works without it ' +
      '[transfer.token.expires-with-offer]',
    async (operation) => {
      const { searchId, path, body, original } = await priced(operation);
      const { status, body: response } = await sandbox.post(path, body, { scenario: 'expired-token' });
      expect([status, response.status, response.error.code]).toEqual([200, 'failed', 'token_expired']);
      expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
      expect(await originalState(original)).toBe(original && 'confirmed');
      expect((await sandbox.post(path, body)).body.status).toBe('completed');
    },
  );
});

describe('no-offers', () => {
  it.each(['searchFlights', 'searchTransfers', 'searchReservationChanges'] satisfies OperationId[])(
    'no-offers: %s returns 200 with an empty list, and offers without it',
    async (operationId) => {
      const call = await prepareCall(sandbox, operationId);
      const { status, body } = await makeCall(sandbox, call, { scenario: 'no-offers' });
      expect([status, body.offers]).toEqual([200, []]);
      expect((await makeCall(sandbox, call)).body.offers.length).toBeGreaterThan(0);
    },
  );

  it('no-offers: a result of another search is not found in that one later', async () => {
    const { body: empty } = await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario: 'no-offers' });
    const { offers } = await transfers.search();
    const { resultId, bookingToken } = offers[0];
    expect((await sandbox.post('/pricing', { searchId: empty.searchId, resultId, bookingToken })).body.code).toBe(
      'result_not_found',
    );
  });
});

/** The providers of the offers of one search, each once. */
async function providersUnder(scenario?: string): Promise<number[]> {
  const { status, body } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario });
  expect(status).toBe(200);
  const providers = body.offers.map(({ gdsprovider }: { gdsprovider: number }) => gdsprovider) as number[];
  return [...new Set(providers)].sort();
}

/** Returns the numbers of all providers but one. */
const othersThan = (gdsprovider: number) => gdsproviders.filter((one) => one !== gdsprovider);

/** The remaining offers can be ordered after one provider went down. */
async function orderUnder(scenario: string): Promise<number> {
  const { body } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario });
  return (await flights.orderWhole(body.offers[0])).status;
}

it('provider-0-down: a search has offers of the others only, which can be ordered; the next has all', () =>
  expectOthersUnder('provider-0-down', 0));

it('provider-1-down: a search has offers of the others only, which can be ordered; the next has all', () =>
  expectOthersUnder('provider-1-down', 1));

async function expectOthersUnder(scenario: string, down: number): Promise<void> {
  expect(await providersUnder(scenario)).toEqual(othersThan(down));
  expect(await orderUnder(scenario)).toBe(200);
  expect(await providersUnder()).toEqual(gdsproviders);
}

it('provider-down: the parameter names the provider, and another number is refused', async () => {
  for (const down of gdsproviders)
    expect(await providersUnder(`provider-down(provider=${down})`)).toEqual(othersThan(down));
  expect(await providersUnder('provider-down')).toEqual(othersThan(0));
  const combined = 'provider-down(provider=0),provider-slow(provider=1,delay=PT0.01S)';
  expect(await providersUnder(combined)).toEqual(othersThan(0));
  const refused = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario: 'provider-down(provider=7)' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('give one of 0, 1')]);
});

describe('pending with parameters', () => {
  it('pending: reads sets how many reads still return pending', async () => {
    const { searchId, path, body } = await priced('bookTransfer');
    await sandbox.post(path, body, { scenario: 'pending(reads=3)' });
    const seen = [];
    for (let i = 0; i < 4; i++) seen.push((await readBySearch(searchId)).body.status);
    expect(seen).toEqual(['pending', 'pending', 'pending', 'completed']);
  });

  it('pending: after sets when any read returns the outcome, to the millisecond', async () => {
    const { searchId, path, body } = await priced('bookTransfer');
    await sandbox.post(path, body, { scenario: 'pending(after=PT1H,reads=99)' });
    sandbox.clock.advance(3_599_999);
    expect((await readBySearch(searchId)).body.status).toBe('pending');
    sandbox.clock.advance(1);
    expect((await readBySearch(searchId)).body.status).toBe('completed');
  });

  it('pending-then-failed: reason sets the error', async () => {
    const { searchId, path, body } = await priced('bookTransfer');
    await sandbox.post(path, body, { scenario: 'pending-then-failed(reads=0,reason=price_changed)' });
    expect((await readBySearch(searchId)).body).toMatchObject({ status: 'failed', error: { code: 'price_changed' } });
  });
});

it('failed: reason sets the error', async () => {
  const { path, body } = await priced('bookTransfer');
  expect((await sandbox.post(path, body, { scenario: 'failed(reason=no_availability)' })).body.error.code).toBe(
    'no_availability',
  );
});

it.each(bookingOperations)('completed: %s completes at once', async (operation) => {
  const { searchId, path, body } = await priced(operation);
  expect((await sandbox.post(path, body, { scenario: 'completed' })).body.status).toBe('completed');
  expect((await readBySearch(searchId)).body.status).toBe('completed');
});

it.each(bookingOperations)(
  'pending-forever: %s is pending after many reads and after a day, and an original stays active',
  async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    await sandbox.post(path, body, { scenario: 'pending-forever' });
    for (let i = 0; i < 5; i++) expect((await readBySearch(searchId)).body.status).toBe('pending');
    expect(await originalState(original)).toBe(original && 'confirmed');
    sandbox.clock.advance(24 * 3_600_000);
    expect((await readBySearch(searchId)).body.status).toBe('pending');
  },
);

const CUT = 'ECONNRESET';

/** The client's view: a response, a cut connection, or nothing after its time-out. */
async function ending(path: string, body: unknown, scenario: string): Promise<string> {
  try {
    const response = await fetch(`${sandbox.baseUrl}${path}?scenario=${scenario}`, {
      method: 'POST',
      headers: { ...sandbox.sandbox.headers(), 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(scenario.startsWith('timeout') ? 500 : 20_000),
    });
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return name === 'TimeoutError' ? 'nothing' : (cause?.code ?? name);
  }
}

/** True if an order for an offer was made: then a second one is refused. */
async function isOrdered(path: string, body: unknown): Promise<boolean> {
  const { status, body: response } = await sandbox.post(path, body);
  if (status === 400) expect(response.code).toBe('offer_already_ordered');
  return status === 400;
}

/** The client's view of each operation that makes something, and the state afterwards. */
async function lostResponses(scenario: string) {
  const seen = [];
  const made = [];
  for (const operation of bookingOperations) {
    const { searchId, path, body, original } = await priced(operation);
    seen.push(await ending(path, body, scenario));
    made.push((await readBySearch(searchId)).body.status === 'completed');
    expect(await originalState(original)).toBe(original && (made.at(-1) ? 'changed' : 'confirmed'));
  }
  const order = await prepareCall(sandbox, 'createFlightOrder');
  seen.push(await ending(order.path, order.body, scenario));
  made.push(await isOrdered(order.path, order.body));
  return { seen, made };
}

it.each(['timeout', 'dropped'])(
  '%s: has no effect on any operation: the same call succeeds afterwards',
  async (scenario) => {
    const calls = Object.entries(await prepareCalls(sandbox));
    const endings = await Promise.all(
      calls.map(([, call]) =>
        sandboxFetch(call, scenario)
          .then(({ status }) => String(status))
          .catch((error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name),
      ),
    );
    expect(endings).toEqual(calls.map(() => (scenario === 'timeout' ? 'TimeoutError' : CUT)));
    // A change would take away the reservation that is to be cancelled.
    for (const [operationId, call] of calls.filter(([id]) => id !== 'confirmReservationChange'))
      expect([operationId, (await makeCall(sandbox, call)).status]).toEqual([operationId, 200]);
  },
);

/** Sends a prepared call, and gives up after half a second. */
function sandboxFetch({ path, query, body }: PreparedCall, scenario: string) {
  return fetch(`${sandbox.baseUrl}${path}?${new URLSearchParams({ ...query, scenario }).toString()}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...sandbox.sandbox.headers(), 'Content-Type': 'application/json', Connection: 'close' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(500),
  });
}

it.each([
  ['timeout-after-commit', 'nothing'],
  ['dropped-after-commit', CUT],
  ['server-error-after-commit', '500'],
])('%s: a cancellation is made nevertheless', async (scenario, seen) => {
  const { reservationId } = await transfers.reserve();
  const response = await ending('/reservations/cancel', { reservationId }, scenario);
  expect(response.split(' ')[0]).toBe(seen);
  expect((await transfers.readReservation(reservationId)).state).toBe('cancelled');
});

it('timeout: the client gets no response, and nothing is made', async () => {
  expect(await lostResponses('timeout')).toEqual({
    seen: ['nothing', 'nothing', 'nothing'],
    made: [false, false, false],
  });
});

it('timeout-after-commit: the client gets no response, and the work is done', async () => {
  expect(await lostResponses('timeout-after-commit')).toEqual({
    seen: ['nothing', 'nothing', 'nothing'],
    made: [true, true, true],
  });
});

it('dropped: the connection is cut and nothing is made', async () => {
  expect(await lostResponses('dropped')).toEqual({ seen: [CUT, CUT, CUT], made: [false, false, false] });
});

it('dropped-after-commit: the connection is cut, and the work is done', async () => {
  expect(await lostResponses('dropped-after-commit')).toEqual({ seen: [CUT, CUT, CUT], made: [true, true, true] });
});

it('timeout: a sandbox with a call without a response closes immediately', async () => {
  const other = await createSandbox({ seed: 'silent', clock: sandbox.clock, log: 'silent' });
  const baseUrl = await other.listen();
  const { searchId, offers } = await postJson(other, baseUrl, '/search', AIRPORT_TO_TOWN);
  const { resultId, bookingToken } = offers[0];
  const silent = postJson(other, baseUrl, '/book?scenario=timeout', {
    searchId,
    resultId,
    bookingToken,
    traveller: { firstName: 'A', lastName: 'B', email: 'a@example.com', phoneNumber: '+34612345678' },
  }).catch((error: Error) => error.name);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const elapsed = stopwatch();
  await other.close();
  expect(elapsed()).toBeLessThan(2000);
  expect(await silent).toBe('TypeError');
});

async function postJson(server: Sandbox, baseUrl: string, path: string, body: unknown) {
  const headers = { ...server.headers(), 'Content-Type': 'application/json' };
  return (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<Body>;
}

it('server-error-after-commit: order and reservation exist, with the response of server-error', async () => {
  const { path, body } = await prepareCall(sandbox, 'createFlightOrder');
  const done = await sandbox.post(path, body, { scenario: 'server-error-after-commit' });
  expect(await isOrdered(path, body)).toBe(true);
  const other = await prepareCall(sandbox, 'createFlightOrder');
  const nothingDone = await sandbox.post(other.path, other.body, { scenario: 'server-error' });
  expect({ ...done.body, requestId: '' }).toEqual({ ...nothingDone.body, requestId: '' });
  expect(await isOrdered(other.path, other.body)).toBe(false);
  const booking = await priced('bookTransfer');
  expect((await sandbox.post(booking.path, booking.body, { scenario: 'server-error-after-commit' })).status).toBe(500);
  expect((await readBySearch(booking.searchId)).body.status).toBe('completed');
});

it('slow: the usual response comes after the delay', async () => {
  const { path, body } = await priced('bookTransfer');
  const elapsed = stopwatch();
  expect((await sandbox.post(path, body, { scenario: 'slow(delay=PT0.2S)' })).body.status).toBe('completed');
  expect(elapsed()).toBeGreaterThanOrEqual(199);
});

it('slow: a refusal comes late too', async () => {
  const elapsed = stopwatch();
  expect((await sandbox.post('/book', {}, { scenario: 'unauthorized,slow(delay=PT0.2S)' })).status).toBe(401);
  expect(elapsed()).toBeGreaterThanOrEqual(199);
});

it('slow: a frozen clock moves forward by the delay on request only', async () => {
  const keys = await sandbox.sandbox.addProfile();
  const path = `/profiles/${keys.profileCode}/clock`;
  const { body: clock } = await control(sandbox.baseUrl, 'PUT', path, { body: { mode: 'frozen' } });
  const endAfter = async (scenario: string) => {
    await transferClient(sandbox, { keys, scenario }).search();
    const { offers } = await transferClient(sandbox, { keys }).search();
    return Date.parse(offers[0]?.expiresAt ?? '') - Date.parse(clock.now);
  };
  const lifetimeMs = 15 * 60_000;
  expect(await endAfter('slow(delay=PT0.2S)')).toBe(lifetimeMs);
  expect(await endAfter('slow(delay=PT0.2S,clock=advanced)')).toBe(lifetimeMs + 200);
});

it('malformed-body: the status is correct, the body is not JSON, and the booking is made', async () => {
  const { searchId, path, body } = await priced('bookTransfer');
  const [status, ...text] = (await ending(path, body, 'malformed-body')).split(' ');
  expect(status).toBe('200');
  expect(() => JSON.parse(text.join(' '))).toThrow(SyntaxError);
  expect((await readBySearch(searchId)).body.status).toBe('completed');
});

it('truncated-body: the response breaks off, and the booking is made', async () => {
  const { searchId, path, body } = await priced('bookTransfer');
  expect(await ending(path, body, 'truncated-body')).toMatch(
    /UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_SOCKET|ECONNRESET/,
  );
  expect((await readBySearch(searchId)).body.status).toBe('completed');
});

it('expired-offer: nothing is ordered, and the same order succeeds without it', async () => {
  const { path, body } = await prepareCall(sandbox, 'createFlightOrder');
  expect((await sandbox.post(path, body, { scenario: 'expired-offer' })).body.code).toBe('offer_expired');
  expect((await sandbox.post(path, body)).status).toBe(200);
});
