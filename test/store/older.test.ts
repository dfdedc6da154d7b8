import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Offer } from '../../src/interface/api.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import { bookRequest } from '../transfers/transfer-client.ts';
import { temporaryFile } from './temporary-file.ts';

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

  it.each(made.offers as Offer[])('has its offers, which can be ordered: provider $gdsprovider', async (offer) => {
    const order = await post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer));
    expect(order).toMatchObject({ status: 'booked', offerId: offer.offerId, totalAmount: offer.totalAmount });
  });

  it('has its pricings, which can be booked', async () => {
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
