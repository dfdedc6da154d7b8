import type { Kysely } from 'kysely';
import type { PricingRecord, PricingStore } from '../bookings.ts';
import type { Counts } from './bounds/counts.ts';
import { createMakeRoom } from './bounds/enforce.ts';
import { prepareRemovals } from './bounds/removals.ts';
import { prepare, prepareInsert } from './prepare.ts';
import { RecordCache } from './record-cache.ts';
import type { Tables } from './tables.ts';

/** `forget` empties the cache, to be called after another store has changed pricings; `remove` removes one pricing. */
export function createPricingStore(
  db: Kysely<Tables>,
  counts: Counts,
): PricingStore & { forget(): void; remove(this: void, pricingToken: string): Promise<void> } {
  const insert = prepareInsert(db, 'pricings');
  const find = prepare<{ profileCode: string; pricingToken: string }, Tables['pricings']>(
    ['profileCode', 'pricingToken'],
    ({ profileCode, pricingToken }) =>
      db
        .selectFrom('pricings')
        .selectAll()
        .where('pricing_token', '=', pricingToken)
        .where('profile_code', '=', profileCode),
  );
  // Nearly every pricing is booked soon, and read once.
  const cache = new RecordCache<PricingRecord>(MAX_CACHED);
  const read = async (profileCode: string, pricingToken: string) => {
    const [row] = await find(db, { profileCode, pricingToken });
    return row && toRecord(row);
  };

  const removeOne = prepare<{ pricingToken: string }, { profile_code: string }>(['pricingToken'], ({ pricingToken }) =>
    db.deleteFrom('pricings').where('pricing_token', '=', pricingToken).returning('profile_code'),
  );
  const removals = prepareRemovals(db, { table: 'pricings', id: 'pricing_token' });
  const makeRoom = createMakeRoom(counts, removals, (ids) => cache.remove(ids));

  return {
    forget: () => cache.forget(),

    async add(pricing) {
      await cache.keep(
        pricing.pricingToken,
        insert(db, [toRow(pricing)]).then(() => pricing),
      );
      counts.change(pricing.profileCode, 1);
      await makeRoom(pricing.profileCode, pricing.createdAt);
    },

    async remove(pricingToken) {
      for (const { profile_code } of await removeOne(db, { pricingToken })) counts.change(profile_code, -1);
      cache.remove([pricingToken]);
    },

    async find(profileCode, pricingToken) {
      const pricing = cache.peek(pricingToken) ?? (await read(profileCode, pricingToken));
      return pricing?.profileCode === profileCode ? pricing : undefined;
    },

    async expire(profileCode, pricingToken, at) {
      const { numUpdatedRows } = await db
        .updateTable('pricings')
        .set({ ends_at: at })
        .where('pricing_token', '=', pricingToken)
        .where('profile_code', '=', profileCode)
        .where((eb) => eb(eb.fn.coalesce('ends_at', 'expires_at'), '>', at))
        .executeTakeFirst();
      cache.remove([pricingToken]);
      return numUpdatedRows > 0;
    },

    async purge(expiredBefore, limit, profileCode) {
      const removed = await removals.expiredBefore(profileCode, expiredBefore, limit);
      if (removed.length > 0) cache.forget();
      counts.change(profileCode, -removed.length);
      return removed.length;
    },
  };
}

function toRow(pricing: PricingRecord): Tables['pricings'] {
  return {
    pricing_token: pricing.pricingToken,
    profile_code: pricing.profileCode,
    search_id: pricing.searchId,
    result_id: pricing.resultId,
    amenities: JSON.stringify(pricing.amenities),
    created_at: pricing.createdAt,
    expires_at: pricing.expiresAt,
    ends_at: pricing.endsAt,
    price_percent: pricing.pricePercent,
  };
}

export function toRecord(row: Tables['pricings']): PricingRecord {
  return {
    pricingToken: row.pricing_token,
    profileCode: row.profile_code,
    searchId: row.search_id,
    resultId: row.result_id,
    amenities: JSON.parse(row.amenities) as string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at ?? row.expires_at,
    pricePercent: row.price_percent ?? 0,
  };
}

/** Some 300 bytes each. */
const MAX_CACHED = 10_000;
