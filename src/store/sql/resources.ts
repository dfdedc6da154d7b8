import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { DAY } from '../../clock.ts';
import type { BookingState, Page, Place, ResourceStore } from '../resources.ts';
import { toBooking, toReservation } from './bookings.ts';
import { toOrder } from './orders.ts';
import { toRecord as toPricing } from './pricings.ts';
import { toRecord as toSearch } from './searches.ts';
import type { Tables } from './tables.ts';

export function createResourceStore(db: Kysely<Tables>): ResourceStore {
  const searchesOf = (profileCode: string) => db.selectFrom('searches').selectAll().where('profile_code', '=', profileCode).orderBy('created_at').orderBy('search_id');
  const pricingsOf = (profileCode: string) => db.selectFrom('pricings').selectAll().where('profile_code', '=', profileCode).orderBy('created_at').orderBy('pricing_token');
  const ordersOf = (profileCode: string) => db.selectFrom('orders').selectAll().where('profile_code', '=', profileCode).orderBy('created_at').orderBy('order_id');
  const bookingsOf = (profileCode: string) => db.selectFrom('bookings').selectAll().where('profile_code', '=', profileCode).orderBy('seq');

  return {
    async searches(profileCode, now, after, limit) {
      const rows = await searchesOf(profileCode).where((eb) => eb(forgottenAt(eb), '>', now)).limit(limit + 1)
        .$if(after !== null, (query) => query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'search_id'), '>', tuple(after!.number, after!.id))))
        .execute();
      return pageOf(rows, limit, toSearch, (row) => ({ number: row.created_at, id: row.search_id }));
    },

    async orders(profileCode, after, limit) {
      const rows = await ordersOf(profileCode).limit(limit + 1)
        .$if(after !== null, (query) => query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'order_id'), '>', tuple(after!.number, after!.id))))
        .execute();
      return pageOf(rows, limit, toOrder, (row) => ({ number: row.created_at, id: row.order_id }));
    },

    async bookings(profileCode, after, limit) {
      const rows = await bookingsOf(profileCode).where('seq', '>', after?.number ?? 0).limit(limit + 1).execute();
      return pageOf(rows, limit, toState, (row) => ({ number: row.seq, id: row.booking_id }));
    },

    async booking(profileCode, bookingId) {
      const row = await bookingsOf(profileCode).where('booking_id', '=', bookingId).executeTakeFirst();
      return row && toState(row);
    },

    async pricings(profileCode, searches) {
      if (searches.length === 0) return [];
      // A pricing never outlives its search: there is an index by expiry.
      const [first, last] = [Math.min(...searches.map(({ createdAt }) => createdAt)), Math.max(...searches.map(({ expiresAt }) => expiresAt))];
      const rows = await pricingsOf(profileCode).where('expires_at', '>=', first).where('expires_at', '<=', last)
        .where('search_id', 'in', searches.map(({ searchId }) => searchId)).execute();
      return rows.map(toPricing);
    },

    async due(profileCode, from, to) {
      const searches = await searchesOf(profileCode).where('expires_at', '<=', to).where((eb) => eb(forgottenAt(eb), '>', from)).execute();
      const pricings = await pricingsOf(profileCode).where('expires_at', '>', from).where('expires_at', '<=', to).execute();
      const orders = await ordersOf(profileCode).where('hold_expires_at', '>', from).execute();
      const bookings = await bookingsOf(profileCode).where((eb) => eb.or([
        eb.and([eb('settled_at', '>', from), eb('settled_at', '<=', to)]),
        eb.and([eb('status', '=', 'completed'), eb('pickup_at', '>', from - AFTER_PICKUP_MS), eb('pickup_at', '<=', to + BEFORE_PICKUP_MS)]),
      ])).execute();
      return { searches: searches.map(toSearch), pricings: pricings.map(toPricing), orders: orders.map(toOrder), bookings: bookings.map(toState) };
    },
  };
}

function forgottenAt(eb: ExpressionBuilder<Tables, 'searches'>) {
  return eb('expires_at', '+', eb('expires_at', '-', eb.ref('created_at')));
}

/** One row more than fits tells that there is a next page. */
function pageOf<Row, R>(rows: Row[], limit: number, toRecord: (row: Row) => R, placeOf: (row: Row) => Place): Page<R> {
  const page = rows.slice(0, limit);
  return { records: page.map(toRecord), next: rows.length > limit ? placeOf(page.at(-1)!) : null };
}

function toState(row: Selectable<Tables['bookings']>): BookingState {
  return {
    booking: toBooking(row),
    reservation: toReservation(row).reservation,
    settledAt: row.settled_at,
    settledByClock: row.settled_at !== null && row.settled_at === row.due_at,
    changedAt: row.changed_at,
    cancelledAt: row.cancelled_at,
  };
}

/** Nothing becomes of a reservation by the clock longer than this before its pickup, or after it. */
const BEFORE_PICKUP_MS = 30 * DAY;
const AFTER_PICKUP_MS = 3 * DAY;
