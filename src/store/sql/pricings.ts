import type { Kysely } from 'kysely';
import type { PricingRecord, PricingStore } from '../bookings.ts';
import type { Counts } from './counts.ts';
import { createMakeRoom, removalsOfPricings } from './make-room.ts';
import { prepare } from './prepare.ts';
import { RecordCache } from './record-cache.ts';
import type { Tables } from './tables.ts';

/** `forget` drops what is kept in memory when pricings were changed behind its back; `remove` removes one. */
export function createPricingStore(
  db: Kysely<Tables>,
  counts: Counts,
): PricingStore & { forget(): void; remove(pricingToken: string): Promise<void> } {
  const insert = prepare<Tables['pricings']>(COLUMNS, (row) => db.insertInto('pricings').values(row));
  const find = prepare<{ profileCode: string; pricingToken: string }, Tables['pricings']>(
    ['profileCode', 'pricingToken'],
    ({ profileCode, pricingToken }) =>
      db
        .selectFrom('pricings')
        .selectAll()
        .where('pricing_token', '=', pricingToken)
        .where('profile_code', '=', profileCode),
  );
  const purge = prepare<{ profileCode: string; expiredBefore: number; limit: number }>(
    ['profileCode', 'expiredBefore', 'limit'],
    ({ profileCode, expiredBefore, limit }) =>
      db
        .deleteFrom('pricings')
        .where('pricing_token', 'in', (eb) =>
          eb
            .selectFrom('pricings')
            .select('pricing_token')
            .where('profile_code', '=', profileCode)
            .where('expires_at', '<', expiredBefore)
            .limit(limit),
        )
        .returning('pricing_token'),
  );

  // Nearly every pricing is booked soon, and asked for once.
  const recent = new RecordCache<PricingRecord>(PRICINGS_KEPT);
  const read = async (profileCode: string, pricingToken: string) => {
    const [row] = await find(db, { profileCode, pricingToken });
    return row && toRecord(row);
  };

  const removeOne = prepare<{ pricingToken: string }, { profile_code: string }>(['pricingToken'], ({ pricingToken }) =>
    db.deleteFrom('pricings').where('pricing_token', '=', pricingToken).returning('profile_code'),
  );
  const makeRoom = createMakeRoom(counts, removalsOfPricings(db), (ids) => recent.remove(ids));

  return {
    forget: () => recent.forget(),

    async add(pricing) {
      await recent.keep(
        pricing.pricingToken,
        insert(db, toRow(pricing)).then(() => pricing),
      );
      counts.change(pricing.profileCode, 1);
      await makeRoom(pricing.profileCode, pricing.createdAt);
    },

    async remove(pricingToken) {
      for (const { profile_code } of await removeOne(db, { pricingToken })) counts.change(profile_code, -1);
      recent.remove([pricingToken]);
    },

    async find(profileCode, pricingToken) {
      const pricing = recent.peek(pricingToken) ?? (await read(profileCode, pricingToken));
      return pricing?.profileCode === profileCode ? pricing : undefined;
    },

    async purge(expiredBefore, limit, profileCode) {
      const removed = await purge(db, { profileCode, expiredBefore, limit });
      if (removed.length > 0) recent.forget();
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
  };
}

export function toRecord(row: Tables['pricings']): PricingRecord {
  return {
    pricingToken: row.pricing_token,
    profileCode: row.profile_code,
    searchId: row.search_id,
    resultId: row.result_id,
    amenities: JSON.parse(row.amenities),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at ?? row.expires_at,
  };
}

const COLUMNS = [
  'pricing_token',
  'profile_code',
  'search_id',
  'result_id',
  'amenities',
  'created_at',
  'expires_at',
  'ends_at',
] as const;
/** Some 300 bytes each. */
const PRICINGS_KEPT = 10_000;
