import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../src/call.ts';
import { Ids } from '../../src/ids.ts';
import { transferSupplier } from '../../src/mock-providers/transfer-supplier/transfer-supplier.ts';
import type { BookingEffect, Effects } from '../../src/scenarios/effects.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { bookTransfer } from '../../src/transfers/book.ts';
import { priceTransfer } from '../../src/transfers/pricing.ts';
import { getReservation } from '../../src/transfers/read-reservation.ts';
import { searchTransfers } from '../../src/transfers/search.ts';
import { settleDue } from '../../src/transfers/settle.ts';
import { adaptSupplier } from '../../src/transfers/supplier-adapter.ts';
import type { Transfers } from '../../src/transfers/transfers.ts';
import { AIRPORT_TO_TOWN, TRAVELLER, easy } from './transfer-client.ts';

/** What no scenario reaches through HTTP yet. */

const NOW = Date.parse('2027-01-10T12:00:00Z');
const ids = new Ids('domain');
let store: Store;
let transfers: Transfers;

beforeEach(async () => {
  store = await openStore(':memory:');
  transfers = { supplier: adaptSupplier(transferSupplier), searches: store.searches, pricings: store.pricings, bookings: store.bookings, settings: { transferOfferMinutes: 15 } };
});
afterEach(() => store.close());

const call = (effects: Effects = {}, now = NOW): Call => ({ profile: { code: 'dp_domain', name: '', marginPercent: 0 }, now, effects, ids });

async function priced() {
  const { searchId, offers } = await searchTransfers(transfers, call(), AIRPORT_TO_TOWN);
  const { resultId, bookingToken } = offers.find(easy)!;
  const { pricingToken } = await priceTransfer(transfers, call(), { searchId, resultId, bookingToken });
  return { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
}

const asked = (booking: BookingEffect): Call => call({ supplier: { booking } });

describe('the supplier', () => {
  it('that is down makes the search fail upstream, and nothing is kept of it', async () => {
    const kept: string[] = [];
    const watched = { ...transfers, searches: { ...store.searches, add: async (record: { searchId: string }) => { kept.push(record.searchId); } } };
    await expect(searchTransfers(watched, call({ supplier: { search: 'down' } }), AIRPORT_TO_TOWN)).rejects.toMatchObject({ code: 'upstream_failed', status: 502 });
    expect(kept).toEqual([]);
  });

  it.each([['no_availability', 'no_availability'], ['price_changed', 'price_changed'], ['rejected', 'supplier_rejected']] as const)('refuses a booking for %s', async (reason, code) => {
    const request = await priced();
    await expect(bookTransfer(transfers, asked({ outcome: 'failed', reason }), request)).rejects.toMatchObject({ code });
    expect((await bookTransfer(transfers, call(), request)).status).toBe('completed');
  });
});

describe('a flight search', () => {
  it('is no transfer search', async () => {
    const request = await priced();
    const searchId = 'a'.repeat(32);
    await store.searches.add({ searchId, profileCode: 'dp_domain', kind: 'flights', seed: 's', createdAt: NOW, expiresAt: NOW + 1, origin: {} });
    await expect(bookTransfer(transfers, call(), { ...request, searchId })).rejects.toMatchObject({ code: 'search_not_found' });
    await expect(priceTransfer(transfers, call(), { ...request, searchId })).rejects.toMatchObject({ code: 'search_not_found' });
  });
});

describe('a search without offers', () => {
  it('has none later either', async () => {
    const { searchId, offers } = await searchTransfers(transfers, call({ supplier: { search: 'empty' } }), AIRPORT_TO_TOWN);
    const elsewhere = { ...transfers, supplier: adaptSupplier(transferSupplier) };
    expect(offers).toEqual([]);
    await expect(priceTransfer(elsewhere, call(), { searchId, resultId: 'a'.repeat(32), bookingToken: 'bt_x' })).rejects.toMatchObject({ code: 'result_not_found' });
  });
});

describe('the offers of a search', () => {
  it('are the same when they are made again, after a restart or many other searches', async () => {
    const request = await priced();
    for (let i = 0; i < 120; i++) await searchTransfers(transfers, call(), AIRPORT_TO_TOWN);
    expect((await bookTransfer(transfers, call(), request)).status).toBe('completed');
    const second = await priced();
    expect((await bookTransfer({ ...transfers, supplier: adaptSupplier(transferSupplier) }, call(), second)).status).toBe('completed');
  });
});

describe('a pending booking', () => {
  const pending = (more: object) => asked({ outcome: 'pending', settlesTo: 'completed', afterReads: null, afterMs: null, ...more });

  it('without an end stays pending', async () => {
    const request = await priced();
    await bookTransfer(transfers, pending({}), request);
    for (let i = 0; i < 5; i++) expect((await getReservation(transfers, call({}, NOW + i * 1e9), { searchId: request.searchId })).status).toBe('pending');
  });

  it('that ends after no reads is settled by the first', async () => {
    const request = await priced();
    await bookTransfer(transfers, pending({ afterReads: 0 }), request);
    expect((await getReservation(transfers, call(), { searchId: request.searchId })).status).toBe('completed');
  });

  it('is settled when it is due, each of many, and none before', async () => {
    const requests = [];
    for (let i = 0; i < 130; i++) {
      requests.push(await priced());
      await bookTransfer(transfers, pending({ afterMs: 1000 }), requests[i]!);
    }
    const late = await priced();
    await bookTransfer(transfers, pending({ afterMs: 1001 }), late);
    await settleDue(transfers, NOW + 1000);
    const statuses = await Promise.all([...requests, late].map(async ({ searchId }) => (await store.bookings.find('dp_domain', { searchId }))[0]!.status));
    expect(statuses).toEqual([...Array(130).fill('completed'), 'pending']);
  });

  it('fails for the reason that the supplier gives', async () => {
    const request = await priced();
    await bookTransfer(transfers, asked({ outcome: 'pending', settlesTo: 'failed', afterReads: 0, afterMs: null, reason: 'no_availability' }), request);
    expect(await getReservation(transfers, call(), { searchId: request.searchId })).toMatchObject({ status: 'failed', error: { code: 'no_availability' } });
  });
});

describe('a booking sent again', () => {
  it('is answered also when its search and its pricing have been purged', async () => {
    const request = await priced();
    const first = await bookTransfer(transfers, call(), request);
    expect([await store.searches.purge(Infinity, 10), await store.pricings.purge(Infinity, 10)]).toEqual([1, 1]);
    expect(await bookTransfer(transfers, call(), request)).toEqual(first);
  });
});
