import { afterEach, beforeEach } from 'vitest';
import { Ids } from '../../src/base/ids.ts';
import type { Reservation } from '../../src/interface/api.ts';
import { transferSupplier } from '../../src/mock-providers/transfer-supplier/transfer-supplier.ts';
import type { RequestContext } from '../../src/request-context.ts';
import type { Effects } from '../../src/scenarios/effects.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { bookTransfer } from '../../src/transfers/book.ts';
import { priceTransfer } from '../../src/transfers/pricing.ts';
import { searchTransfers } from '../../src/transfers/search.ts';
import { searchReservationChanges } from '../../src/transfers/search-changes.ts';
import { adaptSupplier } from '../../src/transfers/supplier/adapter.ts';
import type { Transfers } from '../../src/transfers/transfers.ts';
import { profile } from '../store/records.ts';
import { present } from '../support/present.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from './transfer-client.ts';

export const DOMAIN_NOW = Date.parse('2027-01-10T12:00:00Z');

/** The transfer domain over a store of its own, without HTTP: for what no request can bring about. */
export function useTransfers() {
  const ids = new Ids('domain');
  let store: Store;
  let transfers: Transfers;
  beforeEach(async () => {
    store = await openStore(':memory:');
    await store.profiles.add(...profile({ code: 'dp_domain' }));
    transfers = {
      supplier: adaptSupplier(transferSupplier),
      searches: store.searches,
      pricings: store.pricings,
      bookings: store.bookings,
      world: 'domain',
      settings: { transferOfferMinutes: 15, transferLeadMinutes: 60 },
    };
  });
  afterEach(() => store.close());

  const call = (effects: Effects = {}, now = DOMAIN_NOW): RequestContext => ({
    profile: { code: 'dp_domain', name: '', marginPercent: 0, createdAt: DOMAIN_NOW, clock: null, armed: null },
    now,
    effects,
    act: () => undefined,
    armed: null,
    ids,
  });
  const domain = {
    get store() {
      return store;
    },
    get transfers() {
      return transfers;
    },
    call,
    /** A booking request with which everything is right. */
    async priced() {
      const { searchId, offers } = await searchTransfers(transfers, call(), AIRPORT_TO_TOWN);
      const { resultId, bookingToken } = present(offers.find(easy));
      const { pricingToken } = await priceTransfer(transfers, call(), { searchId, resultId, bookingToken });
      return { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
    },
    async reserve(): Promise<Reservation> {
      return (await bookTransfer(transfers, call(), await domain.priced())).reservations[0];
    },
    /** A change confirmation with which everything is right. */
    async pricedChange(reservationId: string) {
      const { searchId, offers } = await searchReservationChanges(transfers, call(), {
        reservationId,
        pickupDateTime: '2027-03-15T13:00:00',
      });
      const { resultId, bookingToken } = offers[0];
      const { pricingToken } = await priceTransfer(transfers, call(), { searchId, resultId, bookingToken });
      return { reservationId, searchId, resultId, pricingToken };
    },
  };
  return domain;
}
