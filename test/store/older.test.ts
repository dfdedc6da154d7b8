import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Offer } from '../../src/interface/api.ts';
import { contentOf, stateClient } from '../control-api/state-client.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import { bookRequest } from '../transfers/transfer-client.ts';
import { leftovers } from './leftovers.ts';

// A store of version 9, made at 2027-01-10T12:00:00Z: a flight search, a transfer search and a pricing. made.json has
// what their responses gave. It was filled by an earlier version, and the migrations after the ninth were taken back.
const FOLDER = new URL('older/', import.meta.url);
const made = JSON.parse(readFileSync(new URL('made.json', FOLDER), 'utf8'));

describe('a store of an older version', () => {
  let sandbox: Sandbox;
  let baseUrl: string;
  beforeAll(async () => {
    const store = temporaryFile();
    writeFileSync(store, gunzipSync(readFileSync(new URL('store-009.db.gz', FOLDER))));
    sandbox = await createSandbox({ store, now: '2027-01-10T12:05:00Z', seed: 'older-store', log: 'silent' });
    baseUrl = await sandbox.listen();
  });
  afterAll(() => sandbox.close());
  const post = async (path: string, body: object) => {
    const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };

  // Its searches have no key of the world: an offer that is made again would have another price.
  it.each(made.offers as Offer[])('no longer has its flight offers: provider $gdsprovider', async (offer) => {
    const order = await post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer));
    expect(order).toMatchObject({ statusCode: 400, code: 'offer_not_found' });
  });

  it('has its pricings, and they can be booked', async () => {
    const { searchId, resultId, bookingToken, pricingToken } = made.booking;
    const flight = { airlineIataCode: 'IB', flightNumber: '3166' };
    const priced = {
      search: { searchId },
      offer: { resultId, bookingToken },
      pricing: { pricingToken },
    } as PricedOffer;
    expect(await post('/book', bookRequest(priced, { flight }))).toMatchObject({ status: 'completed', searchId });
  });
});

// A store of version 11, made at the same instant: two profiles, each with offers, an order, pricings, a completed and
// a pending booking, an armed scenario and a journal. exports-011.json.gz has what that version exported of them.
it('a store of version 11 keeps everything except flight searches, as exports show', async () => {
  const store = temporaryFile();
  writeFileSync(store, gunzipSync(readFileSync(new URL('store-011.db.gz', FOLDER))));
  const exported = JSON.parse(gunzipSync(readFileSync(new URL('exports-011.json.gz', FOLDER))).toString()) as {
    keys: KeyPair;
    file: object;
  }[];
  const sandbox = await createSandbox({ store, now: '2027-01-10T12:05:00Z', seed: 'older-store', log: 'silent' });
  const baseUrl = await sandbox.listen();
  for (const { keys, file } of exported) {
    const client = stateClient(baseUrl, keys);
    const before = contentOf(JSON.stringify(file));
    const searches = before.searches.filter(({ kind }: { kind: string }) => kind !== 'flights');
    const exchanges = before.journal.exchanges.map((exchange: object) => ({ ...exchange, origin: 'client' }));
    const bookings = before.bookings.map((booking: object) => ({ ...booking, first_status: null }));
    const content = { ...before, version: 4, searches, bookings, journal: { ...before.journal, exchanges } };
    const exportedAgain = await client.export();
    const again = contentOf(exportedAgain);
    expect(again).toEqual(content);
    expect(Object.keys(again)).toEqual(Object.keys(content));
    for (const table of ['searches', 'pricings', 'orders', 'bookings'])
      expect([table, Object.keys(again[table][0])]).toEqual([table, Object.keys(content[table][0])]);
    expect(await client.import(exportedAgain)).toMatchObject({ status: 200 });
    expect(contentOf(await client.export())).toEqual(content);
  }
  await sandbox.close();
  expect(await leftovers(store)).toEqual({});
});
