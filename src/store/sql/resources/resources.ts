import type { Kysely, Selectable } from 'kysely';
import type { BookingRecord } from '../../bookings.ts';
import type { OrderRecord } from '../../orders.ts';
import type { BookingState, Page, PageQuery, Place, ResourceStore } from '../../resources.ts';
import type { SearchRecord } from '../../searches.ts';
import { toState } from '../booking-rows.ts';
import { toOrder } from '../orders.ts';
import type { Owners } from '../owners.ts';
import { toRecord as toPricing } from '../pricings.ts';
import { searchRows } from '../search-rows.ts';
import { toRecord as toSearch } from '../searches.ts';
import type { Tables } from '../tables.ts';
import { dueRecords, forgottenAt } from './due-records.ts';

export function createResourceStore(db: Kysely<Tables>, owners: Owners): ResourceStore {
  return {
    async searches(profileCode, now, page) {
      const [direction, beyond] = page.newestFirst ? NEWEST_FIRST : OLDEST_FIRST;
      const query = db
        .selectFrom('searches')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .where((eb) => eb(forgottenAt(eb), '>', now))
        .orderBy('created_at', direction)
        .orderBy('search_id', direction);
      return readPage<Selectable<Tables['searches']>, SearchRecord>(page, {
        read: ({ number, id }, limit) =>
          query
            .where((eb) => eb(eb.refTuple('created_at', 'search_id'), beyond, eb.tuple(number, id)))
            .limit(limit)
            .execute(),
        placeOf: (row) => ({ number: row.created_at, id: row.search_id }),
        texts: ({ search_id, kind, origin }) => [search_id, kind, origin.replace(WORLD, '')],
        toRecord: (row) => toSearch(row, profileCode),
      });
    },

    async orders(profileCode, page) {
      const [direction, beyond] = page.newestFirst ? NEWEST_FIRST : OLDEST_FIRST;
      const query = db
        .selectFrom('orders')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .orderBy('created_at', direction)
        .orderBy('order_id', direction);
      return readPage<Selectable<Tables['orders']>, OrderRecord>(page, {
        read: ({ number, id }, limit) =>
          query
            .where((eb) => eb(eb.refTuple('created_at', 'order_id'), beyond, eb.tuple(number, id)))
            .limit(limit)
            .execute(),
        placeOf: (row) => ({ number: row.created_at, id: row.order_id }),
        texts: ({ order_id, offer_id, status, request, answer }) => [order_id, offer_id, status, request, answer],
        toRecord: (row) => toOrder(row, profileCode),
      });
    },

    async bookings(profileCode, page, filter) {
      const [direction, beyond] = page.newestFirst ? NEWEST_FIRST : OLDEST_FIRST;
      let query = db
        .selectFrom('bookings')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .orderBy('seq', direction);
      if (filter.searchId !== undefined) query = query.where('search_id', '=', filter.searchId);
      if (filter.partnerTrackingId !== undefined)
        query = query.where('partner_tracking_id', '=', filter.partnerTrackingId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      return readPage<Selectable<Tables['bookings']>, BookingState>(page, {
        read: ({ number }, limit) => query.where('seq', beyond, number).limit(limit).execute(),
        placeOf: (row) => ({ number: row.seq, id: row.booking_id }),
        texts: textsOfBooking,
        toRecord: (row) => toState(row, profileCode),
      });
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

    async activeTwins(profileCode, bookings) {
      if (bookings.length === 0) return new Map();
      const searchIds = bookings.map(({ searchId }) => searchId);
      const trackingIds = bookings.flatMap(({ partnerTrackingId }) => partnerTrackingId ?? []);
      const rows = await db
        .selectFrom('bookings')
        .select(['booking_id', 'search_id', 'partner_tracking_id'])
        .where('owner', '=', owners.of(profileCode))
        .where((eb) =>
          eb.or([
            eb('search_id', 'in', searchIds),
            ...(trackingIds.length > 0 ? [eb('partner_tracking_id', 'in', trackingIds)] : []),
          ]),
        )
        .where((eb) =>
          eb.or([
            eb('status', '=', 'pending'),
            eb.and([eb('status', 'in', ['completed', 'hidden']), eb('state', '=', 'confirmed')]),
          ]),
        )
        .execute();
      const isTwin = ({ searchId, partnerTrackingId }: BookingRecord, row: (typeof rows)[number]) =>
        row.search_id === searchId || (partnerTrackingId !== null && row.partner_tracking_id === partnerTrackingId);
      return new Map(
        bookings.map((booking) => {
          const others = rows.filter((row) => row.booking_id !== booking.bookingId && isTwin(booking, row));
          const isActive = rows.some((row) => row.booking_id === booking.bookingId);
          return [booking.bookingId, isActive ? others.length : 0];
        }),
      );
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

const OLDEST_FIRST = ['asc', '>'] as const;
const NEWEST_FIRST = ['desc', '<'] as const;

/** The world's key in a flight search's origin. */
const WORLD = /"world":"[^"]*"/;

function textsOfBooking(row: Selectable<Tables['bookings']>): (string | null)[] {
  const { booking_id, search_id, pricing_token, partner_tracking_id, confirmation_number } = row;
  const ids = [booking_id, search_id, pricing_token, partner_tracking_id, confirmation_number];
  return [...ids, row.status, row.state, row.error_code, row.request, row.reservation];
}

/** One table's rows in page order. */
interface Rows<Row, R> {
  read(this: void, after: Place, limit: number): Promise<Row[]>;
  placeOf(this: void, row: Row): Place;
  /** A row's searchable texts. Random stream keys are not among them. */
  texts(this: void, row: Row): readonly (string | null)[];
  toRecord(this: void, row: Row): R;
}

async function readPage<Row, R>(
  { after, limit, contains, newestFirst }: PageQuery,
  { read, placeOf, texts, toRecord }: Rows<Row, R>,
): Promise<Page<R>> {
  const start = after ?? { number: newestFirst ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER, id: '' };
  const text = contains?.toLowerCase();
  const hasText = (row: Row) => texts(row).some((each) => each?.toLowerCase().includes(text ?? ''));
  // One more than the page if there is a next page.
  const found = await (text === undefined
    ? read(start, limit + 1)
    : searchRows({ read, placeOf, contains: hasText }, start, limit + 1));
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { records: page.map(toRecord), next: last ? placeOf(last) : null };
}
