import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { DAY } from '../../../base/clock.ts';
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

type Candidate = Pick<Selectable<Tables['bookings']>, 'booking_id' | 'pricing_token'>;

function prepareFindOver(
  db: Kysely<Tables>,
): (owner: number, pickedUpBefore: number) => Promise<Candidate | undefined> {
  const candidates = (owner: number) =>
    db.selectFrom('bookings').select(['booking_id', 'pricing_token']).where('owner', '=', owner);
  const closed = prepare<{ owner: number }, Candidate>(['owner'], ({ owner }) =>
    candidates(owner).where(isClosed).orderBy('seq').limit(1),
  );
  const past = prepare<{ owner: number; before: number }, Candidate>(['owner', 'before'], ({ owner, before }) =>
    candidates(owner).where('last_pickup_at', '<', before).orderBy('last_pickup_at').limit(1),
  );
  return async (owner, before) => {
    const [oldestClosed] = await closed(db, { owner });
    return oldestClosed ?? (await past(db, { owner, before }))[0];
  };
}

/** Written as in `tables-script.ts`: a partial index has these rows only. */
const isClosed = sql<boolean>`(status = 'failed' or state in ('changed', 'cancelled'))`;
/** No timeline event of a reservation is later than this after its last pickup. */
const AFTER_PICKUP_MS = 3 * DAY;
