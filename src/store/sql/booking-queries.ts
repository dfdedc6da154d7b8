import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { DAY } from '../../base/clock.ts';
import type { Settlement } from '../bookings.ts';
import type { BookingRow } from './booking-rows.ts';
import type { FindBookings } from './found-bookings.ts';
import { isOf } from './is-of.ts';
import { prepare, prepareChange, prepareInsert } from './prepare.ts';
import type { KeyColumn } from './read-together.ts';
import type { Tables } from './tables.ts';

/** Returns the booking statements, each compiled once. */
export function prepareBookingQueries(db: Kysely<Tables>) {
  const bookingsOf = (owner: number) => db.selectFrom('bookings').where('owner', '=', owner);
  const change = ({ owner, bookingId }: OneBooking) =>
    db.updateTable('bookings').where('booking_id', '=', bookingId).where(isOf(owner));

  const findBy = (column: KeyColumn) =>
    prepare<ByValue, BookingRow>(['owner', 'value'], ({ owner, value }) =>
      db
        .selectFrom('bookings')
        .selectAll()
        .where(column, '=', value)
        .where(isOf(owner))
        .orderBy(sql`seq + 0`, 'desc')
        .limit(MAX_FOUND),
    );
  const findById = findBy('booking_id');
  const findIdByPricing = prepare<ByValue, Pick<BookingRow, 'booking_id'>>(['owner', 'value'], ({ owner, value }) =>
    db.selectFrom('bookings').select('booking_id').where('pricing_token', '=', value).where(isOf(owner)),
  );

  return {
    insert: prepareInsert(db, 'bookings', { unlessTaken: 'pricing_token' }),

    remove: prepareChange<OneBooking>(['owner', 'bookingId'], ({ owner, bookingId }) =>
      db.deleteFrom('bookings').where('booking_id', '=', bookingId).where(isOf(owner)),
    ),

    oldestClosed: prepare<{ owner: number }, Candidate>(['owner'], ({ owner }) =>
      bookingsOf(owner).select(['booking_id', 'pricing_token']).where(isClosed).orderBy('seq').limit(1),
    ),

    oldestPickedUp: prepare<{ owner: number; before: number }, Candidate>(['owner', 'before'], ({ owner, before }) =>
      bookingsOf(owner)
        .select(['booking_id', 'pricing_token'])
        .where('last_pickup_at', '<', before)
        .orderBy('last_pickup_at')
        .limit(1),
    ),

    findBy: {
      booking_id: findById,
      // Most pricings are not booked yet. node:sqlite names every selected column even if there is no row, which costs
      // an eighth of a booking.
      pricing_token: async (executor, { owner, value }) => {
        const [booked] = await findIdByPricing(executor, { owner, value });
        return booked ? findById(executor, { owner, value: booked.booking_id }) : [];
      },
      search_id: findBy('search_id'),
      partner_tracking_id: findBy('partner_tracking_id'),
      confirmation_number: findBy('confirmation_number'),
    } satisfies FindBookings,

    countRead: prepare<OneBooking, { reads: number }>(['owner', 'bookingId'], (one) =>
      change(one)
        .set((eb) => ({ reads: eb('reads', '+', 1) }))
        .returning('reads'),
    ),

    settle: prepare<OneBooking & { settledAt: number }, BookingRow>(
      ['owner', 'bookingId', 'settledAt'],
      ({ settledAt, ...one }) =>
        change(one)
          .set((eb) => ({
            status: eb.ref('settle_to').$notNull(),
            error_code: eb.ref('settle_error_code'),
            settled_at: settledAt,
          }))
          .where(isThisUnsettled)
          .returningAll(),
    ),

    // The planned outcome stays: the supplier announced it.
    decide: prepare<OneBooking & { settledAt: number } & Pick<Settlement, 'to' | 'errorCode'>, BookingRow>(
      ['owner', 'bookingId', 'settledAt', 'to', 'errorCode'],
      ({ settledAt, to, errorCode, ...one }) =>
        change(one)
          .set({ status: to, error_code: errorCode, settled_at: settledAt })
          .where(isThisUnsettled)
          .returningAll(),
    ),

    fail: prepare<OneBooking, BookingRow>(['owner', 'bookingId'], (one) =>
      change(one).set({ status: 'failed', error_code: 'reservation_not_changeable' }).returningAll(),
    ),

    close: prepareChange<OneBooking & { replacedBy: string; changedAt: number }>(
      ['owner', 'bookingId', 'replacedBy', 'changedAt'],
      ({ replacedBy, changedAt, ...one }) =>
        change(one)
          .set({ state: 'changed', replaced_by: replacedBy, changed_at: changedAt })
          .where('status', '=', 'completed')
          .where('state', '=', 'confirmed'),
    ),

    countHiddenRead: prepareChange<OneBooking & { now: number }>(['owner', 'bookingId', 'now'], ({ now, ...one }) =>
      change(one)
        .set((eb) => ({ cancel_hidden_reads: eb('cancel_hidden_reads', '-', 1) }))
        .where('cancel_hidden_reads', '>', 0)
        .where('cancel_shown_at', '>', now),
    ),

    showCancellation: prepareChange<OneBooking>(['owner', 'bookingId'], (one) =>
      change(one).set({ cancel_hidden_reads: 0 }).where('cancel_hidden_reads', '>', 0),
    ),

    cancel: prepareChange<OneBooking & { cancelledAt: number; shownAt: number | null; hiddenReads: number | null }>(
      ['owner', 'bookingId', 'cancelledAt', 'shownAt', 'hiddenReads'],
      ({ cancelledAt, shownAt, hiddenReads, ...one }) =>
        change(one)
          .set({
            state: 'cancelled',
            cancelled_at: cancelledAt,
            cancel_shown_at: shownAt,
            cancel_hidden_reads: hiddenReads,
          })
          .where('status', '=', 'completed')
          .where('state', '=', 'confirmed'),
    ),

    due: prepare<{ owner: number; now: number; limit: number }, BookingRow>(
      ['owner', 'now', 'limit'],
      ({ owner, now, limit }) =>
        bookingsOf(owner)
          .selectAll()
          .where(isUnsettled)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .orderBy('seq')
          .limit(limit),
    ),

    allDue: prepare<{ limit: number }, { owner: number; dueAt: number }>(['limit'], ({ limit }) =>
      db
        .selectFrom('bookings')
        .select((eb) => ['owner', eb.ref('due_at').$notNull().as('dueAt')])
        .where(isUnsettled)
        .where('due_at', 'is not', null)
        .limit(limit),
    ),
  };
}

interface OneBooking {
  owner: number;
  bookingId: string;
}

interface ByValue {
  owner: number;
  value: string;
}

type Candidate = Pick<BookingRow, 'booking_id' | 'pricing_token'>;

/** No timeline event of a reservation is later than this after its last pickup. */
export const AFTER_PICKUP_MS = 3 * DAY;
/** Limit for the bookings under one key. */
export const MAX_FOUND = 200;

/** Written without parameters, because the database uses a partial index only for known values. */
const isUnsettled = sql<boolean>`status in ('pending', 'hidden')`;
/** The same condition for a row found by its id: written so that the partial index is not used. */
const isThisUnsettled = sql<boolean>`coalesce(status, '') in ('pending', 'hidden')`;
/** Written as in `tables-script.ts`: a partial index has these rows only. */
const isClosed = sql<boolean>`(status = 'failed' or state in ('changed', 'cancelled'))`;
