import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox, SandboxOptions } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Offer, TransferOffer } from '../../src/interface/api.ts';
import { stores } from '../store/stores.ts';
import { NOW } from '../support/sandbox.ts';
import type { Search } from '../transfers/transfer-client.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import type { RawResponse } from './wire.ts';
import { sendRaw } from './wire.ts';

describe('the same seed, clock and requests', () => {
  it('make the same bytes, on both journeys and in errors: status, every header and body', async () => {
    const [first, second] = await Promise.all([walkAlone({ seed: 'one' }), walkAlone({ seed: 'one' })]);
    expect(first.map(({ status }) => status)).toContain(502);
    expect(first.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(12);
    expect(second).toEqual(first);
  });

  it.each(stores)('make the same bytes in any empty store ($name)', async ({ newAddress }) => {
    const [inMemory, stored] = await Promise.all([
      walkAlone({ seed: 'one', store: ':memory:' }),
      walkAlone({ seed: 'one', store: newAddress() }),
    ]);
    expect(stored).toEqual(inMemory);
  });

  it('make the same bytes with a given clock and with a clock frozen by now', async () => {
    const [handed, stopped] = await Promise.all([
      walkAlone({ seed: 'one' }),
      walkAlone({ seed: 'one', clock: undefined, now: NOW }),
    ]);
    expect(stopped).toEqual(handed);
  });
});

describe('another seed', () => {
  it('leads to other ids, tokens and prices', async () => {
    const [one, two] = await Promise.all([walkAlone({ seed: 'one' }), walkAlone({ seed: 'two' })]);
    const ids = idsIn(one);
    expect(ids.length).toBeGreaterThan(40);
    expect(idsIn(two).filter((id) => ids.includes(id))).toEqual([]);
    expect(two.map(({ status }) => status)).toEqual(one.map(({ status }) => status));
  });

  it('is drawn at every start by default', async () => {
    const [one, two] = await Promise.all([walkAlone({ seed: null }), walkAlone({ seed: null })]);
    expect(idsIn(one).filter((id) => idsIn(two).includes(id))).toEqual([]);
  });
});

describe('the calls of one profile', () => {
  it('change only the request ids in responses to other profiles', async () => {
    const alone = await withSandbox({ seed: 'one' }, async (sandbox, baseUrl) =>
      walk(sandbox, baseUrl, await sandbox.addProfile()),
    );
    const amongOthers = await withSandbox({ seed: 'one' }, async (sandbox, baseUrl) => {
      const mine = await sandbox.addProfile();
      const other = await sandbox.addProfile();
      const [responses] = await Promise.all([
        walk(sandbox, baseUrl, mine),
        walk(sandbox, baseUrl, other),
        walk(sandbox, baseUrl, sandbox.demoKeys),
      ]);
      return responses;
    });
    expect(amongOthers.map(withoutRequestId)).toEqual(alone.map(withoutRequestId));
  });
});

/** Both journeys whole, a pending booking read to its end, a change, a cancellation, and errors of every kind. */
async function walk(sandbox: Sandbox, baseUrl: string, keys: KeyPair): Promise<RawResponse[]> {
  const responses: RawResponse[] = [];
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = sandbox.headers(keys),
  ) => {
    const response = await sendRaw(baseUrl, {
      method,
      path,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    responses.push(response);
    return response.body;
  };
  const price = async (search: Search, offer: TransferOffer, path: string, more: object) => {
    const { searchId } = search;
    const { resultId, bookingToken } = offer;
    const { pricingToken } = await send('POST', '/pricing', {
      searchId,
      resultId,
      bookingToken,
      amenities: [offer.amenities[0].key],
    });
    return send('POST', path, { searchId, resultId, pricingToken, ...more });
  };
  const book = async (query = '') => {
    const search = await send('POST', '/search', AIRPORT_TO_TOWN);
    const offer = search.offers.find(easy);
    return price(search, offer, `/book${query}`, { bookingToken: offer.bookingToken, traveller: TRAVELLER });
  };

  const { offers } = await send('POST', '/v1/flights/search', FLIGHT_SEARCH);
  for (const offer of [
    offers.find((o: Offer) => o.gdsprovider === 0),
    offers.find((o: Offer) => o.gdsprovider === 1),
  ]) {
    await send('GET', `/v1/flights/offers/${offer.gdsprovider}/${offer.offerId}`);
    await send('POST', `/v1/flights/order/required-fields/${offer.gdsprovider}/${offer.offerId}`, {
      offerId: offer.offerId,
      passengers: [{ type: 'adult' }],
    });
    const { orderId } = await send(
      'POST',
      `/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`,
      flightOrder(offer),
    );
    await send('GET', `/_sandbox/profiles/${keys.profileCode}/resources/${orderId}`);
    await send('POST', `/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer));
  }
  const { reservations } = await book();
  const { reservationId } = reservations[0];
  const change = await send('POST', '/reservations/changes/search', {
    reservationId,
    pickupDateTime: '2027-03-15T13:00:00',
  });
  const changed = (await price(change, change.offers[0], '/reservations/changes', { reservationId })).reservations[0];
  const { searchId } = await book('?scenario=pending');
  for (let read = 0; read < 3; read++) await send('GET', `/reservations/details?searchId=${searchId}`);
  await book('?scenario=502-after-commit');
  await send('GET', `/reservations/driver-vehicle?reservationId=${changed.reservationId}`);
  await send('GET', `/reservations/tracking?reservationId=${changed.reservationId}`);
  await send('POST', '/reservations/cancel', { reservationId: changed.reservationId });

  await send('POST', '/v1/flights/search', { slices: [] });
  await send('POST', '/v1/flights/search', FLIGHT_SEARCH, {});
  await send('POST', '/v1/flights/search', FLIGHT_SEARCH, { ...sandbox.headers(keys), Authorization: 'Bearer wrong' });
  await send('POST', '/v1/flights/search?scenario=server-error', FLIGHT_SEARCH);
  await send('GET', '/nowhere');
  await send('PUT', '/search');
  return responses;
}

function walkAlone(options: SandboxOptions): Promise<RawResponse[]> {
  return withSandbox(options, (sandbox, baseUrl) => walk(sandbox, baseUrl, sandbox.demoKeys));
}

async function withSandbox<T>(
  options: SandboxOptions,
  run: (sandbox: Sandbox, baseUrl: string) => Promise<T>,
): Promise<T> {
  const sandbox = await createSandbox({ clock: new VirtualClock(NOW), log: 'silent', ...options });
  const result = await run(sandbox, await sandbox.listen());
  await sandbox.close();
  return result;
}

/** Everything in the responses that names something: ids, tokens, confirmation numbers. */
function idsIn(responses: readonly RawResponse[]): string[] {
  const found = responses.flatMap(({ text }) =>
    [...text.matchAll(/"(\w+(?:Id|Token)|confirmationNumber)":"([^"]+)"/g)].map((match) => match[2]),
  );
  return [...new Set(found)].filter((id) => !/_pax_\d+$/.test(id));
}

function withoutRequestId({ status, text, headers: { 'x-request-id': _, ...headers } }: RawResponse) {
  return { status, headers, text: text.replace(/req_\w+/, 'req_') };
}
