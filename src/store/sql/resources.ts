import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { DAY } from '../../clock.ts';
import type { BookingState, Page, Place, ResourceStore } from '../resources.ts';
import type { Store } from '../store.ts';
import { toOrder } from './orders.ts';
import type { Tables } from './tables.ts';

/** Searches, pricings and bookings are read through their own stores, which know how their records look. */
export function createResourceStore(db: Kysely<Tables>, { searches, pricings, bookings }: Pick<Store, 'searches' | 'pricings' | 'bookings'>): ResourceStore {
  const findSearches = async (profileCode: string, rows: { search_id: string }[]) =>
    present(await Promise.all(rows.map(({ search_id }) => searches.find(profileCode, search_id))));
  const findPricings = async (profileCode: string, rows: { pricing_token: string }[]) =>
    present(await Promise.all(rows.map(({ pricing_token }) => pricings.find(profileCode, pricing_token))));
  const stateOf = async (profileCode: string, row: EndsRow): Promise<BookingState | undefined> => {
    const [booking] = await bookings.find(profileCode, { bookingId: row.booking_id });
    const found = await bookings.findReservation(profileCode, { reservationId: row.booking_id });
    return booking && {
      booking,
      reservation: found?.reservation ?? booking.reservation,
      settledAt: row.settled_at,
      settledByClock: row.settled_at !== null && row.settled_at === row.due_at,
      changedAt: row.changed_at,
      cancelledAt: row.cancelled_at,
    };
  };
  const findStates = async (profileCode: string, rows: EndsRow[]) => present(await Promise.all(rows.map((row) => stateOf(profileCode, row))));
  const selectEnds = (profileCode: string) => db.selectFrom('bookings').select(ENDS).where('profile_code', '=', profileCode);

  return {
    async searches(profileCode, now, after, limit) {
      const rows = await db.selectFrom('searches').select(['search_id', 'created_at']).where('profile_code', '=', profileCode)
        .where((eb) => eb(forgottenAt(eb), '>', now))
        .$if(after !== null, (query) => query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'search_id'), '>', tuple(after!.number, after!.id))))
        .orderBy('created_at').orderBy('search_id').limit(limit + 1).execute();
      const { records, next } = pageOf(rows, limit, (row) => ({ number: row.created_at, id: row.search_id }));
      return { records: await findSearches(profileCode, records), next };
    },

    async orders(profileCode, after, limit) {
      const rows = await db.selectFrom('orders').selectAll().where('profile_code', '=', profileCode)
        .$if(after !== null, (query) => query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'order_id'), '>', tuple(after!.number, after!.id))))
        .orderBy('created_at').orderBy('order_id').limit(limit + 1).execute();
      const { records, next } = pageOf(rows, limit, (row) => ({ number: row.created_at, id: row.order_id }));
      return { records: records.map(toOrder), next };
    },

    async bookings(profileCode, after, limit) {
      const rows = await selectEnds(profileCode).where('seq', '>', after?.number ?? 0).orderBy('seq').limit(limit + 1).execute();
      const { records, next } = pageOf(rows, limit, (row) => ({ number: row.seq, id: row.booking_id }));
      return { records: await findStates(profileCode, records), next };
    },

    async booking(profileCode, bookingId) {
      const row = await selectEnds(profileCode).where('booking_id', '=', bookingId).executeTakeFirst();
      return row && stateOf(profileCode, row);
    },

    async pricings(profileCode, of) {
      if (of.length === 0) return [];
      // A pricing never outlives its search: there is an index by expiry.
      const [first, last] = [Math.min(...of.map(({ createdAt }) => createdAt)), Math.max(...of.map(({ expiresAt }) => expiresAt))];
      const rows = await db.selectFrom('pricings').select('pricing_token').where('profile_code', '=', profileCode)
        .where('search_id', 'in', of.map(({ searchId }) => searchId)).where('expires_at', '>=', first).where('expires_at', '<=', last)
        .orderBy('created_at').orderBy('pricing_token').execute();
      return findPricings(profileCode, rows);
    },

    async due(profileCode, from, to) {
      const ofSearches = await db.selectFrom('searches').select('search_id').where('profile_code', '=', profileCode)
        .where('expires_at', '<=', to).where((eb) => eb(forgottenAt(eb), '>', from)).orderBy('created_at').orderBy('search_id').execute();
      const ofPricings = await db.selectFrom('pricings').select('pricing_token').where('profile_code', '=', profileCode)
        .where('expires_at', '>', from).where('expires_at', '<=', to).orderBy('created_at').orderBy('pricing_token').execute();
      const ofOrders = await db.selectFrom('orders').selectAll().where('profile_code', '=', profileCode).where('hold_expires_at', '>', from)
        .orderBy('created_at').orderBy('order_id').execute();
      const ofBookings = await selectEnds(profileCode)
        .where((eb) => eb.or([
          eb.and([eb('settled_at', '>', from), eb('settled_at', '<=', to)]),
          eb.and([eb('status', '=', 'completed'), eb('pickup_at', '>', from - AFTER_PICKUP_MS), eb('pickup_at', '<=', to + BEFORE_PICKUP_MS)]),
        ])).orderBy('seq').execute();
      return {
        searches: await findSearches(profileCode, ofSearches),
        pricings: await findPricings(profileCode, ofPricings),
        orders: ofOrders.map(toOrder),
        bookings: await findStates(profileCode, ofBookings),
      };
    },
  };
}

function forgottenAt(eb: ExpressionBuilder<Tables, 'searches'>) {
  return eb('expires_at', '+', eb('expires_at', '-', eb.ref('created_at')));
}

function present<R>(records: (R | undefined)[]): R[] {
  return records.filter((record): record is R => record !== undefined);
}

/** One row more than fits tells that there is a next page. */
function pageOf<Row>(rows: Row[], limit: number, placeOf: (row: Row) => Place): Page<Row> {
  const records = rows.slice(0, limit);
  return { records, next: rows.length > limit ? placeOf(records.at(-1)!) : null };
}

/** What the record of a booking does not say: when it ended, and when its reservation did. */
const ENDS = ['seq', 'booking_id', 'due_at', 'settled_at', 'changed_at', 'cancelled_at'] as const;
type EndsRow = Pick<Selectable<Tables['bookings']>, (typeof ENDS)[number]>;

/** Nothing becomes of a reservation by the clock longer than this before its pickup, or after it. */
const BEFORE_PICKUP_MS = 30 * DAY;
const AFTER_PICKUP_MS = 3 * DAY;
