import { describe, expect, it } from 'vitest';
import type { BookRequest } from '../../src/interface/api.ts';
import { transferSupplier } from '../../src/mock-providers/transfer-supplier/transfer-supplier.ts';
import type { BookingEffect } from '../../src/scenarios/effects.ts';
import { bookTransfer } from '../../src/transfers/book.ts';
import { priceTransfer } from '../../src/transfers/pricing.ts';
import { getReservation } from '../../src/transfers/read-reservation.ts';
import { searchTransfers } from '../../src/transfers/search.ts';
import { settleDue } from '../../src/transfers/settle.ts';
import { adaptSupplier } from '../../src/transfers/supplier/adapter.ts';
import { ownerOf } from '../store/records.ts';
import { DOMAIN_NOW, useTransfers } from './domain.ts';
import { AIRPORT_TO_TOWN, TRAVELLER } from './transfer-client.ts';

/** Situations that no scenario reaches through HTTP yet. */

const domain = useTransfers();
const call: typeof domain.call = (...args) => domain.call(...args);
const priced = () => domain.priced();
const withBooking = (booking: BookingEffect) => call({ supplier: { booking } });

describe('the supplier', () => {
  it('a supplier that is down makes the search fail upstream, and nothing is stored', async () => {
    const kept: string[] = [];
    const watched = {
      ...domain.transfers,
      searches: {
        ...domain.store.searches,
        add: (record: { searchId: string }) => {
          kept.push(record.searchId);
          return Promise.resolve();
        },
      },
    };
    await expect(
      searchTransfers(watched, call({ supplier: { search: 'down' } }), AIRPORT_TO_TOWN),
    ).rejects.toMatchObject({ code: 'upstream_failed', status: 502 });
    expect(kept).toEqual([]);
  });

  it.each([
    ['no_availability', 'no_availability'],
    ['price_changed', 'price_changed'],
    ['rejected', 'supplier_rejected'],
  ] as const)('refuses a booking for %s', async (reason, code) => {
    const request = await priced();
    await expect(
      bookTransfer(domain.transfers, withBooking({ outcome: 'failed', reason }), request),
    ).rejects.toMatchObject({
      code,
    });
    expect((await bookTransfer(domain.transfers, call(), request)).status).toBe('completed');
  });
});

describe('a flight search', () => {
  it('is not a transfer search', async () => {
    const request = await priced();
    const searchId = 'a'.repeat(32);
    await domain.store.searches.add({
      searchId,
      profileCode: 'dp_domain',
      kind: 'flights',
      seed: 's',
      createdAt: DOMAIN_NOW,
      expiresAt: DOMAIN_NOW + 1,
      origin: {},
      armed: null,
    });
    await expect(bookTransfer(domain.transfers, call(), { ...request, searchId })).rejects.toMatchObject({
      code: 'search_not_found',
    });
    await expect(priceTransfer(domain.transfers, call(), { ...request, searchId })).rejects.toMatchObject({
      code: 'search_not_found',
    });
  });
});

describe('a search without offers', () => {
  it('has no offers later either', async () => {
    const { searchId, offers } = await searchTransfers(
      domain.transfers,
      call({ supplier: { search: 'empty' } }),
      AIRPORT_TO_TOWN,
    );
    const elsewhere = { ...domain.transfers, supplier: adaptSupplier(transferSupplier) };
    expect(offers).toEqual([]);
    await expect(
      priceTransfer(elsewhere, call(), { searchId, resultId: 'a'.repeat(32), bookingToken: 'bt_x' }),
    ).rejects.toMatchObject({ code: 'result_not_found' });
  });
});

describe('the offers of a search', () => {
  it('are reproduced identically after a restart or many other searches', async () => {
    const request = await priced();
    for (let i = 0; i < 120; i++) await searchTransfers(domain.transfers, call(), AIRPORT_TO_TOWN);
    expect((await bookTransfer(domain.transfers, call(), request)).status).toBe('completed');
    const second = await priced();
    expect(
      (await bookTransfer({ ...domain.transfers, supplier: adaptSupplier(transferSupplier) }, call(), second)).status,
    ).toBe('completed');
  });
});

