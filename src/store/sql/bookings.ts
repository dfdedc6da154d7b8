import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Reservation } from '../../api.ts';
import { toIso } from '../../clock.ts';
import type { BookingKey, BookingRecord, BookingStore, ReservationRecord } from '../bookings.ts';
import type { Tables } from './tables.ts';

export function createBookingStore(db: Kysely<Tables>): BookingStore {
  return {
    async add(booking) {
      try {
        return await db.transaction().execute((trx) => addBooking(trx, booking));
      } catch (error) {
        if (error instanceof OriginalClosed) return 'original-closed';
        throw error;
      }
    },

    async find(profileCode, key) {
      const [column, value] = keyColumn(key);
      const rows = await db.selectFrom('bookings').selectAll()
        .where('profile_code', '=', profileCode).where(column, '=', value).orderBy('seq').execute();
      return rows.map(toBooking);
    },

    async countRead(profileCode, bookingId) {
      const row = await db.updateTable('bookings').set((eb) => ({ reads: eb('reads', '+', 1) }))
        .where('booking_id', '=', bookingId).where('profile_code', '=', profileCode)
        .returning('reads').executeTakeFirstOrThrow();
      return row.reads;
    },

    settle: (profileCode, bookingId) => db.transaction().execute((trx) => settleBooking(trx, profileCode, bookingId)),

    async findReservation(profileCode, key) {
      const query = db.selectFrom('reservations').selectAll().where('profile_code', '=', profileCode);
      const row = await ('reservationId' in key
        ? query.where('reservation_id', '=', key.reservationId)
        : query.where('confirmation_number', '=', key.confirmationNumber)).executeTakeFirst();
      return row && toReservation(row);
    },

    async cancel(profileCode, reservationId, cancelledAt) {
      const row = await db.updateTable('reservations').set({ state: 'cancelled', cancelled_at: cancelledAt })
        .where('reservation_id', '=', reservationId).where('profile_code', '=', profileCode).where('state', '=', 'confirmed')
        .returning('reservation_id').executeTakeFirst();
      return row !== undefined;
    },

    async due(now, limit) {
      const rows = await db.selectFrom('bookings').selectAll()
        .where('status', '=', 'pending').where('due_at', '<=', now).orderBy('due_at').orderBy('seq').limit(limit).execute();
      return rows.map(toBooking);
    },
  };
}

/** Rolls the transaction back. */
class OriginalClosed extends Error {}

async function addBooking(trx: Transaction<Tables>, booking: BookingRecord): Promise<'added' | 'pricing-taken'> {
  const row = await trx.insertInto('bookings')
    .values({
      booking_id: booking.bookingId,
      profile_code: booking.profileCode,
      pricing_token: booking.pricingToken,
      search_id: booking.searchId,
      partner_tracking_id: booking.partnerTrackingId,
      fingerprint: booking.fingerprint,
      status: booking.status,
      settle_to: booking.settlement?.to ?? null,
      due_at: booking.settlement?.dueAt ?? null,
      after_reads: booking.settlement?.afterReads ?? null,
      settle_error_code: booking.settlement?.errorCode ?? null,
      reads: booking.reads,
      error_code: booking.errorCode,
      reservation: JSON.stringify(booking.reservation),
      created_at: booking.createdAt,
    })
    .onConflict((conflict) => conflict.column('pricing_token').doNothing())
    .returning('booking_id').executeTakeFirst();
  if (!row) return 'pricing-taken';
  if (booking.status === 'completed' && !(await makeReservation(trx, booking))) throw new OriginalClosed();
  return 'added';
}

async function settleBooking(trx: Transaction<Tables>, profileCode: string, bookingId: string): Promise<BookingRecord> {
  const claimed = await trx.updateTable('bookings')
    .set((eb) => ({ status: eb.ref('settle_to').$notNull(), error_code: eb.ref('settle_error_code') }))
    .where('booking_id', '=', bookingId).where('profile_code', '=', profileCode).where('status', '=', 'pending')
    .returningAll().executeTakeFirst();
  if (claimed?.status === 'completed' && !(await makeReservation(trx, toBooking(claimed)))) {
    await trx.updateTable('bookings').set({ status: 'failed', error_code: 'reservation_not_changeable' })
      .where('booking_id', '=', bookingId).execute();
  }
  return toBooking(await trx.selectFrom('bookings').selectAll()
    .where('booking_id', '=', bookingId).where('profile_code', '=', profileCode).executeTakeFirstOrThrow());
}

/** Makes the booking's reservation, and closes the one that it replaces; false when that one is no longer confirmed. */
async function makeReservation(trx: Transaction<Tables>, booking: BookingRecord): Promise<boolean> {
  const { reservation } = booking;
  if (reservation.replaces !== null) {
    const closed = await trx.updateTable('reservations').set({ state: 'changed', replaced_by: reservation.reservationId })
      .where('reservation_id', '=', reservation.replaces).where('profile_code', '=', booking.profileCode).where('state', '=', 'confirmed')
      .returning('reservation_id').executeTakeFirst();
    if (!closed) return false;
  }
  await trx.insertInto('reservations').values({
    reservation_id: reservation.reservationId,
    profile_code: booking.profileCode,
    confirmation_number: reservation.confirmationNumber,
    booking_id: booking.bookingId,
    state: 'confirmed',
    replaced_by: null,
    cancelled_at: null,
    reservation: JSON.stringify(reservation),
  }).execute();
  return true;
}

function keyColumn(key: BookingKey): ['booking_id' | 'pricing_token' | 'search_id' | 'partner_tracking_id', string] {
  if ('bookingId' in key) return ['booking_id', key.bookingId];
  if ('pricingToken' in key) return ['pricing_token', key.pricingToken];
  if ('searchId' in key) return ['search_id', key.searchId];
  return ['partner_tracking_id', key.partnerTrackingId];
}

function toBooking(row: Selectable<Tables['bookings']>): BookingRecord {
  return {
    bookingId: row.booking_id,
    profileCode: row.profile_code,
    pricingToken: row.pricing_token,
    searchId: row.search_id,
    partnerTrackingId: row.partner_tracking_id,
    fingerprint: row.fingerprint,
    status: row.status,
    settlement: row.status !== 'pending' || row.settle_to === null
      ? null
      : { to: row.settle_to, dueAt: row.due_at, afterReads: row.after_reads, errorCode: row.settle_error_code },
    reads: row.reads,
    errorCode: row.error_code,
    reservation: JSON.parse(row.reservation) as Reservation,
    createdAt: row.created_at,
  };
}

function toReservation(row: Selectable<Tables['reservations']>): ReservationRecord {
  return {
    bookingId: row.booking_id,
    profileCode: row.profile_code,
    reservation: {
      ...(JSON.parse(row.reservation) as Reservation),
      state: row.state,
      replacedBy: row.replaced_by,
      cancelledAt: row.cancelled_at === null ? null : toIso(row.cancelled_at),
    },
  };
}
