import type { Kysely } from 'kysely';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';

/** Each removes at most `limit` rows of a profile, and returns their ids. */
export interface Removals {
  /** Rows that have expired at the instant, first those that expired earliest. */
  expired(this: void, profileCode: string, now: number, limit: number): Promise<string[]>;
  oldest(this: void, profileCode: string, limit: number): Promise<string[]>;
  /** Rows that expired before the instant, in any order. */
  expiredBefore(this: void, profileCode: string, before: number, limit: number): Promise<string[]>;
}

type Expiring = { table: 'searches'; id: 'search_id' } | { table: 'pricings'; id: 'pricing_token' };

interface Values {
  profileCode: string;
  instant: number;
  limit: number;
}

export function prepareRemovals(db: Kysely<Tables>, { table, id }: Expiring): Removals {
  const rowsOf = ({ profileCode, limit }: Pick<Values, 'profileCode' | 'limit'>) =>
    db.selectFrom(table).select(id).where('profile_code', '=', profileCode).limit(limit);
  const removeAll = (rows: ReturnType<typeof rowsOf>) =>
    db
      .deleteFrom(table)
      .where(id, 'in', rows)
      .returning(`${id} as id` as const);

  const expired = prepare<Values, Removed>(['profileCode', 'instant', 'limit'], (values) =>
    removeAll(rowsOf(values).where('expires_at', '<=', values.instant).orderBy('expires_at')),
  );
  const oldest = prepare<Omit<Values, 'instant'>, Removed>(['profileCode', 'limit'], (values) =>
    removeAll(rowsOf(values).orderBy('created_at')),
  );
  const expiredBefore = prepare<Values, Removed>(['profileCode', 'instant', 'limit'], (values) =>
    removeAll(rowsOf(values).where('expires_at', '<', values.instant)),
  );

  return {
    expired: async (profileCode, instant, limit) => idsOf(await expired(db, { profileCode, instant, limit })),
    oldest: async (profileCode, limit) => idsOf(await oldest(db, { profileCode, limit })),
    expiredBefore: async (profileCode, instant, limit) =>
      idsOf(await expiredBefore(db, { profileCode, instant, limit })),
  };
}

interface Removed {
  id: string;
}

function idsOf(rows: readonly Removed[]): string[] {
  return rows.map(({ id }) => id);
}
