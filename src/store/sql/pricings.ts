import type { Kysely } from 'kysely';
import type { PricingStore } from '../bookings.ts';
import { livesBy } from './lives-by.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

export function createPricingStore(db: Kysely<Tables>): PricingStore {
  const insert = prepare<Tables['pricings']>(COLUMNS, (row) => db.insertInto('pricings').values(row));
  const find = prepare<{ profileCode: string; pricingToken: string }, Tables['pricings']>(['profileCode', 'pricingToken'], ({ profileCode, pricingToken }) =>
    db.selectFrom('pricings').selectAll().where('pricing_token', '=', pricingToken).where('profile_code', '=', profileCode));

  return {
    async add(pricing) {
      await insert(db, {
        pricing_token: pricing.pricingToken,
        profile_code: pricing.profileCode,
        search_id: pricing.searchId,
        result_id: pricing.resultId,
        amenities: JSON.stringify(pricing.amenities),
        created_at: pricing.createdAt,
        expires_at: pricing.expiresAt,
      });
    },

    async find(profileCode, pricingToken) {
      const [row] = await find(db, { profileCode, pricingToken });
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

    async purge(expiredBefore, limit, profileCode) {
      const result = await db.deleteFrom('pricings')
        .where('pricing_token', 'in', (eb) => eb.selectFrom('pricings').select('pricing_token')
          .where('expires_at', '<', expiredBefore).where(livesBy(profileCode)).limit(limit))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

const COLUMNS = ['pricing_token', 'profile_code', 'search_id', 'result_id', 'amenities', 'created_at', 'expires_at'] as const;
