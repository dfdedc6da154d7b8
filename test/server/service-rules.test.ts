import { describe, expect, it } from 'vitest';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { makeCall, prepareCall, prepareCalls } from './calls.ts';
import { documentedOperations } from './spec.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox();
const live = useSandbox({ liveMode: true });
const prefixed = useSandbox({ transferPrefix: '/transfers' });

describe('the base URL', () => {
  it('is the only prefix of a documented path, with any host and port [service.base-url]', async () => {
    const other = (await sandbox.sandbox.listen()).replace('127.0.0.1', 'localhost');
    expect(new URL(other).host).not.toBe(new URL(sandbox.baseUrl).host);
    const calls = await prepareCalls(sandbox);
    for (const { operationId, method } of documentedOperations) {
      const { path, query, body } = calls[operationId];
      for (const baseUrl of [other, sandbox.baseUrl]) {
        const address = `${path}?${new URLSearchParams({ ...query, scenario: 'server-error' }).toString()}`;
        const headers = { ...sandbox.sandbox.headers(), 'Content-Type': 'application/json' };
        expect(
          (await sendRaw(baseUrl, { method, path: address, headers, body: body && JSON.stringify(body) })).status,
        ).toBe(500);
      }
    }
  });

  it('may have a prefix for the transfer operations, set by an option', async () => {
    for (const { operationId, method, path, tag } of documentedOperations) {
      const served =
        tag === 'transfers' ? `/transfers${path}` : path.replace('{gdsprovider}', '0').replace('{offerId}', 'x');
      expect([operationId, (await sendRaw(prefixed.baseUrl, { method, path: served })).status]).toEqual([
        operationId,
        401,
      ]);
      if (tag === 'transfers') expect((await sendRaw(prefixed.baseUrl, { method, path })).status).toBe(404);
    }
  });
});

it('the sandbox serves both journeys, with liveMode false in every response [service.sandbox]', async () => {
  const flights = flightClient(sandbox);
  const [offer] = await flights.search();
  const order = await flights.orderWhole(offer);
  const transfers = transferClient(sandbox);
  const reservation = await transfers.reserve();
  const change = await transfers.confirm(
    reservation.reservationId,
    await transfers.pricedChange(reservation.reservationId),
  );
  const read = await transfers.read({ reservationId: reservation.reservationId });
  expect([order.body.liveMode, change.liveMode, read.liveMode]).toEqual([false, false, false]);
  expect([order.body.status, change.status, read.reservations[0].state]).toEqual(['booked', 'completed', 'changed']);
});

it.each(documentedOperations)(
  '$operationId returns liveMode true in live mode, even in errors ' +
    '[service.live-mode.every-response] [flight-search.live-mode]',
  async ({ operationId }) => {
    const call = await prepareCall(live, operationId);
    const responses = [
      await makeCall(live, call, { headers: { Authorization: null } }),
      await makeCall(live, call, { scenario: 'server-error' }),
      await makeCall(live, call, { query: { unlisted: '1' } }),
      await makeCall(live, call),
    ];
    expect(responses.map(({ status, body }) => [status, body.liveMode])).toEqual([
      [401, true],
      [500, true],
      [400, true],
      [200, true],
    ]);
  },
);

it('a flight endpoint responds only below /v1, and a transfer endpoint only without it [versioning.flight-v1-path]', async () => {
  const calls = await prepareCalls(sandbox);
  for (const { operationId, tag } of documentedOperations) {
    const call = calls[operationId];
    expect(call.path.startsWith('/v1/')).toBe(tag === 'flights');
    const otherwise = tag === 'flights' ? call.path.slice('/v1'.length) : `/v1${call.path}`;
    expect((await makeCall(sandbox, { ...call, path: otherwise })).status).toBe(404);
    expect(
      (await makeCall(sandbox, { ...call, path: call.path.replace('/v1/', '/v2/') }, { scenario: 'server-error' }))
        .status,
    ).toBe(tag === 'flights' ? 404 : 500);
  }
});
