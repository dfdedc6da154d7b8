import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { control, headersOf } from '../control-api/control-client.ts';
import { stateClient } from '../control-api/state-client.ts';
import { sendRaw } from '../server/wire.ts';
import type { CallOptions } from '../support/sandbox.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN, bookRequest, easy, pricingRequest, transferClient } from '../transfers/transfer-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;
beforeEach(async () => {
  keys = await sandbox.sandbox.addProfile();
});

const post = (path: string, body: object, options: CallOptions = {}) => sandbox.post(path, body, { keys, ...options });
const read = (query: Record<string, string>) => sandbox.get('/reservations/details', { keys, query });

async function arm(scenario: string, calls?: number) {
  const { status, body } = await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/scenario`, {
    body: { scenario, calls },
    headers: headersOf(keys),
  });
  expect(status).toBe(200);
  return body.armed;
}

const armed = async () =>
  (await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/scenario`, { headers: headersOf(keys) })).body
    .armed;

/** A priced offer of a search that may arm what comes later. */
async function priced(scenario?: string) {
  const search = (await post('/search', AIRPORT_TO_TOWN, { scenario })).body;
  const offer = search.offers.find(easy);
  return { search, offer, pricing: (await post('/pricing', pricingRequest(search, offer))).body };
}

const echo = ({ headers }: { headers: object }) => {
  const all = headers as Record<string, string>;
  return [all['x-sandbox-scenario'], all['x-sandbox-scenario-from']];
};

