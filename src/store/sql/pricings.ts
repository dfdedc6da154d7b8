import type { Kysely } from 'kysely';
import type { PricingRecord, PricingStore } from '../bookings.ts';
import type { Counts } from './bounds/counts.ts';
import { prepareExpiring } from './bounds/expiring.ts';
import type { Capabilities } from './database.ts';
import { isOf } from './is-of.ts';
import type { Owners } from './owners.ts';
import { prepare, prepareChange, prepareInsert } from './prepare.ts';
import type { RecordCache } from './record-cache.ts';
import type { Tables } from './tables.ts';

/** Returns the store over a cache of pricings. `remove` removes one pricing. */
export function preparePricings(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  counts: Counts,
): (cache: RecordCache<PricingRecord>) => PricingStore & {
  remove(this: void, owner: number, pricingToken: string): Promise<void>;
} {
  const insert = prepareInsert(db, 'pricings');
  const find = prepare<{ owner: number; pricingToken: string }, Tables['pricings']>(
    ['owner', 'pricingToken'],
    ({ owner, pricingToken }) =>
      db.selectFrom('pricings').selectAll().where('pricing_token', '=', pricingToken).where(isOf(owner)),
  );
  const read = async (profileCode: string, pricingToken: string) => {
    const [row] = await find(db, { owner: owners.of(profileCode), pricingToken });
    return row && toRecord(row, profileCode);
  };

  const removeOne = prepareChange<{ owner: number; pricingToken: string }>(
    ['owner', 'pricingToken'],
    ({ owner, pricingToken }) => db.deleteFrom('pricings').where('pricing_token', '=', pricingToken).where(isOf(owner)),
  );
  const prepared = prepareExpiring(db, capabilities, owners, counts, { table: 'pricings', id: 'pricing_token' });

  return (cache) => {
    const { count, ...expiring } = prepared(cache);
    return {
      async add(pricing) {
        const owner = owners.ofExisting(pricing.profileCode);
        await cache.keep(
          pricing.pricingToken,
          insert(db, [toRow(pricing, owner)]).then(() => pricing),
        );
        await count(owner, pricing);
      },

      async remove(owner, pricingToken) {
        counts.change(owner, -(await removeOne(db, { owner, pricingToken })));
        cache.remove([pricingToken]);
      },

      async find(profileCode, pricingToken) {
        const cached = cache.peek(pricingToken);
        return cached?.profileCode === profileCode ? cached : read(profileCode, pricingToken);
      },

      ...expiring,
    };
  };
}

function toRow(pricing: PricingRecord, owner: number): Tables['pricings'] {
  return {
    pricing_token: pricing.pricingToken,
    owner,
    search_id: pricing.searchId,
    result_id: pricing.resultId,
    amenities: JSON.stringify(pricing.amenities),
    created_at: pricing.createdAt,
    expires_at: pricing.expiresAt,
    ends_at: pricing.endsAt,
    price_percent: pricing.pricePercent,
  };
}

export function toRecord(row: Tables['pricings'], profileCode: string): PricingRecord {
  return {
    pricingToken: row.pricing_token,
    profileCode,
    searchId: row.search_id,
    resultId: row.result_id,
    amenities: JSON.parse(row.amenities) as string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at ?? row.expires_at,
    pricePercent: row.price_percent ?? 0,
  };
}
