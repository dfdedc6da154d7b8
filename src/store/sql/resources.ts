import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { DAY } from '../../clock.ts';
import type { BookingState, DueRecords, Page, Place, ResourceStore } from '../resources.ts';
import { toBooking, toReservation } from './bookings.ts';
import { toOrder } from './orders.ts';
import { toRecord as toPricing } from './pricings.ts';
import { toRecord as toSearch } from './searches.ts';
import type { Tables } from './tables.ts';

export function createResourceStore(db: Kysely<Tables>): ResourceStore {
  const searchesOf = (profileCode: string) =>
    db
      .selectFrom('searches')
      .selectAll()
      .where('profile_code', '=', profileCode)
      .orderBy('created_at')
      .orderBy('search_id');
  const pricingsOf = (profileCode: string) =>
    db
      .selectFrom('pricings')
      .selectAll()
      .where('profile_code', '=', profileCode)
      .orderBy('created_at')
      .orderBy('pricing_token');
  const ordersOf = (profileCode: string) =>
    db
      .selectFrom('orders')
      .selectAll()
      .where('profile_code', '=', profileCode)
      .orderBy('created_at')
      .orderBy('order_id');
  const bookingsOf = (profileCode: string) =>
    db.selectFrom('bookings').selectAll().where('profile_code', '=', profileCode).orderBy('seq');

  return {
    async searches(profileCode, now, after, limit) {
      const rows = await searchesOf(profileCode)
        .where((eb) => eb(forgottenAt(eb), '>', now))
        .limit(limit + 1)
        .$if(after !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'search_id'), '>', tuple(after!.number, after!.id)),
          ),
        )
        .execute();
      return pageOf(rows, limit, toSearch, (row) => ({ number: row.created_at, id: row.search_id }));
    },

    async orders(profileCode, after, limit) {
      const rows = await ordersOf(profileCode)
        .limit(limit + 1)
        .$if(after !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'order_id'), '>', tuple(after!.number, after!.id)),
          ),
        )
        .execute();
      return pageOf(rows, limit, toOrder, (row) => ({ number: row.created_at, id: row.order_id }));
    },

    async bookings(profileCode, after, limit) {
      const rows = await bookingsOf(profileCode)
        .where('seq', '>', after?.number ?? 0)
        .limit(limit + 1)
        .execute();
      return pageOf(rows, limit, toState, (row) => ({ number: row.seq, id: row.booking_id }));
    },

    async booking(profileCode, bookingId) {
      const row = await bookingsOf(profileCode).where('booking_id', '=', bookingId).executeTakeFirst();
      return row && toState(row);
    },

    async pricings(profileCode, searches) {
      if (searches.length === 0) return [];
      // A pricing never outlives its search: there is an index by expiry.
      const [first, last] = [
        Math.min(...searches.map(({ createdAt }) => createdAt)),
        Math.max(...searches.map(({ expiresAt }) => expiresAt)),
      ];
      const rows = await pricingsOf(profileCode)
        .where('expires_at', '>=', first)
        .where('expires_at', '<=', last)
        .where(
          'search_id',
          'in',
          searches.map(({ searchId }) => searchId),
        )
        .execute();
      return rows.map(toPricing);
    },

    async *due(profileCode, from, to) {
      const due = dueQueries(db, profileCode, from, to);
      for await (const rows of pages(due.searches)) yield { ...NOTHING_DUE, searches: rows.map(toSearch) };
      for await (const rows of pages(due.pricings)) yield { ...NOTHING_DUE, pricings: rows.map(toPricing) };
      for await (const rows of pages(due.orders)) yield { ...NOTHING_DUE, orders: rows.map(toOrder) };
      for await (const rows of pages(due.bookings)) yield { ...NOTHING_DUE, bookings: rows.map(toState) };
    },
  };
}

/** Each reads the rows behind one of its rows, in the order of an index. */
function dueQueries(db: Kysely<Tables>, profileCode: string, from: number, to: number) {
  return {
    searches: (last?: Selectable<Tables['searches']>) =>
      db
        .selectFrom('searches')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where('expires_at', '<=', to)
        .where((eb) => eb(forgottenAt(eb), '>', from))
        .orderBy('expires_at')
        .orderBy('search_id')
        .limit(PAGE)
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('expires_at', 'search_id'), '>', tuple(last!.expires_at, last!.search_id)),
          ),
        )
        .execute(),

    pricings: (last?: Selectable<Tables['pricings']>) =>
      db
        .selectFrom('pricings')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where('expires_at', '>', from)
        .where('expires_at', '<=', to)
        .orderBy('expires_at')
        .orderBy('pricing_token')
        .limit(PAGE)
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('expires_at', 'pricing_token'), '>', tuple(last!.expires_at, last!.pricing_token)),
          ),
        )
        .execute(),

    orders: (last?: Selectable<Tables['orders']>) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where('hold_expires_at', '>', from)
        .orderBy('created_at')
        .orderBy('order_id')
        .limit(PAGE)
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'order_id'), '>', tuple(last!.created_at, last!.order_id)),
          ),
        )
        .execute(),

    bookings: (last?: Selectable<Tables['bookings']>) =>
      db
        .selectFrom('bookings')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where('seq', '>', last?.seq ?? 0)
        .where((eb) =>
          eb.or([
            eb.and([eb('settled_at', '>', from), eb('settled_at', '<=', to)]),
            eb.and([
              eb('status', '=', 'completed'),
              eb('pickup_at', '>', from - AFTER_PICKUP_MS),
              eb('pickup_at', '<=', to + BEFORE_PICKUP_MS),
            ]),
          ]),
        )
        .orderBy('seq')
        .limit(PAGE)
        .execute(),
  };
}

async function* pages<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await read(last);
    if (rows.length > 0) yield rows;
    last = rows[PAGE - 1];
  } while (last !== undefined);
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
const NOTHING_DUE: DueRecords = { searches: [], pricings: [], orders: [], bookings: [] };
/** Of some 3 kB each, and with several pieces of JSON. */
const PAGE = 50;
