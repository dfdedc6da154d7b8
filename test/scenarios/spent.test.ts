import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { control } from '../control-api/control-client.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { armedOn, latestOf } from './spent.ts';

const sandbox = useSandbox();
let keys: KeyPair;
beforeEach(async () => {
  keys = await sandbox.sandbox.addProfile();
});

async function arm(scenario: string, calls?: number): Promise<void> {
  const path = `/profiles/${keys.profileCode}/scenario`;
  expect((await control(sandbox.baseUrl, 'PUT', path, { body: { scenario, calls } })).status).toBe(200);
}

const priced = (count: number) =>
  Promise.all(Array.from({ length: count }, () => transferClient(sandbox, { keys }).priced()));
const book = (offer: PricedOffer, more: object = {}, scenario?: string) =>
  sandbox.post('/book', { ...bookRequest(offer), ...more }, { keys, scenario });
const said = ({ headers }: { headers: Record<string, string> }) =>
  ['', '-from', '-idle'].map((suffix) => headers[`x-sandbox-scenario${suffix}`]);

/** Counts responses by status, and by the booking's status for 200. */
function countOf(responses: readonly { status: number; body: { status?: string } }[]): Record<string, number> {
  const kinds = responses.map(({ status, body }) => (status === 200 ? (body.status ?? '200') : `${status}`));
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}

describe('a scenario with a number of calls', () => {
  it.each([
    ['book:502-after-commit', '502'],
    ['book:502', '502'],
    ['book:pending', 'pending'],
    ['book:server-error-after-commit', '500'],
  ])('%s acts on exactly three of twenty at once, among ten that are refused', async (scenario, kind) => {
    const offers = await priced(20);
    await arm(scenario, 3);
    const refused = offers.slice(0, 10).map((offer) => book(offer, { surplus: 1 }));
    const responses = await Promise.all([...refused, ...offers.map((offer) => book(offer))]);
    expect(countOf(responses)).toEqual({ 400: 10, [kind]: 3, completed: 17 });
    expect(await armedOn(sandbox, keys)).toBeNull();
  });

  it('acts on exactly three of the calls that the domain accepts', async () => {
    const offers = await priced(12);
    await arm('book:502-after-commit', 3);
    const refused = offers.map((offer) => book(offer, { bookingToken: 'not-the-token-of-this-offer-at-all' }));
    const responses = await Promise.all([...refused, ...offers.map((offer) => book(offer))]);
    expect(countOf(responses)).toEqual({ failed: 12, 502: 3, completed: 9 });
  });

  it('repeats each step of a sequence for its number of concurrent calls', async () => {
    const offers = await priced(10);
    await arm('book:failed; book:pending(calls=2); book:502-after-commit');
    expect(countOf(await Promise.all(offers.map((offer) => book(offer))))).toMatchObject({ failed: 1, pending: 2 });
    const [last] = await priced(1);
    const after = last && (await book(last));
    expect([502, 200]).toContain(after?.status);
    expect(await armedOn(sandbox, keys)).toBeNull();
  });

  it('is not used up by the delay of a scenario that acts with it', async () => {
    const [offer] = await priced(1);
    await arm('book:slow(delay=PT0S),book:502-after-commit', 1);
    const refused = offer && (await book(offer, { bookingToken: 'not-the-token-of-this-offer-at-all' }));
    expect(refused && said(refused)).toEqual(['slow', 'profile', '502; reason=refused']);
    const accepted = offer && (await book(offer));
    expect(accepted && [accepted.status, ...said(accepted)]).toEqual([502, 'slow,502', 'profile', undefined]);
    expect(await armedOn(sandbox, keys)).toBeNull();
  });

  it('counts one call for all scenarios that act together', async () => {
    const offers = await priced(3);
    await arm('book:pending,book:unknown-fields', 2);
    const names = [];
    for (const offer of offers) names.push(said(await book(offer))[0]);
    expect(names).toEqual(['pending,unknown-fields', 'pending,unknown-fields', undefined]);
  });

  it('is still armed if the client disconnects before it acts', async () => {
    await arm('search:slow(delay=PT0.2S),search:502', 1);
    const { host } = new URL(sandbox.baseUrl);
    const headers = Object.entries(sandbox.sandbox.headers(keys)).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
    const body = JSON.stringify({
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime: '2027-03-15T11:30:00',
      passengers: 2,
    });
    socket.write(
      `POST /search HTTP/1.1\r\nHost: ${host}\r\n${headers.join('')}Content-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await wait(100);
    socket.destroy();
    const left = async (): Promise<Awaited<ReturnType<typeof latestOf>>> =>
      (await latestOf(sandbox, keys)) ?? wait(20).then(left);
    const { ending, idle } = await left();
    expect([ending, idle]).toEqual(['client-gone', expect.arrayContaining([{ name: '502', reason: 'client-gone' }])]);
    await wait(300);
    expect(await armedOn(sandbox, keys)).toEqual({ scenario: 'search:slow(delay=PT0.2S),search:502', calls: 1 });
  });
});

describe('the response names an idle scenario with its reason', () => {
  const reasons = [
    ['the service refused the call', 'pending', { surplus: 1 }, ['none', 'query', 'pending; reason=refused']],
    ['another scenario ended the call', '502,pending', {}, ['502', 'query', 'pending; reason=overtaken']],
    ['its chance decided so', 'pending(chance=0)', {}, ['none', 'query', 'pending; reason=chance']],
    ['nothing was made to be armed', '502;read:502', {}, ['502', 'query', 'read:502(calls=1); reason=overtaken']],
  ] as const;

  it.each(reasons)('%s', async (_why, scenario, more, headers) => {
    const [offer] = await priced(1);
    const response = offer && (await book(offer, more, scenario));
    expect(response && said(response)).toEqual(headers);
  });

  it('an idle scenario does not change this call, and stays armed', async () => {
    const { reservationId } = await transferClient(sandbox, { keys }).reserve();
    await arm('no-show', 1);
    const response = await sandbox.get('/reservations/tracking', { keys, query: { reservationId } });
    expect([response.status, ...said(response)]).toEqual([200, 'none', 'profile', 'no-show; reason=no-effect']);
    expect(await armedOn(sandbox, keys)).toEqual({ scenario: 'no-show', calls: 1 });
  });
});