describe('a sequence', () => {
  const SEQUENCE = '502-after-commit; read:502; none';

  it('a sequence of a booking acts on the booking, then on the read of its reservation, and then no more', async () => {
    const offer = await priced();
    const booked = await post('/book', bookRequest(offer), { scenario: SEQUENCE });
    expect([booked.status, ...echo(booked)]).toEqual([502, '502,read:502(calls=1);none(calls=1)', 'query']);
    const { searchId } = offer.search;
    const first = await read({ searchId });
    expect([first.status, ...echo(first)]).toEqual([502, '502', 'reservation']);
    const second = await read({ searchId });
    expect([second.status, ...echo(second)]).toEqual([200, 'none', 'reservation']);
    const third = await read({ searchId });
    expect([third.status, third.body.status, ...echo(third)]).toEqual([200, 'completed', undefined, undefined]);
  });

  it('a sequence of a profile advances one step at each applicable request', async () => {
    expect(await arm(`book:${SEQUENCE}`)).toEqual({
      scenario: 'book:502-after-commit(calls=1);read:502(calls=1);none(calls=1)',
      calls: null,
    });
    const offer = await priced();
    const { searchId } = offer.search;
    expect((await read({ searchId })).status).toBe(400);
    expect((await post('/book', bookRequest(offer))).status).toBe(502);
    expect(await armed()).toEqual({ scenario: 'read:502(calls=1);none(calls=1)', calls: null });
    expect((await read({ searchId })).status).toBe(502);
    expect((await read({ searchId })).body.status).toBe('completed');
    expect(await armed()).toBeNull();
  });

  it('a sequence of a search reaches the booking, and the reads by any key', async () => {
    const offer = await priced('book:502-after-commit;read:502;read:slow(delay=PT0S)');
    const { searchId } = offer.search;
    expect((await post('/book', bookRequest(offer, { partnerTrackingId: 'sequence-1' }))).status).toBe(502);
    const first = await read({ partnerTrackingId: 'sequence-1' });
    expect([first.status, ...echo(first)]).toEqual([502, '502', 'offer']);
    const second = await read({ searchId });
    expect([second.body.status, ...echo(second)]).toEqual(['completed', 'slow', 'offer']);
    expect(echo(await read({ searchId }))).toEqual([undefined, undefined]);
  });

  it('repeats a step for the number of its calls', async () => {
    const offer = await priced();
    await post('/book', bookRequest(offer), { scenario: 'completed;read:502(calls=3);none' });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await read({ searchId: offer.search.searchId })).status);
    expect(statuses).toEqual([502, 502, 502, 200, 200]);
  });

  it('a sequence of maximum length is armed, exported and imported', async () => {
    await arm(`${'502;'.repeat(124)}502`);
    const state = stateClient(sandbox.baseUrl, keys);
    const file = await state.export();
    expect((await state.import(file)).status).toBe(200);
    expect((await armed()).scenario).toMatch(/^502\(calls=1\);/);
    expect((await post('/search', AIRPORT_TO_TOWN)).status).toBe(502);
    expect((await armed()).scenario.split(';')).toHaveLength(124);
  });

  it('a sequence beyond the maximum length is refused', async () => {
    const { body } = await post('/search', AIRPORT_TO_TOWN, { scenario: `none${';book:502'.repeat(200)}` });
    expect([body.code, body.message[0]]).toEqual([
      'invalid_scenario',
      'a sequence has at most 2000 characters, calls included; leave out some',
    ]);
  });

  it('continues after all scenarios of a step have acted', async () => {
    const { reservationId } = (
      await post('/book', bookRequest(await priced()), { scenario: 'completed;read:502,cancel:502;read:server-error' })
    ).body.reservations[0];
    const { searchId } = (await post('/search', AIRPORT_TO_TOWN)).body;
    expect((await read({ searchId })).status).toBe(400);
    expect((await read({ reservationId })).status).toBe(502);
    expect((await read({ reservationId })).status).toBe(200);
    expect((await post('/reservations/cancel', { reservationId })).status).toBe(502);
    expect((await read({ reservationId })).status).toBe(500);
    expect((await read({ reservationId })).status).toBe(200);
  });

  it('takes one step for each concurrent request, for every way of arming', async () => {
    const offer = await priced();
    const { searchId } = offer.search;
    await post('/book', bookRequest(offer), { scenario: 'completed; read:502; read:server-error(calls=2)' });
    const onReservation = await Promise.all(Array.from({ length: 12 }, () => read({ searchId })));
    const other = await priced('pricing:502; pricing:server-error(calls=2)');
    const onSearch = await Promise.all(
      Array.from({ length: 12 }, () => post('/pricing', pricingRequest(other.search, other.offer))),
    );
    await arm('read:502; read:server-error(calls=2)');
    const onProfile = await Promise.all(Array.from({ length: 12 }, () => read({ searchId })));
    const count = (responses: { status: number }[], status: number) =>
      responses.filter((response) => response.status === status).length;
    expect([count(onReservation, 502), count(onReservation, 500), count(onReservation, 200)]).toEqual([1, 2, 9]);
    // One of the pricings was met when the offer was priced.
    expect([count(onSearch, 502), count(onSearch, 500), count(onSearch, 200)]).toEqual([0, 2, 10]);
    expect([count(onProfile, 502), count(onProfile, 500), count(onProfile, 200)]).toEqual([1, 2, 9]);
  });
});

