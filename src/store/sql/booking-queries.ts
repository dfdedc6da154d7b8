import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Settlement } from '../bookings.ts';
import type { BookingRow, NewBookingRow } from './booking-rows.ts';
import { prepare, prepareChange } from './prepare.ts';
import type { Tables } from './tables.ts';

/** The statements of the bookings, each compiled once. */
export function prepareBookingQueries(db: Kysely<Tables>) {
  const findOneBy = (column: 'booking_id' | 'pricing_token') =>
    prepare<{ profileCode: string; value: string }, BookingRow>(['profileCode', 'value'], ({ profileCode, value }) =>
      db.selectFrom('bookings').selectAll().where('profile_code', '=', profileCode).where(column, '=', value),
    );
  const findBy = (column: 'search_id' | 'partner_tracking_id') =>
    prepare<{ profileCode: string; value: string }, BookingRow>(['profileCode', 'value'], ({ profileCode, value }) =>
      db
        .selectFrom('bookings')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where(column, '=', value)
        .orderBy('seq', 'desc')
        .limit(MAX_FOUND),
    );

  const findArmedBy = (column: 'booking_id' | 'confirmation_number' | 'search_id' | 'partner_tracking_id') =>
    prepare<{ profileCode: string; value: string }, Pick<BookingRow, 'booking_id' | 'search_id' | 'armed'>>(
      ['profileCode', 'value'],
      ({ profileCode, value }) =>
        db
          .selectFrom('bookings')
          .select(['booking_id', 'search_id', 'armed'])
          .where('profile_code', '=', profileCode)
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

    insert: prepareChange<NewBookingRow>(COLUMNS, (row) =>
      db
        .insertInto('bookings')
        .values(row)
        .onConflict((conflict) => conflict.column('pricing_token').doNothing()),
    ),

    remove: prepare<{ bookingId: string }>(['bookingId'], ({ bookingId }) =>
      db.deleteFrom('bookings').where('booking_id', '=', bookingId),
    ),

    findBy: {
      bookingId: findOneBy('booking_id'),
      pricingToken: findOneBy('pricing_token'),
      searchId: findBy('search_id'),
      partnerTrackingId: findBy('partner_tracking_id'),
    },

    countRead: prepare<{ profileCode: string; bookingId: string }, { reads: number }>(
      ['profileCode', 'bookingId'],
      ({ profileCode, bookingId }) =>
        db
          .updateTable('bookings')
          .set((eb) => ({ reads: eb('reads', '+', 1) }))
          .where('booking_id', '=', bookingId)
          .where('profile_code', '=', profileCode)
          .returning('reads'),
    ),

    settle: prepare<{ profileCode: string; bookingId: string; settledAt: number }, BookingRow>(
      ['profileCode', 'bookingId', 'settledAt'],
      ({ profileCode, bookingId, settledAt }) =>
        db
          .updateTable('bookings')
          .set((eb) => ({
            status: eb.ref('settle_to').$notNull(),
            error_code: eb.ref('settle_error_code'),
            settled_at: settledAt,
          }))
          .where('booking_id', '=', bookingId)
          .where('profile_code', '=', profileCode)
          .where(isUnsettled)
          .returningAll(),
    ),

    redirect: prepareChange<{ profileCode: string; bookingId: string; to: Settlement['to']; errorCode: string | null }>(
      ['profileCode', 'bookingId', 'to', 'errorCode'],
      ({ profileCode, bookingId, to, errorCode }) =>
        db
          .updateTable('bookings')
          .set({ settle_to: to, settle_error_code: errorCode })
          .where('booking_id', '=', bookingId)
          .where('profile_code', '=', profileCode)
          .where(isUnsettled),
    ),

    fail: prepare<{ bookingId: string }, BookingRow>(['bookingId'], ({ bookingId }) =>
      db
        .updateTable('bookings')
        .set({ status: 'failed', error_code: 'reservation_not_changeable' })
        .where('booking_id', '=', bookingId)
        .returningAll(),
    ),

    close: prepare<
      { profileCode: string; reservationId: string; replacedBy: string; changedAt: number },
      { booking_id: string }
    >(
      ['profileCode', 'reservationId', 'replacedBy', 'changedAt'],
      ({ profileCode, reservationId, replacedBy, changedAt }) =>
        db
          .updateTable('bookings')
          .set({ state: 'changed', replaced_by: replacedBy, changed_at: changedAt })
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed')
          .where('state', '=', 'confirmed')
          .returning('booking_id'),
    ),

    findReservation: prepare<{ profileCode: string; reservationId: string }, BookingRow>(
      ['profileCode', 'reservationId'],
      ({ profileCode, reservationId }) =>
        db
          .selectFrom('bookings')
          .selectAll()
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed'),
    ),

    findConfirmation: prepare<{ profileCode: string; confirmationNumber: string }, BookingRow>(
      ['profileCode', 'confirmationNumber'],
      ({ profileCode, confirmationNumber }) =>
        db
          .selectFrom('bookings')
          .selectAll()
          .where('confirmation_number', '=', confirmationNumber)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed'),
    ),

    countHiddenRead: prepare<{ profileCode: string; reservationId: string; now: number }, { booking_id: string }>(
      ['profileCode', 'reservationId', 'now'],
      ({ profileCode, reservationId, now }) =>
        db
          .updateTable('bookings')
          .set((eb) => ({ cancel_hidden_reads: eb('cancel_hidden_reads', '-', 1) }))
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('cancel_hidden_reads', '>', 0)
          .where('cancel_shown_at', '>', now)
          .returning('booking_id'),
    ),

    showCancellation: prepare<{ profileCode: string; reservationId: string }>(
      ['profileCode', 'reservationId'],
      ({ profileCode, reservationId }) =>
        db
          .updateTable('bookings')
          .set({ cancel_hidden_reads: 0 })
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('cancel_hidden_reads', '>', 0),
    ),

    cancel: prepare<
      {
        profileCode: string;
        reservationId: string;
        cancelledAt: number;
        shownAt: number | null;
        hiddenReads: number | null;
      },
      { booking_id: string }
    >(
      ['profileCode', 'reservationId', 'cancelledAt', 'shownAt', 'hiddenReads'],
      ({ profileCode, reservationId, cancelledAt, shownAt, hiddenReads }) =>
        db
          .updateTable('bookings')
          .set({
            state: 'cancelled',
            cancelled_at: cancelledAt,
            cancel_shown_at: shownAt,
            cancel_hidden_reads: hiddenReads,
          })
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed')
          .where('state', '=', 'confirmed')
          .returning('booking_id'),
    ),

    due: prepare<{ profileCode: string; now: number; limit: number }, BookingRow>(
      ['profileCode', 'now', 'limit'],
      ({ profileCode, now, limit }) =>
        db
          .selectFrom('bookings')
          .selectAll()
          .where('profile_code', '=', profileCode)
          .where(isUnsettled)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .orderBy('seq')
          .limit(limit),
    ),
  };
}

/** Of the bookings under one key. */
const MAX_FOUND = 200;

/** Without parameters: the database does not use a partial index for values that it does not know yet. */
const isUnsettled = sql<boolean>`status in ('pending', 'hidden')`;

const COLUMNS = [
  'booking_id',
  'profile_code',
  'pricing_token',
  'search_id',
  'partner_tracking_id',
  'request',
  'status',
  'settle_to',
  'due_at',
  'after_reads',
  'settle_error_code',
  'reads',
  'error_code',
  'confirmation_number',
  'state',
  'replaced_by',
  'cancelled_at',
  'reservation',
  'created_at',
  'pickup_at',
  'cancel_shown_at',
  'cancel_hidden_reads',
  'part',
  'armed',
  'resend',
  'ride_ahead_ms',
  'other_driver',
] as const satisfies (keyof NewBookingRow)[];
