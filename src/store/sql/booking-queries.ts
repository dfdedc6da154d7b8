import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Settlement } from '../bookings.ts';
import type { BookingRow } from './booking-rows.ts';
import { prepare, prepareChange, prepareInsert } from './prepare.ts';
import type { Tables } from './tables.ts';

/** The statements of the bookings, each compiled once. */
export function prepareBookingQueries(db: Kysely<Tables>) {
  const bookingsOf = (profileCode: string) => db.selectFrom('bookings').where('profile_code', '=', profileCode);
  const change = ({ profileCode, bookingId }: OneBooking) =>
    db.updateTable('bookings').where('booking_id', '=', bookingId).where('profile_code', '=', profileCode);

  const findOneBy = (column: 'booking_id' | 'pricing_token') =>
    prepare<ByValue, BookingRow>(['profileCode', 'value'], ({ profileCode, value }) =>
      bookingsOf(profileCode).selectAll().where(column, '=', value),
    );
  const findBy = (column: 'search_id' | 'partner_tracking_id') =>
    prepare<ByValue, BookingRow>(['profileCode', 'value'], ({ profileCode, value }) =>
      bookingsOf(profileCode).selectAll().where(column, '=', value).orderBy('seq', 'desc').limit(MAX_FOUND),
    );
  const findCompletedBy = (column: 'booking_id' | 'confirmation_number') =>
    prepare<ByValue, BookingRow>(['profileCode', 'value'], ({ profileCode, value }) =>
      bookingsOf(profileCode).selectAll().where(column, '=', value).where('status', '=', 'completed'),
    );
  const findArmedBy = (column: 'booking_id' | 'confirmation_number' | 'search_id' | 'partner_tracking_id') =>
    prepare<ByValue, Pick<BookingRow, 'booking_id' | 'search_id' | 'armed'>>(
      ['profileCode', 'value'],
      ({ profileCode, value }) =>
        bookingsOf(profileCode)
          .select(['booking_id', 'search_id', 'armed'])
          .where(column, '=', value)
          .orderBy(sql`armed is null`)
          .orderBy('seq', 'desc')
          .limit(1),
    );

  return {
    findArmed: {
      bookingId: findArmedBy('booking_id'),
      confirmation: findArmedBy('confirmation_number'),
      searchId: findArmedBy('search_id'),
      partnerTrackingId: findArmedBy('partner_tracking_id'),
    },

    insert: prepareInsert(db, 'bookings', { unlessTaken: 'pricing_token' }),

    remove: prepare<{ bookingId: string }>(['bookingId'], ({ bookingId }) =>
      db.deleteFrom('bookings').where('booking_id', '=', bookingId),
    ),

    findBy: {
      bookingId: findOneBy('booking_id'),
      pricingToken: findOneBy('pricing_token'),
      searchId: findBy('search_id'),
      partnerTrackingId: findBy('partner_tracking_id'),
    },

    countRead: prepare<OneBooking, { reads: number }>(['profileCode', 'bookingId'], (one) =>
      change(one)
        .set((eb) => ({ reads: eb('reads', '+', 1) }))
        .returning('reads'),
    ),

    settle: prepare<OneBooking & { settledAt: number }, BookingRow>(
      ['profileCode', 'bookingId', 'settledAt'],
      ({ settledAt, ...one }) =>
        change(one)
          .set((eb) => ({
            status: eb.ref('settle_to').$notNull(),
            error_code: eb.ref('settle_error_code'),
            settled_at: settledAt,
          }))
          .where(isUnsettled)
          .returningAll(),
    ),

    redirect: prepareChange<OneBooking & { to: Settlement['to']; errorCode: string | null }>(
      ['profileCode', 'bookingId', 'to', 'errorCode'],
      ({ to, errorCode, ...one }) =>
        change(one).set({ settle_to: to, settle_error_code: errorCode }).where(isUnsettled),
    ),

    fail: prepare<{ bookingId: string }, BookingRow>(['bookingId'], ({ bookingId }) =>
      db
        .updateTable('bookings')
        .set({ status: 'failed', error_code: 'reservation_not_changeable' })
        .where('booking_id', '=', bookingId)
        .returningAll(),
    ),

    close: prepareChange<OneBooking & { replacedBy: string; changedAt: number }>(
      ['profileCode', 'bookingId', 'replacedBy', 'changedAt'],
      ({ replacedBy, changedAt, ...one }) =>
        change(one)
          .set({ state: 'changed', replaced_by: replacedBy, changed_at: changedAt })
          .where('status', '=', 'completed')
          .where('state', '=', 'confirmed'),
    ),

    findReservation: findCompletedBy('booking_id'),
    findConfirmation: findCompletedBy('confirmation_number'),

    countHiddenRead: prepareChange<OneBooking & { now: number }>(
      ['profileCode', 'bookingId', 'now'],
      ({ now, ...one }) =>
        change(one)
          .set((eb) => ({ cancel_hidden_reads: eb('cancel_hidden_reads', '-', 1) }))
          .where('cancel_hidden_reads', '>', 0)
          .where('cancel_shown_at', '>', now),
    ),

    showCancellation: prepareChange<OneBooking>(['profileCode', 'bookingId'], (one) =>
      change(one).set({ cancel_hidden_reads: 0 }).where('cancel_hidden_reads', '>', 0),
    ),

    cancel: prepareChange<OneBooking & { cancelledAt: number; shownAt: number | null; hiddenReads: number | null }>(
      ['profileCode', 'bookingId', 'cancelledAt', 'shownAt', 'hiddenReads'],
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

    due: prepare<{ profileCode: string; now: number; limit: number }, BookingRow>(
      ['profileCode', 'now', 'limit'],
      ({ profileCode, now, limit }) =>
        bookingsOf(profileCode)
          .selectAll()
          .where(isUnsettled)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .orderBy('seq')
          .limit(limit),
    ),
  };
}

interface OneBooking {
  profileCode: string;
  bookingId: string;
}

interface ByValue {
  profileCode: string;
  value: string;
}

/** Of the bookings under one key. */
const MAX_FOUND = 200;

/** Without parameters: the database does not use a partial index for values that it does not know yet. */
const isUnsettled = sql<boolean>`status in ('pending', 'hidden')`;
