import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import type { Offer } from '../../src/interface/api.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import type { RawResponse } from '../server/wire.ts';
import { sendRaw } from '../server/wire.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';
import { headersOf } from './control-client.ts';

/** Calls the service and the control API with one key pair, without checking the responses. */
export function stateClient(baseUrl: string, keys: KeyPair) {
  const call = (method: string, path: string, body?: object | string) =>
    sendRaw(baseUrl, {
      method,
      path,
      headers: { ...headersOf(keys), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
  const own = `/_sandbox/profiles/${keys.profileCode}`;
  return {
    keys,
    call,
    reset: () => call('POST', `${own}/reset`),
    export: async (): Promise<string> => (await ok(call('GET', `${own}/export`))).text,
    import: (file: string) => call('POST', `${own}/import`, file),
    resource: (resourceId: string) => call('GET', `${own}/resources/${resourceId}`),
    remove: () => call('DELETE', own),
    arm: (scenario: string, calls?: number) => ok(call('PUT', `${own}/scenario`, { scenario, calls })),
    searchFlights: async () => (await ok(call('POST', '/v1/flights/search', FLIGHT_SEARCH))).body.offers as Offer[],
    /** Orders an offer, `<gdsprovider>/<offerId>`, without passengers. */
    order: (offer: string) => call('POST', `/v1/flights/order/${offer}`, { currency: 'EUR', passengers: [] }),
    /** A transfer search with its first easy offer, priced. */
    async price(trip: object = {}) {
      const { body: search } = await ok(call('POST', '/search', { ...AIRPORT_TO_TOWN, ...trip }));
      const { resultId, bookingToken } = search.offers.find(easy);
      const {
        body: { pricingToken },
      } = await ok(call('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken }));
      return { searchId: search.searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
    },
    book: async (priced: object, query = '') => (await ok(call('POST', `/book${query}`, priced))).body,
    read: (query: string) => call('GET', `/reservations/details?${query}`),
  };
}

export type StateClient = ReturnType<typeof stateClient>;

export async function ok(responding: Promise<RawResponse>): Promise<RawResponse> {
  const response = await responding;
  expect([response.status, response.text]).toEqual([200, response.text]);
  return response;
}

/** Calls every kind of operation, and returns the responses without request ids. */
export async function walk(client: StateClient): Promise<string[]> {
  const responses: string[] = [];
  const note = async (responding: Promise<RawResponse>) => {
    const { status, text, body } = await responding;
    responses.push(`${status} ${text.replaceAll(/req_\w+/g, 'req')}`);
    return body;
  };
  const { offers } = await note(client.call('POST', '/v1/flights/search', FLIGHT_SEARCH));
  for (const gdsprovider of [0, 1]) {
    const offer = offers.find((one: Offer) => one.gdsprovider === gdsprovider);
    await note(client.call('POST', `/v1/flights/order/${gdsprovider}/${offer.offerId}`, flightOrder(offer)));
  }
  for (const query of [
    '',
    '?scenario=pending',
    '?scenario=502-after-commit',
    '?scenario=failed(chance=0.5)',
    '?scenario=failed(chance=0.5)',
  ]) {
    const search = await note(client.call('POST', '/search', AIRPORT_TO_TOWN));
    const { resultId, bookingToken } = search.offers.find(easy);
    const { pricingToken } = await note(
      client.call('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken }),
    );
    await note(
      client.call('POST', `/book${query}`, {
        searchId: search.searchId,
        resultId,
        bookingToken,
        pricingToken,
        traveller: TRAVELLER,
      }),
    );
    await note(client.read(`searchId=${search.searchId}`));
  }
  return responses;
}

/** The text of a file with a checksum that matches its content. */
export function sealed(file: Record<string, unknown>): string {
  const { checksum: _, ...rest } = file;
  return JSON.stringify({
    ...rest,
    checksum: `sha256:${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`,
  });
}

/** The content of a file, without the instant of its export. */
export function contentOf(text: string) {
  const { exportedAt: _, checksum: _checksum, ...content } = JSON.parse(text);
  return content;
}
