import type { Kysely } from 'kysely';
import type { PricingRecord } from '../bookings.ts';
import type { Records, RequestKeys } from '../requests.ts';
import type { SearchRecord } from '../searches.ts';
import type { Store } from '../store.ts';
import type { BookingRow } from './booking-rows.ts';
import { columnOf, prepareBookings } from './bookings.ts';
import type { AllCounts } from './bounds/enforce.ts';
import type { Capabilities } from './database.ts';
import { keepFound } from './found-bookings.ts';
import type { Owners } from './owners.ts';
import { preparePricings, toRecord as toPricing } from './pricings.ts';
import type { createProfileStore } from './profiles/profiles.ts';
import type { TogetherRow } from './read-together.ts';
import { RecordCache } from './record-cache.ts';
import { prepareSearches, toRecord as toSearch } from './searches.ts';
import type { Tables } from './tables.ts';

/** The records read by a process, or by one request to a shared store. */
export interface RecordCaches {
  searches: RecordCache<SearchRecord>;
  pricings: RecordCache<PricingRecord>;
  /** Lists of bookings by their keys. */
  bookings: RecordCache<readonly BookingRow[]>;
  /** The first instant at which a pending or hidden booking of an owner is due. */
  firstDue: RecordCache<number>;
}

/**
 * Creates the stores of this process, and `load` for each request. In a shared database other processes change records
 * at any time: this process keeps none, and each request has stores over separate caches. Call `forget` after records
 * were replaced.
 */
export function createRecordStores(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  counts: AllCounts,
  profiles: ReturnType<typeof createProfileStore>,
): { stores: Records; load: Store['load']; forget(): void } {
  const caches = capabilities.isShared ? createCaches(0, 0) : createCaches(200, 10_000);
  const overSearches = prepareSearches(db, capabilities, owners, counts.searches);
  const overPricings = preparePricings(db, capabilities, owners, counts.pricings);
  const searches = overSearches(caches.searches);
  const pricings = overPricings(caches.pricings);
  const overBookings = prepareBookings(db, capabilities, owners, counts.bookings, pricings.remove);
  const stores = { searches, pricings, bookings: overBookings(caches) };
  const readTogether = capabilities.readTogether?.(db);
  return {
    stores,

    async load(publicKey, keys) {
      if (!readTogether) return { caller: await profiles.findCredential(publicKey), records: stores };
      const row = await readTogether(publicKey, { ...keys, booking: bookingKeyOf(keys) });
      const own = createCaches(MAX_RECORDS, 1);
      if (row) keepRow(own, row, keys);
      const [ownSearches, ownPricings] = [overSearches(own.searches), overPricings(own.pricings)];
      const records = { searches: ownSearches, pricings: ownPricings, bookings: overBookings(own) };
      return { caller: row && profiles.toFound(row), records };
    },

    forget() {
      for (const cache of Object.values(caches) as RecordCache<unknown>[]) cache.forget();
    },
  };
}

/** Lists of bookings take some 6 MB at most, a pricing some 300 bytes: clients soon book nearly every pricing. */
function createCaches(capacity: number, pricings: number): RecordCaches {
  return {
    searches: new RecordCache(capacity),
    pricings: new RecordCache(pricings),
    bookings: new RecordCache(capacity),
    firstDue: new RecordCache(1),
  };
}

function bookingKeyOf({ reservation, pricingToken }: RequestKeys) {
  const key = reservation ?? (pricingToken === undefined ? undefined : { pricingToken });
  if (!key) return undefined;
  const [column, value] = columnOf(key);
  return { column, value };
}

function keepRow(caches: RecordCaches, { profile, ...row }: TogetherRow, keys: RequestKeys): void {
  const { code, owner } = profile;
  if (row.search) caches.searches.set(row.search.search_id, toSearch(row.search, code));
  if (row.pricing) caches.pricings.set(row.pricing.pricing_token, toPricing(row.pricing, code));
  const booking = bookingKeyOf(keys);
  if (booking) keepFound(caches.bookings, owner, booking, row.bookings ?? []);
  if (keys.reservation) caches.firstDue.set(String(owner), row.first_due ?? Infinity);
}

/** A read of reservations returns up to 200, each cached by its id. */
const MAX_RECORDS = 250;
