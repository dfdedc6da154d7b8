import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reservation } from '../../api.ts';
import { toIso } from '../../clock.ts';
import type { BookingKey, BookingRecord, BookingStore, ReservationKey, ReservationRecord } from '../bookings.ts';
import { createClaim } from './bounds/claim-place.ts';
import type { Counts } from './bounds/counts.ts';
import { createRemoveOver } from './bounds/over-bookings.ts';
import { createInsert } from './insert-together.ts';
import type { Executor } from './prepare.ts';
import { prepare, prepareChange } from './prepare.ts';
import type { Tables } from './tables.ts';

/** `removePricing` removes the pricing of a booking that is dropped. */
export function createBookingStore(
  db: Kysely<Tables>,
  durable: boolean,
  counts: Counts,
  removePricing: (pricingToken: string) => Promise<void>,
): BookingStore {
  const queries = prepareQueries(db);
  const insertOne = createInsert(db, 'bookings', (row: NewRow) => insert(db, row), { durable });
  const claimPlace = createClaim(counts, createRemoveOver(db, removePricing));

  return {
    async add(booking) {
      const { profileCode, pricingToken, createdAt } = booking;
      let outcome: Awaited<ReturnType<typeof keep>> = 'pricing-taken';
      const added = await claimPlace(profileCode, createdAt, async () => (outcome = await keep(booking)) === 'added');
      if (added !== undefined) return outcome;
      return (await queries.findBy.pricingToken(db, { profileCode, value: pricingToken })).length > 0
        ? 'pricing-taken'
        : 'full';
    },

    async find(profileCode, key) {
      return (await findRows(profileCode, key)).map(toBooking).reverse();
    },

    async findArmed(profileCode, key) {
      const [row] = await findArmedRows(profileCode, key);
      return row && { bookingId: row.booking_id, searchId: row.search_id, armed: row.armed };
    },

    async rearm(profileCode, bookingId, expected, armed) {
      const { numUpdatedRows } = await db
        .updateTable('bookings')
        .set({ armed })
        .where('booking_id', '=', bookingId)
        .where('profile_code', '=', profileCode)
        .where('armed', '=', expected)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async countRead(profileCode, bookingId) {
      const [row] = await queries.countRead(db, { profileCode, bookingId });
      return existing(row, bookingId).reads;
    },

    settle: (profileCode, bookingId, settledAt) =>
      db.transaction().execute(async (trx) => {
        const [settled] = await queries.settle(trx, { profileCode, bookingId, settledAt });
        if (!settled) {
          const [ended] = await queries.findBy.bookingId(trx, { profileCode, value: bookingId });
          return toBooking(existing(ended, bookingId));
        }
        const booking = toBooking(settled);
        const { replaces, reservationId } = booking.reservation;
        if (
          booking.status !== 'completed' ||
          replaces === null ||
          (await close(trx, profileCode, replaces, reservationId, settledAt))
        )
          return booking;
        const [failed] = await queries.fail(trx, { bookingId });
        return toBooking(existing(failed, bookingId));
      }),

    async findReservation(profileCode, key) {
      const [row] =
        'reservationId' in key
          ? await queries.findReservation(db, { profileCode, reservationId: key.reservationId })
          : await queries.findConfirmation(db, { profileCode, confirmationNumber: key.confirmationNumber });
      return row && toReservation(row);
    },

    async cancel(profileCode, reservationId, cancelledAt, hidden) {
      const shown = { shownAt: hidden?.until ?? null, hiddenReads: hidden?.reads ?? null };
      return (await queries.cancel(db, { profileCode, reservationId, cancelledAt, ...shown })).length > 0;
    },

    async hidesCancellation(profileCode, reservationId, now) {
      return (await queries.countHiddenRead(db, { profileCode, reservationId, now })).length > 0;
    },

    async showCancellation(profileCode, reservationId) {
      await queries.showCancellation(db, { profileCode, reservationId });
    },

    async due(profileCode, now, limit) {
      return (await queries.due(db, { profileCode, now, limit })).map(toBooking);
    },
  };

  async function keep(booking: BookingRecord): Promise<'added' | 'pricing-taken' | 'original-closed'> {
    // A booking and its reservation are one row: only a booking that closes another reservation needs a transaction.
    if (booking.status !== 'completed' || booking.reservation.replaces === null)
      return (await insertOne(toRow(booking))) ? 'added' : 'pricing-taken';
    const { replaces, reservationId } = booking.reservation;
    return db.transaction().execute(async (trx) => {
      if (!(await insert(trx, toRow(booking)))) return 'pricing-taken';
      if (await close(trx, booking.profileCode, replaces, reservationId, booking.createdAt)) return 'added';
      await queries.remove(trx, { bookingId: booking.bookingId });
      return 'original-closed';
    });
  }

  async function insert(executor: Executor, row: NewRow): Promise<boolean> {
    return (await queries.insert(executor, row)) > 0;
  }

  function findRows(profileCode: string, key: BookingKey): Promise<Row[]> {
    if ('bookingId' in key) return queries.findBy.bookingId(db, { profileCode, value: key.bookingId });
    if ('pricingToken' in key) return queries.findBy.pricingToken(db, { profileCode, value: key.pricingToken });
    if ('searchId' in key) return queries.findBy.searchId(db, { profileCode, value: key.searchId });
    return queries.findBy.partnerTrackingId(db, { profileCode, value: key.partnerTrackingId });
  }

  function findArmedRows(profileCode: string, key: ReservationKey) {
    const { findArmed } = queries;
    if ('reservationId' in key) return findArmed.bookingId(db, { profileCode, value: key.reservationId });
    if ('confirmationNumber' in key) return findArmed.confirmation(db, { profileCode, value: key.confirmationNumber });
    if ('searchId' in key) return findArmed.searchId(db, { profileCode, value: key.searchId });
    return findArmed.partnerTrackingId(db, { profileCode, value: key.partnerTrackingId });
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

function existing<Value>(value: Value | undefined, bookingId: string): Value {
  if (value === undefined) throw new Error(`there is no booking ${bookingId}`);
  return value;
}

type Row = Selectable<Tables['bookings']>;
type NewRow = Required<Omit<Insertable<Tables['bookings']>, 'seq' | 'settled_at' | 'changed_at'>>;

function prepareQueries(db: Kysely<Tables>) {
  const findOneBy = (column: 'booking_id' | 'pricing_token') =>
    prepare<{ profileCode: string; value: string }, Row>(['profileCode', 'value'], ({ profileCode, value }) =>
      db.selectFrom('bookings').selectAll().where('profile_code', '=', profileCode).where(column, '=', value),
    );
  const findBy = (column: 'search_id' | 'partner_tracking_id') =>
    prepare<{ profileCode: string; value: string }, Row>(['profileCode', 'value'], ({ profileCode, value }) =>
      db
        .selectFrom('bookings')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where(column, '=', value)
        .orderBy('seq', 'desc')
        .limit(MAX_FOUND),
    );

  const findArmedBy = (column: 'booking_id' | 'confirmation_number' | 'search_id' | 'partner_tracking_id') =>
    prepare<{ profileCode: string; value: string }, Pick<Row, 'booking_id' | 'search_id' | 'armed'>>(
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

    insert: prepareChange<NewRow>(COLUMNS, (row) =>
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
    cancel_shown_at: null,
    cancel_hidden_reads: null,
    part: booking.part,
    armed: booking.armed,
    resend: booking.resend,
  };
}

export function toBooking(row: Row): BookingRecord {
  return {
    bookingId: row.booking_id,
    profileCode: row.profile_code,
    pricingToken: row.pricing_token,
    searchId: row.search_id,
    partnerTrackingId: row.partner_tracking_id,
    request: JSON.parse(row.request) as object,
    status: row.status,
    settlement:
      row.status === 'completed' || row.status === 'failed' || row.settle_to === null
        ? null
        : { to: row.settle_to, dueAt: row.due_at, afterReads: row.after_reads, errorCode: row.settle_error_code },
    reads: row.reads,
    errorCode: row.error_code,
    part: row.part,
    armed: row.armed,
    resend: row.resend,
    reservation: storedReservation(row),
    createdAt: row.created_at,
  };
}

export function toReservation(row: Row): ReservationRecord {
  return {
    bookingId: row.booking_id,
    profileCode: row.profile_code,
    reservation: {
      ...storedReservation(row),
      state: row.state,
      replacedBy: row.replaced_by,
      cancelledAt: row.cancelled_at === null ? null : toIso(row.cancelled_at),
    },
  };
}

/** As the booking created it: without its present state, links and times. */
function storedReservation({ reservation }: Pick<Row, 'reservation'>): Reservation {
  return JSON.parse(reservation) as Reservation;
}
