import type { Kysely } from 'kysely';
import type { Capabilities } from '../database.ts';
import { skipLocked } from '../database.ts';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';

/** Statements to remove at most `limit` profile rows. They return the removed ids. */
export interface Removals {
  /** Rows expired at the instant, ordered by expiry. */
  expired(this: void, owner: number, now: number, limit: number): Promise<string[]>;
  oldest(this: void, owner: number, limit: number): Promise<string[]>;
  /** Rows with an expiry before the instant, in any order. */
  expiredBefore(this: void, owner: number, before: number, limit: number): Promise<string[]>;
  /** Returns the first expiry among a profile's rows; undefined if it has none. */
  firstExpiry(this: void, owner: number): Promise<number | undefined>;
}

type Expiring = { table: 'searches'; id: 'search_id' } | { table: 'pricings'; id: 'pricing_token' };

interface Values {
  owner: number;
  instant: number;
  limit: number;
}

export function prepareRemovals(db: Kysely<Tables>, { locksRows }: Capabilities, { table, id }: Expiring): Removals {
  const rowsOf = ({ owner, limit }: Pick<Values, 'owner' | 'limit'>) =>
    db.selectFrom(table).select(id).where('owner', '=', owner).limit(limit);
  const removeAll = ({ owner }: Pick<Values, 'owner'>, rows: ReturnType<typeof rowsOf>) =>
    db
      .deleteFrom(table)
      .where(id, 'in', rows.$if(locksRows, skipLocked))
      .where('owner', '=', owner)
      .returning(`${id} as id` as const);

  const expired = prepare<Values, Removed>(['owner', 'instant', 'limit'], (values) =>
    removeAll(values, rowsOf(values).where('expires_at', '<=', values.instant).orderBy('expires_at')),
  );
  const oldest = prepare<Omit<Values, 'instant'>, Removed>(['owner', 'limit'], (values) =>
    removeAll(values, rowsOf(values).orderBy('created_at')),
  );
  const expiredBefore = prepare<Values, Removed>(['owner', 'instant', 'limit'], (values) =>
    removeAll(values, rowsOf(values).where('expires_at', '<', values.instant)),
  );
  const firstExpiry = prepare<Pick<Values, 'owner'>, { expires_at: number }>(['owner'], ({ owner }) =>
    db.selectFrom(table).select('expires_at').where('owner', '=', owner).orderBy('expires_at').limit(1),
  );

  return {
    expired: async (owner, instant, limit) => idsOf(await expired(db, { owner, instant, limit })),
    oldest: async (owner, limit) => idsOf(await oldest(db, { owner, limit })),
    expiredBefore: async (owner, instant, limit) => idsOf(await expiredBefore(db, { owner, instant, limit })),
    firstExpiry: async (owner) => (await firstExpiry(db, { owner }))[0]?.expires_at,
  };
}

interface Removed {
  id: string;
}

function idsOf(rows: readonly Removed[]): string[] {
  return rows.map(({ id }) => id);
}
