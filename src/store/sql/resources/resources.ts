import type { Kysely } from 'kysely';
import type { Page, Place, ResourceStore } from '../../resources.ts';
import { toState } from '../booking-rows.ts';
import { toOrder } from '../orders.ts';
import type { Owners } from '../owners.ts';
import { toRecord as toPricing } from '../pricings.ts';
import { toRecord as toSearch } from '../searches.ts';
import type { Tables } from '../tables.ts';
import { dueRecords, forgottenAt } from './due-records.ts';

export function createResourceStore(db: Kysely<Tables>, owners: Owners): ResourceStore {
  return {
    async searches(profileCode, now, { after, limit, newestFirst }) {
      const [direction, beyond] = directionOf(newestFirst);
      const query = db
        .selectFrom('searches')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .where((eb) => eb(forgottenAt(eb), '>', now))
        .orderBy('created_at', direction)
        .orderBy('search_id', direction)
        .limit(limit + 1);
      const rest = after
        ? query.where((eb) => eb(eb.refTuple('created_at', 'search_id'), beyond, eb.tuple(after.number, after.id)))
        : query;
      return pageOf(await rest.execute(), limit, toSearch, profileCode, (row) => ({
        number: row.created_at,
        id: row.search_id,
      }));
    },

    async orders(profileCode, { after, limit, newestFirst }) {
      const [direction, beyond] = directionOf(newestFirst);
      const query = db
        .selectFrom('orders')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .orderBy('created_at', direction)
        .orderBy('order_id', direction)
        .limit(limit + 1);
      const rest = after
        ? query.where((eb) => eb(eb.refTuple('created_at', 'order_id'), beyond, eb.tuple(after.number, after.id)))
        : query;
      return pageOf(await rest.execute(), limit, toOrder, profileCode, (row) => ({
        number: row.created_at,
        id: row.order_id,
      }));
    },

    async bookings(profileCode, { after, limit, newestFirst }, filter) {
      const [direction, beyond] = directionOf(newestFirst);
      let query = db
        .selectFrom('bookings')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .orderBy('seq', direction)
        .limit(limit + 1);
      if (after) query = query.where('seq', beyond, after.number);
      if (filter.searchId !== undefined) query = query.where('search_id', '=', filter.searchId);
      if (filter.partnerTrackingId !== undefined)
        query = query.where('partner_tracking_id', '=', filter.partnerTrackingId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      return pageOf(await query.execute(), limit, toState, profileCode, (row) => ({
        number: row.seq,
        id: row.booking_id,
      }));
    },

    async booking(profileCode, bookingId) {
      const row = await db
        .selectFrom('bookings')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .where('booking_id', '=', bookingId)
        .executeTakeFirst();
      return row && toState(row, profileCode);
    },

    async pricings(profileCode, searches) {
      if (searches.length === 0) return [];
      // The index is by expiry, and a pricing never outlives its search.
      const first = Math.min(...searches.map(({ createdAt }) => createdAt));
      const last = Math.max(...searches.map(({ expiresAt }) => expiresAt));
      const ids = searches.map(({ searchId }) => searchId);
      const rows = await db
        .selectFrom('pricings')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .where('expires_at', '>=', first)
        .where('expires_at', '<=', last)
        .where('search_id', 'in', ids)
        .orderBy('created_at')
        .orderBy('pricing_token')
        .execute();
      return rows.map((row) => toPricing(row, profileCode));
    },

    due: (profileCode, from, to) => dueRecords(db, owners, profileCode, from, to),
  };
}

function directionOf(newestFirst: boolean): ['asc', '>'] | ['desc', '<'] {
  return newestFirst ? ['desc', '<'] : ['asc', '>'];
}

/** `rows` has one row more than the page when there is a next page. */
function pageOf<Row, R>(
  rows: Row[],
  limit: number,
  toRecord: (row: Row, profileCode: string) => R,
  profileCode: string,
  placeOf: (row: Row) => Place,
): Page<R> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { records: page.map((row) => toRecord(row, profileCode)), next: last ? placeOf(last) : null };
}