describe('the scenarios that a booking arms on its reservation', () => {
  it.each([
    ['cancel:502', (reservationId: string) => post('/reservations/cancel', { reservationId })],
    ['read:502', (reservationId: string) => read({ reservationId })],
    [
      'change-search:502',
      (reservationId: string) =>
        post('/reservations/changes/search', { reservationId, pickupDateTime: '2027-03-15T13:00:00' }),
    ],
    [
      'driver:502',
      (reservationId: string) => sandbox.get('/reservations/driver-vehicle', { keys, query: { reservationId } }),
    ],
  ])('%s meets it there, and no other reservation', async (scenario, send) => {
    const [asked, other] = [
      await post('/book', bookRequest(await priced()), { scenario }),
      await post('/book', bookRequest(await priced())),
    ];
    expect(asked.body.status).toBe('completed');
    const met = await send(asked.body.reservations[0].reservationId);
    expect([met.status, ...echo(met)]).toEqual([502, '502', 'reservation']);
    expect(echo(await send(other.body.reservations[0].reservationId))).toEqual([undefined, undefined]);
  });

  it('act on a call with any of its identifiers', async () => {
    const { reservationId, confirmationNumber, searchId, partnerTrackingId } = (
      await post('/book', bookRequest(await priced(), { partnerTrackingId: 'armed-1' }), { scenario: 'read:502' })
    ).body.reservations[0];
    for (const query of [{ reservationId }, { confirmationNumber }, { searchId }, { partnerTrackingId }] as Record<
      string,
      string
    >[])
      expect((await read(query)).status).toBe(502);
  });

  it('give way to a selection by the request', async () => {
    const { reservationId } = (await post('/book', bookRequest(await priced()), { scenario: 'read:502' })).body
      .reservations[0];
    expect(
      (await sandbox.get('/reservations/details', { keys, query: { reservationId }, scenario: 'none' })).status,
    ).toBe(200);
  });

  it('belong to the profile of the booking', async () => {
    const { reservationId } = (await post('/book', bookRequest(await priced()), { scenario: 'read:502' })).body
      .reservations[0];
    const other = await sandbox.sandbox.addProfile();
    const response = await sandbox.get('/reservations/details', { keys: other, query: { reservationId } });
    expect([response.body.code, ...echo(response)]).toEqual(['reservation_not_found', undefined, undefined]);
  });

  it('are in the state of the profile', async () => {
    const { reservationId } = (await post('/book', bookRequest(await priced()), { scenario: 'completed;read:502' }))
      .body.reservations[0];
    const state = stateClient(sandbox.baseUrl, keys);
    const file = await state.export();
    expect((await read({ reservationId })).status).toBe(502);
    expect((await read({ reservationId })).status).toBe(200);
    expect((await state.import(file)).status).toBe(200);
    expect((await read({ reservationId })).status).toBe(502);
  });

  it('are still armed after a restart on a file', async () => {
    const store = temporaryFile();
    const start = () => createSandbox({ store, seed: 'armed', clock: new VirtualClock(NOW), log: 'silent' });
    const first = await start();
    const send = async (own: typeof first, path: string, body?: object) =>
      sendRaw(await own.listen(), {
        method: body ? 'POST' : 'GET',
        path,
        headers: { ...own.headers(), ...(body && { 'Content-Type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
    const { body: search } = await send(first, '/search', AIRPORT_TO_TOWN);
    const offer = search.offers.find(easy);
    const { body: pricing } = await send(first, '/pricing', pricingRequest(search, offer));
    const path = '/book?scenario=read:502(calls=2)';
    const { body } = await send(first, path, bookRequest({ search, offer, pricing }));
    const details = `/reservations/details?reservationId=${body.reservations[0].reservationId}`;
    expect((await send(first, details)).status).toBe(502);
    await first.close();
    const second = await start();
    expect([(await send(second, details)).status, (await send(second, details)).status]).toEqual([502, 200]);
    await second.close();
  });
});

describe('calls', () => {
  it('applies to a single scenario: one acts once, and another remains armed', async () => {
    await arm('502-after-commit(calls=1),resend-double-books');
    const offer = await priced();
    expect((await post('/book', bookRequest(offer))).status).toBe(502);
    expect(await armed()).toEqual({ scenario: 'resend-double-books', calls: null });
    expect((await post('/book', bookRequest(offer))).body.status).toBe('completed');
    expect((await post('/book', bookRequest(offer))).body.status).toBe('completed');
  });

  it('the number of calls counts requests on which any of the scenarios acts', async () => {
    await arm('read:502(calls=1),search:502', 2);
    expect((await read({ searchId: '0f8fad5bd9cb469fa16570867728950e' })).status).toBe(502);
    expect(await armed()).toEqual({ scenario: 'search:502', calls: 1 });
    expect((await post('/search', AIRPORT_TO_TOWN)).status).toBe(502);
    expect(await armed()).toBeNull();
  });

  it('limits the scenario of a change too', async () => {
    const client = transferClient(sandbox, { keys });
    const { reservationId } = await client.reserve();
    const offer = await client.pricedChange(reservationId);
    const { body } = await post(
      '/reservations/changes',
      { ...bookRequest(offer), bookingToken: undefined, traveller: undefined, reservationId },
      { scenario: 'cancel:502(calls=1)' },
    );
    const changed = body.reservations[0].reservationId;
    expect((await post('/reservations/cancel', { reservationId: changed })).status).toBe(502);
    expect((await post('/reservations/cancel', { reservationId: changed })).status).toBe(200);
  });
});
