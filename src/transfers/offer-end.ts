import { MINUTE, toIso } from '../base/clock.ts';
import { endOf } from '../base/lifetime.ts';
import { catalogue } from '../interface/errors/catalogue.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { TransferOrigin, TransferSearch } from './transfer-search.ts';
import type { FoundTrip, Quote } from './transfer-supplier.ts';

/**
 * Returns an offer's announced end, epoch milliseconds: the end of its search, or the last instant at which its vehicle
 * reaches the pickup (assumption transfer.lead-time). It is the one condition that search, pricing, booking and change
 * confirmation check.
 */
export function expiryOf(
  { expiresAt, origin }: TransferSearch,
  trip: FoundTrip,
  { vehicle }: Pick<Quote, 'vehicle'>,
): number {
  const leadMinutes = origin.leadMinutes * LEAD_FACTORS[vehicle.class];
  return Math.min(expiresAt, Date.parse(trip.pickupDateTime) - leadMinutes * MINUTE);
}

/** Returns an offer's actual end: as announced, or earlier. */
export function offerEnd(search: TransferSearch, trip: FoundTrip, quote: Quote): number {
  return Math.min(endOf(search), expiryOf(search, trip, quote));
}

/** Refuses with `pickup_in_past`, or with `pickup_too_soon` if no vehicle reaches the pickup in time. */
export function checkPickup(
  { createdAt, effect }: { createdAt: number; effect: TransferOrigin['effect'] },
  { pickupDateTime, quotes }: FoundTrip,
): void {
  const isPast = Date.parse(pickupDateTime) < createdAt;
  if (!isPast && (quotes.length > 0 || effect === 'empty')) return;
  const name = isPast ? 'pickup_in_past' : 'pickup_too_soon';
  const { summary, next } = catalogue[name];
  const message = `${summary} It is at ${pickupDateTime}, and now is ${toIso(createdAt)}. ${next}`;
  throw new Refusal(name, [{ path: '/pickupDateTime', message }]);
}

/** Lead times, as multiples of a standard car's. */
const LEAD_FACTORS: Record<Quote['vehicle']['class'], number> = {
  economy: 1,
  standard: 1,
  business: 2,
  first: 2,
  van: 2,
  minibus: 4,
  coach: 24,
};
