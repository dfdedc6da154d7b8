import type { Reservation } from '../../src/interface/api.ts';
import type { BookingRecord, PricingRecord } from '../../src/store/bookings.ts';
import type { OrderRecord } from '../../src/store/orders.ts';
import type { Credential, Profile } from '../../src/store/profiles.ts';
import type { SearchRecord } from '../../src/store/searches.ts';
import type { Store } from '../../src/store/store.ts';

// Whole records with ids of their own, for tests that care about one or two of their fields.

export const MINE = 'dp_mine00000000';
export const OTHER = 'dp_other0000000';

export function profile(more: Partial<Profile & Credential> = {}): [Profile, Credential] {
  const { code, name, marginPercent, ...rest } = { code: MINE, name: 'Mine', marginPercent: 7.5, ...more };
  const credential = {
    publicKey: `pk_${next()}`,
    profileCode: code,
    secretHash: 'hash',
    secretLast4: 'last',
    createdAt: 1,
    revokedAt: null,
    origin: 'client' as const,
    ...rest,
  };
  return [{ code, name, marginPercent, createdAt: 1000, clock: null, armed: null }, credential];
}

export function search(more: Partial<SearchRecord> = {}): SearchRecord {
  const origin = { nested: [{ text: 'Málaga 😀 "\\"' }, null, 1.5, true] };
  return {
    searchId: `search-${next()}`,
    profileCode: MINE,
    kind: 'flights',
    seed: 'seed',
    createdAt: 1000,
    expiresAt: 2000,
    origin,
    armed: null,
    ...more,
  };
}

export function order(more: Partial<OrderRecord> = {}): OrderRecord {
  const id = next();
  return {
    orderId: `order-${id}`,
    profileCode: MINE,
    gdsprovider: 1,
    offerId: `offer-${id}`,
    again: null,
    resend: null,
    status: 'booked',
    hold: null,
    createdAt: 1_800_000_000_123,
    overAt: null,
    request: { passengers: [{ lastName: 'Zoë' }] },
    answer: {
      orderId: `order-${id}`,
      status: 'booked',
      gdsprovider: 1,
      offerId: `offer-${id}`,
      totalAmount: 100,
      currency: 'EUR',
      holdExpiresAt: null,
      holdPriceGuaranteed: null,
      createdAt: '2027-01-15T08:00:00.123Z',
    },
    providerRecord: { request: { PNR: 1 }, response: [] },
    ...more,
  };
}

export function pricing(more: Partial<PricingRecord> = {}): PricingRecord {
  return {
    pricingToken: `pt_${next()}`,
    profileCode: MINE,
    searchId: 'search',
    resultId: 'result',
    pricePercent: 0,
    amenities: ['wifi'],
    createdAt: 1000,
    expiresAt: 2000,
    endsAt: 1500,
    ...more,
  };
}

export function booking(more: Partial<BookingRecord> = {}, reservation: Partial<Reservation> = {}): BookingRecord {
  const id = next();
  const made = {
    reservationId: `reservation-${id}`,
    confirmationNumber: `ABC${id}`,
    state: 'confirmed',
    replaces: null,
    replacedBy: null,
    cancelledAt: null,
    pickupDateTime: '2099-01-10T12:00:00Z',
    ...reservation,
  } as Reservation;
  return {
    bookingId: made.reservationId,
    profileCode: MINE,
    pricingToken: `pt_${id}`,
    searchId: `search-${id}`,
    partnerTrackingId: null,
    request: { as: 'sent' },
    status: 'completed',
    firstStatus: more.status === 'failed' ? 'pending' : (more.status ?? 'completed'),
    settlement: null,
    reads: 0,
    errorCode: null,
    part: null,
    armed: null,
    resend: null,
    reservation: made,
    createdAt: 1000,
    ...more,
  };
}

export function pendingBooking(
  to: 'completed' | 'failed' = 'completed',
  dueAt: number | null = 5000,
  more: Partial<BookingRecord> = {},
  reservation: Partial<Reservation> = {},
): BookingRecord {
  return booking(
    {
      status: 'pending',
      settlement: { to, dueAt, afterReads: 1, errorCode: to === 'failed' ? 'supplier_rejected' : null },
      ...more,
    },
    reservation,
  );
}

/** The number under which the rows of a profile are stored. */
export async function ownerOf(store: Store, profileCode: string): Promise<number> {
  const found = (await store.profiles.clocks()).find(({ code }) => code === profileCode);
  if (!found) throw new Error(`there is no profile ${profileCode}`);
  return found.owner;
}

function next(): number {
  count += 1;
  return count;
}

let count = 0;
