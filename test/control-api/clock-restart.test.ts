import { expect, it } from 'vitest';
import { HOUR, MINUTE, VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';
import { after } from './clocked-profile.ts';

/** A sandbox on a store, `ahead` milliseconds after the first one was started. */
async function start(store: string, ahead = 0) {
  const sandbox = await createSandbox({
    store,
    seed: 'restart',
    clock: new VirtualClock(after(NOW, ahead)),
    log: 'silent',
  });
  const baseUrl = await sandbox.listen();
  return {
    sandbox,
    as(keys: KeyPair) {
      const headers = { ...sandbox.headers(keys), 'Content-Type': 'application/json' };
      const call = async (method: string, path: string, body?: object) =>
        (await sendRaw(baseUrl, { method, path, headers, ...(body && { body: JSON.stringify(body) }) })).body;
      return {
        call,
        control: (method: string, path: string, body?: object) =>
          call(method, `/_sandbox/profiles/${keys.profileCode}/${path}`, body),
      };
    },
  };
}

it('a sandbox restarted on its store keeps the clocks and resources of its profiles', async () => {
  const store = temporaryFile();
  const before = await start(store);
  const [frozen, running] = [await before.sandbox.addProfile(), await before.sandbox.addProfile()];
  const mine = before.as(frozen);
  await mine.control('PUT', 'clock', { mode: 'frozen', now: '2027-02-01T08:00:00Z' });
  await before.as(running).control('POST', 'clock/advance', { by: 'P1D' });
  const { offers } = await mine.call('POST', '/v1/flights/search', FLIGHT_SEARCH);
  await mine.call('POST', `/v1/flights/order/${offers[0].gdsprovider}/${offers[0].offerId}`, flightOrder(offers[0]));
  const found = await mine.call('POST', '/search', AIRPORT_TO_TOWN);
  const { resultId, bookingToken } = found.offers.find(easy);
  const { pricingToken } = await mine.call('POST', '/pricing', { searchId: found.searchId, resultId, bookingToken });
  const request = { searchId: found.searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
  expect((await mine.call('POST', '/book?scenario=pending(reads=9,after=PT1M)', request)).status).toBe('pending');
  const looked = async (profile: typeof mine) =>
    Promise.all(
      ['searches', 'offers', 'orders', 'reservations'].map((kind) =>
        profile.control('GET', `resources?kind=${kind}&limit=200`),
      ),
    );
  const seen = await looked(mine);
  await before.sandbox.close();

  const again = await start(store, 5 * HOUR);
  expect(await again.as(running).control('GET', 'clock')).toMatchObject({
    now: after(NOW, 29 * HOUR),
    mode: 'running',
    aheadOfService: 'P1D',
  });
  expect(await again.as(frozen).control('GET', 'clock')).toEqual({
    now: '2027-02-01T08:00:00.000Z',
    mode: 'frozen',
    liveMode: false,
  });
  expect(await looked(again.as(frozen))).toEqual(seen);
  const { due } = await again.as(frozen).control('POST', 'clock/advance', { by: 'PT1M' });
  expect(due.map(({ at, what }: { at: string; what: string }) => [at, what])).toEqual([
    [after('2027-02-01T08:00:00Z', MINUTE), 'booking_completed'],
  ]);
  expect(
    await again.as(frozen).call('GET', `/v1/flights/offers/${offers[1].gdsprovider}/${offers[1].offerId}`),
  ).toEqual({ offerData: offers[1], liveMode: false });
  expect(again.sandbox.violations).toEqual([]);
  await again.sandbox.close();
});
