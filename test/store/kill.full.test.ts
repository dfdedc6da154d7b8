import { expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

const HEADERS = {
  Authorization: 'Bearer sk_sandbox_taxiway_demo',
  'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
  'Content-Type': 'application/json',
};
const OPTIONS = ['--log', 'silent', '--now', '2027-01-10T12:00:00Z', '--seed', 'kill'];

it('every acknowledged order and reservation survives kill -9 during the work', async () => {
  const store = temporaryFile();
  const first = await serveTaxiway(['--store', store, ...OPTIONS]);
  const orders: {
    orderId: string;
    offerId: string;
    status: string;
    totalAmount: number;
    currency: string;
    createdAt: string;
  }[] = [];
  const reservations: { reservationId: string }[] = [];
  let asked = 0;
  const post = async (path: string, body: object) => {
    asked += 1;
    return (await sendRaw(first.baseUrl, { method: 'POST', path, headers: HEADERS, body: JSON.stringify(body) })).body;
  };
  const orderOn = async () => {
    for (;;) {
      const { offers } = await post('/v1/flights/search', FLIGHT_SEARCH);
      for (const offer of offers)
        orders.push(await post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer)));
    }
  };
  const bookOn = async () => {
    for (;;) {
      const { searchId, offers } = await post('/search', AIRPORT_TO_TOWN);
      for (const { resultId, bookingToken } of offers.filter(easy)) {
        const { pricingToken } = await post('/pricing', { searchId, resultId, bookingToken });
        reservations.push(
          (await post('/book', { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER }))
            .reservations[0],
        );
      }
    }
  };
  const workers = [orderOn(), orderOn(), orderOn(), bookOn(), bookOn(), bookOn()].map((worker) =>
    worker.catch((error: Error) => error),
  );
  while (orders.length < 60 || reservations.length < 30) await new Promise((resolve) => setTimeout(resolve, 5));
  first.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  for (const error of await Promise.all(workers))
    expect(error.message).toMatch(/ECONNRESET|ECONNREFUSED|socket hang up/);
  expect(asked).toBeGreaterThan(orders.length + reservations.length);

  const second = await serveTaxiway(['--store', store, ...OPTIONS]);
  const get = async (path: string) => (await sendRaw(second.baseUrl, { path, headers: HEADERS })).body;
  const kept = await Promise.all(
    orders.map(({ orderId }) => get(`/_sandbox/profiles/${demoKeys.profileCode}/resources/${orderId}`)),
  );
  expect(kept.map(({ resource }) => resource)).toMatchObject(
    orders.map(({ orderId, offerId, status, totalAmount, currency, createdAt }) => ({
      resourceId: orderId,
      ...{ offerId, status, totalAmount, currency, createdAt },
    })),
  );
  const read = await Promise.all(
    reservations.map(({ reservationId }) => get(`/reservations/details?reservationId=${reservationId}`)),
  );
  expect(read.map(({ reservations: [reservation] }) => reservation)).toEqual(reservations);
  second.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
