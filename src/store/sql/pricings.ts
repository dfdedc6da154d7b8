import type { Kysely } from 'kysely';
import type { PricingStore } from '../bookings.ts';
import type { Tables } from './tables.ts';

export function createPricingStore(db: Kysely<Tables>): PricingStore {
  return {
    async add(pricing) {
      await db.insertInto('pricings').values({
        pricing_token: pricing.pricingToken,
        profile_code: pricing.profileCode,
        search_id: pricing.searchId,
        result_id: pricing.resultId,
        amenities: JSON.stringify(pricing.amenities),
        created_at: pricing.createdAt,
        expires_at: pricing.expiresAt,
      }).execute();
    },

    async find(profileCode, pricingToken) {
      const row = await db.selectFrom('pricings').selectAll()
        .where('pricing_token', '=', pricingToken).where('profile_code', '=', profileCode).executeTakeFirst();
      return row && {
        pricingToken: row.pricing_token,
        profileCode: row.profile_code,
        searchId: row.search_id,
        resultId: row.result_id,
        amenities: JSON.parse(row.amenities),
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    },

    async purge(expiredBefore, limit) {
      const result = await db.deleteFrom('pricings')
        .where('pricing_token', 'in', (eb) => eb.selectFrom('pricings').select('pricing_token').where('expires_at', '<', expiredBefore).limit(limit))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
