import type { Kysely } from 'kysely';
import type { BookingKey, BookingRecord, BookingStore, ReservationKey } from '../bookings.ts';
import { prepareBookingQueries } from './booking-queries.ts';
import type { BookingRow, NewBookingRow } from './booking-rows.ts';
import { toBooking, toReservation, toRow } from './booking-rows.ts';
import type { Counts } from './bounds/counts.ts';
import { createClaim } from './bounds/enforce.ts';
import { createRemoveOver } from './bounds/over-bookings.ts';
import { createInsert } from './insert-together.ts';
import type { Owners } from './owners.ts';
import type { Executor } from './prepare.ts';
import type { Tables } from './tables.ts';

/** `removePricing` removes the pricing of a booking that is dropped. */
export function createBookingStore(
  db: Kysely<Tables>,
  durable: boolean,
  owners: Owners,
  counts: Counts,
  removePricing: (owner: number, pricingToken: string) => Promise<void>,
): BookingStore {
  const queries = prepareBookingQueries(db);
  const insertOne = createInsert(db, 'bookings', (row: NewBookingRow) => insert(db, row), { durable });
  const claimPlace = createClaim(counts, createRemoveOver(db, removePricing));

  return {
    async add(booking) {
      const { profileCode, pricingToken, createdAt } = booking;
      const owner = owners.ofExisting(profileCode);
      let outcome: Awaited<ReturnType<typeof keep>> = 'pricing-taken';
      const added = await claimPlace(owner, createdAt, async () => (outcome = await keep(booking, owner)) === 'added');
      if (added !== undefined) return outcome;
      return (await queries.findBy.pricingToken(db, { owner, value: pricingToken })).length > 0
        ? 'pricing-taken'
        : 'full';
    },

    async find(profileCode, key) {
      const rows = await findRows(owners.of(profileCode), key);
      return rows.map((row) => toBooking(row, profileCode)).reverse();
    },

    async findArmed(profileCode, key) {
      const [row] = await findArmedRows(owners.of(profileCode), key);
      return row && { bookingId: row.booking_id, searchId: row.search_id, armed: row.armed };
    },

    async rearm(profileCode, bookingId, expected, armed) {
      const { numUpdatedRows } = await db
        .updateTable('bookings')
        .set({ armed })
        .where('booking_id', '=', bookingId)
        .where('owner', '=', owners.of(profileCode))
        .where('armed', '=', expected)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async countRead(profileCode, bookingId) {
      const [row] = await queries.countRead(db, { owner: owners.of(profileCode), bookingId });
      return existing(row, bookingId).reads;
    },

    settle: (profileCode, bookingId, settledAt) =>
      db.transaction().execute(async (trx) => {
        const owner = owners.of(profileCode);
        const settled = await settle(trx, { owner, bookingId, settledAt }, profileCode);
        if (settled) return settled;
        const [ended] = await queries.findBy.bookingId(trx, { owner, value: bookingId });
        return toBooking(existing(ended, bookingId), profileCode);
      }),

    decide: (profileCode, bookingId, settledAt, { to, errorCode }) =>
      db.transaction().execute(async (trx) => {
        const owner = owners.of(profileCode);
        await queries.redirect(trx, { owner, bookingId, to, errorCode });
        return settle(trx, { owner, bookingId, settledAt }, profileCode);
      }),

    async findReservation(profileCode, key) {
      const owner = owners.of(profileCode);
      const [row] =
        'reservationId' in key
          ? await queries.findReservation(db, { owner, value: key.reservationId })
          : await queries.findConfirmation(db, { owner, value: key.confirmationNumber });
      return row && toReservation(row, profileCode);
    },

    async cancel(profileCode, bookingId, cancelledAt, hidden) {
      const shown = { shownAt: hidden?.until ?? null, hiddenReads: hidden?.reads ?? null };
      return (await queries.cancel(db, { owner: owners.of(profileCode), bookingId, cancelledAt, ...shown })) > 0;
    },

    async changeRide(profileCode, reservationId, expected, { aheadMs, hasOtherDriver }) {
      const { numUpdatedRows } = await db
        .updateTable('bookings')
        .set({ ride_ahead_ms: aheadMs, other_driver: hasOtherDriver ? 1 : null })
        .where('booking_id', '=', reservationId)
        .where('owner', '=', owners.of(profileCode))
        .where('status', '=', 'completed')
        .where('state', '=', 'confirmed')
        .where((eb) => eb(eb.fn.coalesce('ride_ahead_ms', eb.lit(0)), '=', expected.aheadMs))
        .where('other_driver', expected.hasOtherDriver ? 'is not' : 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async hidesCancellation(profileCode, bookingId, now) {
      return (await queries.countHiddenRead(db, { owner: owners.of(profileCode), bookingId, now })) > 0;
    },

    async showCancellation(profileCode, bookingId) {
      await queries.showCancellation(db, { owner: owners.of(profileCode), bookingId });
    },

    async due(profileCode, now, limit) {
      const rows = await queries.due(db, { owner: owners.of(profileCode), now, limit });
      return rows.map((row) => toBooking(row, profileCode));
    },
  };

  async function settle(
    trx: Executor,
    { owner, bookingId, settledAt }: { owner: number; bookingId: string; settledAt: number },
    profileCode: string,
  ): Promise<BookingRecord | undefined> {
    const [settled] = await queries.settle(trx, { owner, bookingId, settledAt });
    if (!settled) return undefined;
    const booking = toBooking(settled, profileCode);
    const { replaces, reservationId: replacedBy } = booking.reservation;
    if (booking.status !== 'completed' || replaces === null) return booking;
    if ((await queries.close(trx, { owner, bookingId: replaces, replacedBy, changedAt: settledAt })) > 0)
      return booking;
    const [failed] = await queries.fail(trx, { owner, bookingId });
    return toBooking(existing(failed, bookingId), profileCode);
  }

  async function keep(booking: BookingRecord, owner: number): Promise<'added' | 'pricing-taken' | 'original-closed'> {
    // A booking and its reservation are one row: only a booking that closes another reservation needs a transaction.
    if (booking.status !== 'completed' || booking.reservation.replaces === null)
      return (await insertOne(toRow(booking, owner))) ? 'added' : 'pricing-taken';
    const { bookingId, createdAt: changedAt } = booking;
    const { replaces, reservationId: replacedBy } = booking.reservation;
    const closing = { owner, bookingId: replaces, replacedBy, changedAt };
    return db.transaction().execute(async (trx) => {
      if (!(await insert(trx, toRow(booking, owner)))) return 'pricing-taken';
      if ((await queries.close(trx, closing)) > 0) return 'added';
      await queries.remove(trx, { owner, bookingId });
      return 'original-closed';
    });
  }

  async function insert(executor: Executor, row: NewBookingRow): Promise<boolean> {
    return (await queries.insert(executor, [row])) > 0;
  }

  function findRows(owner: number, key: BookingKey): Promise<BookingRow[]> {
    if ('bookingId' in key) return queries.findBy.bookingId(db, { owner, value: key.bookingId });
    if ('pricingToken' in key) return queries.findBy.pricingToken(db, { owner, value: key.pricingToken });
    if ('searchId' in key) return queries.findBy.searchId(db, { owner, value: key.searchId });
    return queries.findBy.partnerTrackingId(db, { owner, value: key.partnerTrackingId });
  }

  function findArmedRows(owner: number, key: ReservationKey) {
    const { findArmed } = queries;
    if ('reservationId' in key) return findArmed.bookingId(db, { owner, value: key.reservationId });
    if ('confirmationNumber' in key) return findArmed.confirmation(db, { owner, value: key.confirmationNumber });
    if ('searchId' in key) return findArmed.searchId(db, { owner, value: key.searchId });
    return findArmed.partnerTrackingId(db, { owner, value: key.partnerTrackingId });
  }
}

function existing<Value>(value: Value | undefined, bookingId: string): Value {
  if (value === undefined) throw new Error(`there is no booking ${bookingId}`);
  return value;
}
