import type { Kysely } from 'kysely';
import type { BookingKey, BookingRecord, BookingStore, ReservationKey } from '../bookings.ts';
import { ReplacedError } from '../errors.ts';
import { againIfLost } from './again-if-lost.ts';
import { AFTER_PICKUP_MS, prepareBookingQueries } from './booking-queries.ts';
import type { BookingRow, NewBookingRow } from './booking-rows.ts';
import { toBooking, toReservation, toRow } from './booking-rows.ts';
import type { Counts } from './bounds/counts.ts';
import { createClaim } from './bounds/enforce.ts';
import type { Capabilities } from './database.ts';
import { findBookings } from './found-bookings.ts';
import { createInsert } from './insert-together.ts';
import type { Owners } from './owners.ts';
import type { Executor } from './prepare.ts';
import type { KeyColumn } from './read-together.ts';
import type { RecordCaches } from './record-stores.ts';
import type { Tables } from './tables.ts';

/** `removePricing` removes the pricing of a dropped booking. Returns the store over caches of bookings. */
export function prepareBookings(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  counts: Counts,
  removePricing: (owner: number, pricingToken: string) => Promise<void>,
): (caches: Caches) => BookingStore {
  const queries = prepareBookingQueries(db);
  const insertOne = createInsert(
    db,
    'bookings',
    (row: NewBookingRow) => insert(db, row),
    capabilities,
    'pricing_token',
  );
  const claimPlace = createClaim(counts, removeOver);

  return (caches) => ({
    async add(booking) {
      const { profileCode, pricingToken, createdAt } = booking;
      const owner = owners.ofExisting(profileCode);
      let outcome: Awaited<ReturnType<typeof keep>> = 'pricing-taken';
      const added = await change(caches, () =>
        claimPlace(owner, createdAt, async () => (outcome = await keepSurely(booking, owner)) === 'added'),
      );
      if (added !== undefined) return outcome;
      return (await findRows(caches, profileCode, { pricingToken })).length > 0 ? 'pricing-taken' : 'full';
    },

    async find(profileCode, key) {
      const rows = await findRows(caches, profileCode, key);
      return rows.map((row) => toBooking(row, profileCode)).reverse();
    },

    async findArmed(profileCode, key) {
      const rows = await findRows(caches, profileCode, key);
      const row = rows.find(({ armed }) => armed !== null) ?? rows[0];
      return row && { bookingId: row.booking_id, searchId: row.search_id, armed: row.armed };
    },

    async rearm(profileCode, bookingId, expected, armed) {
      const update = db
        .updateTable('bookings')
        .set({ armed })
        .where('booking_id', '=', bookingId)
        .where('owner', '=', owners.of(profileCode))
        .where('armed', '=', expected);
      return (await change(caches, () => update.executeTakeFirst())).numUpdatedRows > 0;
    },

    async countRead(profileCode, bookingId) {
      const [row] = await change(caches, () => queries.countRead(db, { owner: owners.of(profileCode), bookingId }));
      return existing(row, bookingId).reads;
    },

    settle: (profileCode, bookingId, settledAt) =>
      changeTogether(caches, async (trx) => {
        const owner = owners.of(profileCode);
        const [row] = await queries.settle(trx, { owner, bookingId, settledAt });
        if (row) return settled(trx, row, { profileCode, settledAt });
        const [ended] = await queries.findBy.booking_id(trx, { owner, value: bookingId });
        return toBooking(existing(ended, bookingId), profileCode);
      }),

    decide: (profileCode, bookingId, settledAt, { to, errorCode }) =>
      changeTogether(caches, async (trx) => {
        const owner = owners.of(profileCode);
        const [row] = await queries.decide(trx, { owner, bookingId, settledAt, to, errorCode });
        return row && settled(trx, row, { profileCode, settledAt });
      }),

    async findReservation(profileCode, key) {
      const row = (await findRows(caches, profileCode, key)).find(({ status }) => status === 'completed');
      return row && toReservation(row, profileCode);
    },

    async cancel(profileCode, bookingId, cancelledAt, hidden) {
      const shown = { shownAt: hidden?.until ?? null, hiddenReads: hidden?.reads ?? null };
      const cancelling = { owner: owners.of(profileCode), bookingId, cancelledAt, ...shown };
      return (await change(caches, () => queries.cancel(db, cancelling))) > 0;
    },

    async changeRide(profileCode, reservationId, expected, { aheadMs, returnAheadMs, otherDriverOn }) {
      const update = db
        .updateTable('bookings')
        .set({ ride_ahead_ms: aheadMs, return_ahead_ms: returnAheadMs, other_driver: otherDriverOn })
        .where('booking_id', '=', reservationId)
        .where('owner', '=', owners.of(profileCode))
        .where('status', '=', 'completed')
        .where('state', '=', 'confirmed')
        .where((eb) => eb(eb.fn.coalesce('ride_ahead_ms', eb.lit(0)), '=', expected.aheadMs))
        .where((eb) => eb(eb.fn.coalesce('return_ahead_ms', eb.lit(0)), '=', expected.returnAheadMs))
        .where('other_driver', expected.otherDriverOn === null ? 'is' : '=', expected.otherDriverOn);
      return (await change(caches, () => update.executeTakeFirst())).numUpdatedRows > 0;
    },

    async hidesCancellation(profileCode, bookingId, now) {
      return (
        (await change(caches, () => queries.countHiddenRead(db, { owner: owners.of(profileCode), bookingId, now }))) > 0
      );
    },

    async showCancellation(profileCode, bookingId) {
      await change(caches, () => queries.showCancellation(db, { owner: owners.of(profileCode), bookingId }));
    },

    allDue: (limit) => queries.allDue(db, { limit }),

    async due(profileCode, now, limit) {
      const owner = owners.of(profileCode);
      if (now < (caches.firstDue.get(String(owner)) ?? -Infinity)) return [];
      const rows = await queries.due(db, { owner, now, limit });
      return rows.map((row) => toBooking(row, profileCode));
    },
  });

  /** Returns a booking that has just been settled. If it changes a reservation, it closes that one, or fails. */
  async function settled(
    trx: Executor,
    row: BookingRow,
    { profileCode, settledAt }: { profileCode: string; settledAt: number },
  ): Promise<BookingRecord> {
    const booking = toBooking(row, profileCode);
    const { owner, booking_id: bookingId } = row;
    const { replaces, reservationId: replacedBy } = booking.reservation;
    if (booking.status !== 'completed' || replaces === null) return booking;
    if ((await queries.close(trx, { owner, bookingId: replaces, replacedBy, changedAt: settledAt })) > 0)
      return booking;
    const [failed] = await queries.fail(trx, { owner, bookingId });
    return toBooking(existing(failed, bookingId), profileCode);
  }

  /**
   * Removes a profile's finished booking at an instant, with its pricing: the oldest failed, cancelled or changed one,
   * or else one with its last pickup long enough ago. Returns true if it found one.
   */
  async function removeOver(owner: number, now: number): Promise<boolean> {
    for (;;) {
      const [closed] = await queries.oldestClosed(db, { owner });
      const over = closed ?? (await queries.oldestPickedUp(db, { owner, before: now - AFTER_PICKUP_MS }))[0];
      if (!over) return false;
      await removePricing(owner, over.pricing_token);
      // A concurrent call may have removed it in the meantime.
      if ((await queries.remove(db, { owner, bookingId: over.booking_id })) > 0) return true;
    }
  }

  function keepSurely(booking: BookingRecord, owner: number): ReturnType<typeof keep> {
    return againIfLost(
      () => keep(booking, owner),
      async (outcome) => {
        const [stored] = await queries.findBy.pricing_token(db, { owner, value: booking.pricingToken });
        return outcome === 'pricing-taken' && stored && isSame(stored, toRow(booking, owner)) ? 'added' : outcome;
      },
    );
  }

  async function keep(booking: BookingRecord, owner: number): Promise<'added' | 'pricing-taken' | 'original-closed'> {
    // A booking and its reservation are one row: only a booking with a reservation to close needs a transaction.
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

  function findRows(
    { bookings }: Caches,
    profileCode: string,
    key: BookingKey | ReservationKey,
  ): Promise<readonly BookingRow[]> {
    return findBookings(bookings, [db, queries.findBy], owners.of(profileCode), columnOf(key));
  }

  function changeTogether<T>(caches: Caches, steps: (trx: Executor) => Promise<T>): Promise<T> {
    return change(caches, () => db.transaction().execute(steps));
  }
}

type Caches = Pick<RecordCaches, 'bookings' | 'firstDue'>;

/** Takes a step with possible changes to bookings. */
async function change<T>({ bookings, firstDue }: Caches, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } finally {
    bookings.forget();
    firstDue.forget();
  }
}

export function columnOf(key: BookingKey | ReservationKey): [column: KeyColumn, value: string] {
  if ('bookingId' in key) return ['booking_id', key.bookingId];
  if ('reservationId' in key) return ['booking_id', key.reservationId];
  if ('confirmationNumber' in key) return ['confirmation_number', key.confirmationNumber];
  if ('pricingToken' in key) return ['pricing_token', key.pricingToken];
  if ('searchId' in key) return ['search_id', key.searchId];
  return ['partner_tracking_id', key.partnerTrackingId];
}

function isSame(stored: BookingRow, row: NewBookingRow): boolean {
  return stored.booking_id === row.booking_id && stored.request === row.request;
}

function existing<Value>(value: Value | undefined, bookingId: string): Value {
  // The caller has read it: another process must have replaced the state.
  if (value === undefined) throw new ReplacedError(`there is no booking ${bookingId}`);
  return value;
}
