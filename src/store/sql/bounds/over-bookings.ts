import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { DAY } from '../../../base/clock.ts';
import type { Reservation } from '../../../interface/api.ts';
import { isOf } from '../is-of.ts';
import { prepare, prepareChange } from '../prepare.ts';
import type { Tables } from '../tables.ts';

/**
 * Removes a profile's finished booking at an instant, with its pricing: the oldest failed, cancelled or changed one, or
 * else one with its last pickup long enough ago. Returns true if it found one.
 */
export function createRemoveOver(
  db: Kysely<Tables>,
  removePricing: (owner: number, pricingToken: string) => Promise<void>,
): (owner: number, now: number) => Promise<boolean> {
  const findOver = prepareFindOver(db);
  const remove = prepareChange<{ owner: number; bookingId: string }>(['owner', 'bookingId'], ({ owner, bookingId }) =>
    db.deleteFrom('bookings').where('booking_id', '=', bookingId).where(isOf(owner)),
  );

  return async (owner, now) => {
    for (;;) {
      const over = await findOver(owner, now - AFTER_PICKUP_MS);
      if (!over) return false;
      await removePricing(owner, over.pricing_token);
      // A concurrent call may have removed it in the meantime.
      if ((await remove(db, { owner, bookingId: over.booking_id })) > 0) return true;
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
): (owner: number, pickedUpBefore: number) => Promise<Candidate | undefined> {
  const candidates = (owner: number) =>
    db.selectFrom('bookings').select(['booking_id', 'pricing_token', 'reservation']).where('owner', '=', owner);
  const closed = prepare<{ owner: number }, Candidate>(['owner'], ({ owner }) =>
    candidates(owner).where(isClosed).orderBy('seq').limit(1),
  );
  const past = prepare<{ owner: number; before: number }, Candidate>(['owner', 'before'], ({ owner, before }) =>
    candidates(owner).where('pickup_at', '<', before).orderBy('pickup_at').limit(MAX_RETURNS_READ),
  );
  return async (owner, before) => {
    const [oldestClosed] = await closed(db, { owner });
    return oldestClosed ?? (await past(db, { owner, before })).find((candidate) => hasReturned(candidate, before));
  };
}

function hasReturned({ reservation }: Candidate, before: number): boolean {
  const { returnPickupDateTime } = JSON.parse(reservation) as Reservation;
  return returnPickupDateTime === null || Date.parse(returnPickupDateTime) < before;
}

/** Written as in `tables-script.ts`: a partial index has these rows only. */
const isClosed = sql<boolean>`(status = 'failed' or state in ('changed', 'cancelled'))`;
/** No timeline event in a reservation is later than this after its pickup. */
const AFTER_PICKUP_MS = 3 * DAY;
/** Limit for round trips read after their first pickup, to find one with a past return as well. */
const MAX_RETURNS_READ = 50;
