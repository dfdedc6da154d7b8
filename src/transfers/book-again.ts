import type { BookingEffect, SupplierRefusal } from '../scenarios/effects.ts';
import type { PricingRecord } from '../store/bookings.ts';
import type { BookingState } from '../store/resources.ts';
import { findTrip } from './find-trip.ts';
import type { TransferSearch } from './transfer-search.ts';
import type { Transfers } from './transfers.ts';

/**
 * Makes a booking's provider call again, unless an imported search does not have its offer. The supplier keeps no
 * state, so nothing is booked twice.
 */
export async function bookAgain(
  transfers: Transfers,
  search: TransferSearch,
  { amenities }: Pick<PricingRecord, 'amenities'>,
  state: BookingState,
): Promise<void> {
  const { pricingToken, reservation, createdAt } = state.booking;
  const { resultId, replaces, traveller, extraPassengers, flight, specialInstructions } = reservation;
  const trip = await findTrip(transfers, search);
  if (!trip.quotes.some((quote) => quote.resultId === resultId)) return;
  await transfers.supplier.book(
    {
      trip,
      resultId,
      details: {
        traveller,
        extraPassengers,
        flight,
        specialInstructions,
        partnerTrackingId: reservation.partnerTrackingId,
      },
      amenities,
      replaces,
    },
    { seed: `${search.seed}/${pricingToken}`, now: createdAt, effect: { booking: effectOn(state) } },
  );
}

/** Returns the scenario's effect at that time. */
function effectOn({ booking: { firstStatus, createdAt }, settlesTo }: BookingState): BookingEffect {
  if (firstStatus === 'completed' || settlesTo === null) return { outcome: 'completed' };
  const { to, afterReads, dueAt, errorCode } = settlesTo;
  const afterMs = dueAt === null ? null : dueAt - createdAt;
  if (firstStatus === 'hidden') return { outcome: 'completed-late', afterReads, afterMs };
  return { outcome: 'pending', settlesTo: to, afterReads, afterMs, reason: REASONS[errorCode ?? ''] ?? 'rejected' };
}

const REASONS: Partial<Record<string, SupplierRefusal>> = {
  no_availability: 'no_availability',
  price_changed: 'price_changed',
};