describe('a pending booking', () => {
  const pending = (more: object) =>
    withBooking({ outcome: 'pending', settlesTo: 'completed', afterReads: null, afterMs: null, ...more });

  it('a booking without a due time stays pending', async () => {
    const request = await priced();
    await bookTransfer(domain.transfers, pending({}), request);
    for (let i = 0; i < 5; i++)
      expect(
        (await getReservation(domain.transfers, call({}, DOMAIN_NOW + i * 1e9), { searchId: request.searchId })).status,
      ).toBe('pending');
  });

  it('a pending booking with reads=0 is settled by the first read', async () => {
    const request = await priced();
    await bookTransfer(domain.transfers, pending({ afterReads: 0 }), request);
    expect((await getReservation(domain.transfers, call(), { searchId: request.searchId })).status).toBe('completed');
  });

  it('is settled when it is due, not before, even among many', async () => {
    const requests = [];
    for (let i = 0; i < 130; i++) {
      requests.push(await priced());
      await bookTransfer(domain.transfers, pending({ afterMs: 1000 }), requests[i]);
    }
    const late = await priced();
    await bookTransfer(domain.transfers, pending({ afterMs: 1001 }), late);
    await settleDue(domain.transfers, 'dp_domain', DOMAIN_NOW + 1000);
    const statuses = await Promise.all(
      [...requests, late].map(
        async ({ searchId }) => (await domain.store.bookings.find('dp_domain', { searchId }))[0].status,
      ),
    );
    expect(statuses).toEqual([...Array(130).fill('completed'), 'pending']);
  });

  it("fails for the supplier's reason", async () => {
    const request = await priced();
    await bookTransfer(
      domain.transfers,
      withBooking({ outcome: 'pending', settlesTo: 'failed', afterReads: 0, afterMs: null, reason: 'no_availability' }),
      request,
    );
    expect(await getReservation(domain.transfers, call(), { searchId: request.searchId })).toMatchObject({
      status: 'failed',
      error: { code: 'no_availability' },
    });
  });
});

describe('a booking sent again', () => {
  it('returns the booking even after its search and pricing are purged', async () => {
    const request = await priced();
    const first = await bookTransfer(domain.transfers, call(), request);
    const owner = await ownerOf(domain.store, 'dp_domain');
    expect([
      await domain.store.searches.purge(Infinity, 10, owner),
      await domain.store.pricings.purge(Infinity, 10, owner),
    ]).toEqual([1, 1]);
    expect(await bookTransfer(domain.transfers, call(), request)).toEqual(first);
  });

  it('returns the booking even if a new one is now refused', async () => {
    const request = await priced();
    const first = await bookTransfer(domain.transfers, call(), request);
    expect(await bookTransfer(domain.transfers, call({ expiry: 'reached' }), request)).toEqual(first);
    expect(
      await bookTransfer(domain.transfers, withBooking({ outcome: 'failed', reason: 'rejected' }), request),
    ).toEqual(first);
    expect(
      await bookTransfer(
        domain.transfers,
        withBooking({ outcome: 'pending', settlesTo: 'failed', afterReads: 0, afterMs: null }),
        request,
      ),
    ).toEqual(first);
  });
});

describe('another booking of a booked pricing', () => {
  it.each([
    ['of another offer', { bookingToken: 'bt_x' }, call(), 'booking_token_invalid'],
    ['of an unknown search', { searchId: 'a'.repeat(32) }, call(), 'search_not_found'],
    ['without its pricing', { pricingToken: undefined }, call(), 'pricing_required'],
    ['that has expired', {}, call({ expiry: 'reached' }), 'pricing_already_used'],
    [
      'for a number that cannot exist',
      { traveller: { ...TRAVELLER, phoneNumber: '+340' } },
      call(),
      'pricing_already_used',
    ],
    ['that the supplier refuses', {}, withBooking({ outcome: 'failed', reason: 'rejected' }), 'pricing_already_used'],
  ])('%s is refused as it is without a booking, or else because of it', async (_which, changes, made, code) => {
    const request = await priced();
    await bookTransfer(domain.transfers, call(), request);
    const another: BookRequest = { ...request, specialInstructions: 'Ring twice', ...changes };
    await expect(bookTransfer(domain.transfers, made, another)).rejects.toMatchObject({ code });
    expect(await domain.store.bookings.find('dp_domain', { pricingToken: request.pricingToken })).toHaveLength(1);
  });
});
