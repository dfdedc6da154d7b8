import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Reservation } from '../../api.ts';
import { DAY } from '../../clock.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

/**
 * Removes one booking of a profile that is over at an instant, with its pricing: the oldest that failed, was
 * cancelled or changed, or else one whose last pickup was long enough ago. Returns whether there was one.
 */
export function createRemoveOver(
  db: Kysely<Tables>,
  removePricing: (pricingToken: string) => Promise<void>,
): (profileCode: string, now: number) => Promise<boolean> {
  const closed = prepare<{ profileCode: string }, Candidate>(['profileCode'], ({ profileCode }) =>
    db
      .selectFrom('bookings')
      .select(['booking_id', 'pricing_token', 'reservation'])
      .where('profile_code', '=', profileCode)
      .where(isClosed)
      .orderBy('seq')
      .limit(1),
  );
  const past = prepare<{ profileCode: string; before: number }, Candidate>(
    ['profileCode', 'before'],
    ({ profileCode, before }) =>
      db
        .selectFrom('bookings')
        .select(['booking_id', 'pricing_token', 'reservation'])
        .where('profile_code', '=', profileCode)
        .where('pickup_at', '<', before)
        .orderBy('pickup_at')
        .limit(RETURNS_LOOKED_AT),
  );
  const remove = prepare<{ bookingId: string }, { booking_id: string }>(['bookingId'], ({ bookingId }) =>
    db.deleteFrom('bookings').where('booking_id', '=', bookingId).returning('booking_id'),
  );

  return async (profileCode, now) => {
    const before = now - AFTER_PICKUP_MS;
    for (;;) {
      const over =
        (await closed(db, { profileCode }))[0] ??
        (await past(db, { profileCode, before })).find((candidate) => hasReturned(candidate, before));
      if (!over) return false;
      await removePricing(over.pricing_token);
      // Somebody else may have removed it meanwhile.
      if ((await remove(db, { bookingId: over.booking_id })).length > 0) return true;
    }
  };
}

interface Candidate {
  booking_id: string;
  pricing_token: string;
  reservation: string;
}

function hasReturned({ reservation }: Candidate, before: number): boolean {
  const { returnPickupDateTime } = JSON.parse(reservation) as Reservation;
  return returnPickupDateTime === null || Date.parse(returnPickupDateTime) < before;
}

/** Spelt as in the migration: an index holds these only. */
const isClosed = sql<boolean>`(status = 'failed' or state in ('changed', 'cancelled'))`;
/** Nothing becomes of a reservation by the clock later than this after its pickup. */
const AFTER_PICKUP_MS = 3 * DAY;
/** Of round trips whose first pickup is long past, so many at most. */
const RETURNS_LOOKED_AT = 50;
