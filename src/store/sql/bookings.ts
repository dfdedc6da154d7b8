import type { Kysely } from 'kysely';
import type { BookingKey, BookingRecord, BookingStore, ReservationKey } from '../bookings.ts';
import { prepareBookingQueries } from './booking-queries.ts';
import type { BookingRow, NewBookingRow } from './booking-rows.ts';
import { toBooking, toReservation, toRow } from './booking-rows.ts';
import type { Counts } from './bounds/counts.ts';
import { createClaim } from './bounds/enforce.ts';
import { createRemoveOver } from './bounds/over-bookings.ts';
import { createInsert } from './insert-together.ts';
import type { Executor } from './prepare.ts';
import type { Tables } from './tables.ts';

/** `removePricing` removes the pricing of a booking that is dropped. */
export function createBookingStore(
  db: Kysely<Tables>,
  durable: boolean,
  counts: Counts,
  removePricing: (pricingToken: string) => Promise<void>,
): BookingStore {
  const queries = prepareBookingQueries(db);
  const insertOne = createInsert(db, 'bookings', (row: NewBookingRow) => insert(db, row), { durable });
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
        const settled = await settle(trx, { profileCode, bookingId, settledAt });
        if (settled) return settled;
        const [ended] = await queries.findBy.bookingId(trx, { profileCode, value: bookingId });
        return toBooking(existing(ended, bookingId));
      }),

    decide: (profileCode, bookingId, settledAt, { to, errorCode }) =>
      db.transaction().execute(async (trx) => {
        await queries.redirect(trx, { profileCode, bookingId, to, errorCode });
        return settle(trx, { profileCode, bookingId, settledAt });
      }),

    async findReservation(profileCode, key) {
      const [row] =
        'reservationId' in key
          ? await queries.findReservation(db, { profileCode, value: key.reservationId })
          : await queries.findConfirmation(db, { profileCode, value: key.confirmationNumber });
      return row && toReservation(row);
    },

    async cancel(profileCode, bookingId, cancelledAt, hidden) {
      const shown = { shownAt: hidden?.until ?? null, hiddenReads: hidden?.reads ?? null };
      return (await queries.cancel(db, { profileCode, bookingId, cancelledAt, ...shown })) > 0;
    },

    async changeRide(profileCode, reservationId, expected, { aheadMs, hasOtherDriver }) {
      const { numUpdatedRows } = await db
        .updateTable('bookings')
        .set({ ride_ahead_ms: aheadMs, other_driver: hasOtherDriver ? 1 : null })
        .where('booking_id', '=', reservationId)
        .where('profile_code', '=', profileCode)
        .where('status', '=', 'completed')
        .where('state', '=', 'confirmed')
        .where((eb) => eb(eb.fn.coalesce('ride_ahead_ms', eb.lit(0)), '=', expected.aheadMs))
        .where('other_driver', expected.hasOtherDriver ? 'is not' : 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async hidesCancellation(profileCode, bookingId, now) {
      return (await queries.countHiddenRead(db, { profileCode, bookingId, now })) > 0;
    },

    async showCancellation(profileCode, bookingId) {
      await queries.showCancellation(db, { profileCode, bookingId });
    },

    async due(profileCode, now, limit) {
      return (await queries.due(db, { profileCode, now, limit })).map(toBooking);
    },
  };

  async function settle(
    trx: Executor,
    { profileCode, bookingId, settledAt }: { profileCode: string; bookingId: string; settledAt: number },
  ): Promise<BookingRecord | undefined> {
    const [settled] = await queries.settle(trx, { profileCode, bookingId, settledAt });
    if (!settled) return undefined;
    const booking = toBooking(settled);
    const { replaces, reservationId: replacedBy } = booking.reservation;
    if (booking.status !== 'completed' || replaces === null) return booking;
    if ((await queries.close(trx, { profileCode, bookingId: replaces, replacedBy, changedAt: settledAt })) > 0)
      return booking;
    const [failed] = await queries.fail(trx, { bookingId });
    return toBooking(existing(failed, bookingId));
  }

  async function keep(booking: BookingRecord): Promise<'added' | 'pricing-taken' | 'original-closed'> {
    // A booking and its reservation are one row: only a booking that closes another reservation needs a transaction.
    if (booking.status !== 'completed' || booking.reservation.replaces === null)
      return (await insertOne(toRow(booking))) ? 'added' : 'pricing-taken';
    const { profileCode, bookingId, createdAt: changedAt } = booking;
    const { replaces, reservationId: replacedBy } = booking.reservation;
    const closing = { profileCode, bookingId: replaces, replacedBy, changedAt };
    return db.transaction().execute(async (trx) => {
      if (!(await insert(trx, toRow(booking)))) return 'pricing-taken';
      if ((await queries.close(trx, closing)) > 0) return 'added';
      await queries.remove(trx, { bookingId });
      return 'original-closed';
    });
  }

  async function insert(executor: Executor, row: NewBookingRow): Promise<boolean> {
    return (await queries.insert(executor, [row])) > 0;
  }

  function findRows(profileCode: string, key: BookingKey): Promise<BookingRow[]> {
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
}

function existing<Value>(value: Value | undefined, bookingId: string): Value {
  if (value === undefined) throw new Error(`there is no booking ${bookingId}`);
  return value;
}
