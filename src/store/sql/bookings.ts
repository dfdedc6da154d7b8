import { sql } from 'kysely';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Reservation } from '../../api.ts';
import { toIso } from '../../clock.ts';
import type { BookingRecord, BookingStore, ReservationRecord } from '../bookings.ts';
import { createClaim } from './claim-place.ts';
import type { Counts } from './counts.ts';
import { createInsert } from './insert.ts';
import { createRemoveOver } from './over-bookings.ts';
import { prepare } from './prepare.ts';
import type { Executor } from './prepare.ts';
import type { Tables } from './tables.ts';

/** `removePricing` removes the pricing of a booking that makes room. */
export function createBookingStore(
  db: Kysely<Tables>,
  durable: boolean,
  counts: Counts,
  removePricing: (pricingToken: string) => Promise<void>,
): BookingStore {
  const queries = prepareQueries(db);
  const insertOne = createInsert(db, 'bookings', { durable, unique: 'pricing_token' });
  const claimPlace = createClaim(counts, createRemoveOver(db, removePricing));

  return {
    async add(booking) {
      const { profileCode, pricingToken, createdAt } = booking;
      let outcome: Awaited<ReturnType<typeof keep>> = 'pricing-taken';
      const kept = await claimPlace(profileCode, createdAt, async () => (outcome = await keep(booking)) === 'added');
      if (kept !== undefined) return outcome;
      return (await queries.findBy.pricingToken(db, { profileCode, value: pricingToken })).length > 0
        ? 'pricing-taken'
        : 'full';
    },

    async find(profileCode, key) {
      const [name, value] = Object.entries(key)[0] as [keyof typeof queries.findBy, string];
      return (await queries.findBy[name](db, { profileCode, value })).map(toBooking);
    },

    async countRead(profileCode, bookingId) {
      return (await queries.countRead(db, { profileCode, bookingId }))[0]!.reads;
    },

    settle: (profileCode, bookingId, settledAt) =>
      db.transaction().execute(async (trx) => {
        const [settled] = await queries.settle(trx, { profileCode, bookingId, settledAt });
        if (!settled) return toBooking((await queries.findBy.bookingId(trx, { profileCode, value: bookingId }))[0]!);
        const booking = toBooking(settled);
        const { replaces, reservationId } = booking.reservation;
        if (
          booking.status !== 'completed' ||
          replaces === null ||
          (await close(trx, profileCode, replaces, reservationId, settledAt))
        )
          return booking;
        return toBooking((await queries.fail(trx, { bookingId }))[0]!);
      }),

    async findReservation(profileCode, key) {
      const [row] =
        'reservationId' in key
          ? await queries.findReservation(db, { profileCode, reservationId: key.reservationId })
          : await queries.findConfirmation(db, { profileCode, confirmationNumber: key.confirmationNumber });
      return row && toReservation(row);
    },

    async cancel(profileCode, reservationId, cancelledAt) {
      return (await queries.cancel(db, { profileCode, reservationId, cancelledAt })).length > 0;
    },

    async due(profileCode, now, limit) {
      return (await queries.due(db, { profileCode, now, limit })).map(toBooking);
    },
  };

  async function keep(booking: BookingRecord): Promise<'added' | 'pricing-taken' | 'original-closed'> {
    // A booking is one row with its reservation: only one that closes another reservation takes a transaction.
    if (booking.status !== 'completed' || booking.reservation.replaces === null)
      return (await insertOne(toRow(booking))) ? 'added' : 'pricing-taken';
    const { replaces, reservationId } = booking.reservation;
    return db.transaction().execute(async (trx) => {
      if (!(await insert(trx, booking))) return 'pricing-taken';
      if (await close(trx, booking.profileCode, replaces, reservationId, booking.createdAt)) return 'added';
      await queries.remove(trx, { bookingId: booking.bookingId });
      return 'original-closed';
    });
  }

  async function insert(executor: Executor, booking: BookingRecord): Promise<boolean> {
    return (await queries.insert(executor, toRow(booking))).length > 0;
  }

  async function close(
    executor: Executor,
    profileCode: string,
    reservationId: string,
    replacedBy: string,
    changedAt: number,
  ): Promise<boolean> {
    return (await queries.close(executor, { profileCode, reservationId, replacedBy, changedAt })).length > 0;
  }
}

