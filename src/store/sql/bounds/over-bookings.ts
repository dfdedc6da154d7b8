import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { DAY } from '../../../base/clock.ts';
import type { Reservation } from '../../../interface/api.ts';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';

/**
 * Removes one booking of a profile that is over at an instant, with its pricing: the oldest that failed, was
 * cancelled or changed, or else one whose last pickup was long enough ago. Returns whether there was one.
 */
export function createRemoveOver(
  db: Kysely<Tables>,
  removePricing: (pricingToken: string) => Promise<void>,
): (profileCode: string, now: number) => Promise<boolean> {
  const findOver = prepareFindOver(db);
  const remove = prepare<{ bookingId: string }, { booking_id: string }>(['bookingId'], ({ bookingId }) =>
    db.deleteFrom('bookings').where('booking_id', '=', bookingId).returning('booking_id'),
  );

  return async (profileCode, now) => {
    for (;;) {
      const over = await findOver(profileCode, now - AFTER_PICKUP_MS);
      if (!over) return false;
      await removePricing(over.pricing_token);
      // A concurrent call may have removed it in the meantime.
      if ((await remove(db, { bookingId: over.booking_id })).length > 0) return true;
    }
  };
}

interface Candidate {
  booking_id: string;
  pricing_token: string;
  reservation: string;
}

function prepareFindOver(
  db: Kysely<Tables>,
): (profileCode: string, pickedUpBefore: number) => Promise<Candidate | undefined> {
  const candidates = (profileCode: string) =>
    db
      .selectFrom('bookings')
      .select(['booking_id', 'pricing_token', 'reservation'])
      .where('profile_code', '=', profileCode);
  const closed = prepare<{ profileCode: string }, Candidate>(['profileCode'], ({ profileCode }) =>
    candidates(profileCode).where(isClosed).orderBy('seq').limit(1),
  );
  const past = prepare<{ profileCode: string; before: number }, Candidate>(
    ['profileCode', 'before'],
    ({ profileCode, before }) =>
      candidates(profileCode).where('pickup_at', '<', before).orderBy('pickup_at').limit(MAX_RETURNS_READ),
  );
  return async (profileCode, before) => {
    const [oldestClosed] = await closed(db, { profileCode });
    return (
      oldestClosed ?? (await past(db, { profileCode, before })).find((candidate) => hasReturned(candidate, before))
    );
  };
}

function hasReturned({ reservation }: Candidate, before: number): boolean {
  const { returnPickupDateTime } = JSON.parse(reservation) as Reservation;
  return returnPickupDateTime === null || Date.parse(returnPickupDateTime) < before;
}

/** Written as in the migration: a partial index has these rows only. */
const isClosed = sql<boolean>`(status = 'failed' or state in ('changed', 'cancelled'))`;
/** No timeline event of a reservation is later than this after its pickup. */
const AFTER_PICKUP_MS = 3 * DAY;
/** How many round trips whose first pickup has passed are read to find one whose return has passed too. */
const MAX_RETURNS_READ = 50;