type Row = Selectable<Tables['bookings']>;
type NewRow = Required<Omit<Insertable<Tables['bookings']>, 'seq'>>;

function prepareQueries(db: Kysely<Tables>) {
  const findBy = (column: 'booking_id' | 'pricing_token' | 'search_id' | 'partner_tracking_id') =>
    prepare<{ profileCode: string; value: string }, Row>(['profileCode', 'value'], ({ profileCode, value }) =>
      db
        .selectFrom('bookings')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where(column, '=', value)
        .orderBy('seq'),
    );

  return {
    insert: prepare<NewRow, { booking_id: string }>(COLUMNS, (row) =>
      db
        .insertInto('bookings')
        .values(row)
        .onConflict((conflict) => conflict.column('pricing_token').doNothing())
        .returning('booking_id'),
    ),

    remove: prepare<{ bookingId: string }>(['bookingId'], ({ bookingId }) =>
      db.deleteFrom('bookings').where('booking_id', '=', bookingId),
    ),

    findBy: {
      bookingId: findBy('booking_id'),
      pricingToken: findBy('pricing_token'),
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

    settle: prepare<{ profileCode: string; bookingId: string; settledAt: number }, Row>(
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

    fail: prepare<{ bookingId: string }, Row>(['bookingId'], ({ bookingId }) =>
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

    findReservation: prepare<{ profileCode: string; reservationId: string }, Row>(
      ['profileCode', 'reservationId'],
      ({ profileCode, reservationId }) =>
        db
          .selectFrom('bookings')
          .selectAll()
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed'),
    ),

    findConfirmation: prepare<{ profileCode: string; confirmationNumber: string }, Row>(
      ['profileCode', 'confirmationNumber'],
      ({ profileCode, confirmationNumber }) =>
        db
          .selectFrom('bookings')
          .selectAll()
          .where('confirmation_number', '=', confirmationNumber)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed'),
    ),

    cancel: prepare<{ profileCode: string; reservationId: string; cancelledAt: number }, { booking_id: string }>(
      ['profileCode', 'reservationId', 'cancelledAt'],
      ({ profileCode, reservationId, cancelledAt }) =>
        db
          .updateTable('bookings')
          .set({ state: 'cancelled', cancelled_at: cancelledAt })
          .where('booking_id', '=', reservationId)
          .where('profile_code', '=', profileCode)
          .where('status', '=', 'completed')
          .where('state', '=', 'confirmed')
          .returning('booking_id'),
    ),

    due: prepare<{ profileCode: string; now: number; limit: number }, Row>(
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

/** Spelt out: an index holds these only, and no database looks into parameters to see that it can use it. */
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
] as const satisfies (keyof NewRow)[];

function toRow(booking: BookingRecord): NewRow {
  return {
    booking_id: booking.bookingId,
    profile_code: booking.profileCode,
    pricing_token: booking.pricingToken,
    search_id: booking.searchId,
    partner_tracking_id: booking.partnerTrackingId,
    request: JSON.stringify(booking.request),
    status: booking.status,
    settle_to: booking.settlement?.to ?? null,
    due_at: booking.settlement?.dueAt ?? null,
    after_reads: booking.settlement?.afterReads ?? null,
    settle_error_code: booking.settlement?.errorCode ?? null,
    reads: booking.reads,
    error_code: booking.errorCode,
    confirmation_number: booking.reservation.confirmationNumber,
    state: 'confirmed',
    replaced_by: null,
    cancelled_at: null,
    reservation: JSON.stringify(booking.reservation),
    created_at: booking.createdAt,
    pickup_at: Date.parse(booking.reservation.pickupDateTime),
  };
}

export function toBooking(row: Row): BookingRecord {
  return {
    bookingId: row.booking_id,
    profileCode: row.profile_code,
    pricingToken: row.pricing_token,
    searchId: row.search_id,
    partnerTrackingId: row.partner_tracking_id,
    request: JSON.parse(row.request),
    status: row.status,
    settlement:
      row.status === 'completed' || row.status === 'failed' || row.settle_to === null
        ? null
        : { to: row.settle_to, dueAt: row.due_at, afterReads: row.after_reads, errorCode: row.settle_error_code },
    reads: row.reads,
    errorCode: row.error_code,
    reservation: JSON.parse(row.reservation) as Reservation,
    createdAt: row.created_at,
  };
}

export function toReservation(row: Row): ReservationRecord {
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
