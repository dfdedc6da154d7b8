import { toIso } from '../base/clock.ts';
import type { Reservation, ResponseValue, Schema } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { HiddenCancellation } from '../store/bookings.ts';
import { isOver, nextPickup, refundPercentAt } from './booked-rides.ts';
import { findReservation } from './find-reservation.ts';
import type { Transfers } from './transfers.ts';

/**
 * Cancels a reservation for good, between the rides of a round trip only its return; the reservation's tiers decide the
 * refund. Refuses with `reservation_not_found`, `reservation_already_cancelled` or `reservation_not_cancellable`.
 */
export async function cancelReservation(
  transfers: Transfers,
  call: RequestContext,
  { reservationId }: Schema['CancelRequest'],
): Promise<ResponseValue<'CancelResponse'>> {
  const reservation = await findReservation(transfers, call, { reservationId });
  // A client already knows about the cancellation if it cancels again, so reads may show it.
  if (reservation.state === 'cancelled') await transfers.bookings.showCancellation(call.profile.code, reservationId);
  await checkCancellable(reservation, call);
  await call.act('supplier.cancellation');
  if (!(await transfers.bookings.cancel(call.profile.code, reservationId, call.now, hiddenUnder(call)))) {
    await checkCancellable(await findReservation(transfers, call, { reservationId }), call);
  }
  const refundPercent = outcomeUnder(call) === 'without-refund' ? 0 : refundPercentAt(reservation, call.now);
  return {
    reservationId,
    state: 'cancelled',
    cancelledAt: toIso(call.now),
    refundPercent,
    refundAmount: Math.round(reservation.totalAmount * refundPercent) / 100,
    currency: reservation.currency,
  };
}

function hiddenUnder({ effects, now }: RequestContext): HiddenCancellation | undefined {
  const effect = effects.supplier?.cancellation;
  return effect?.outcome === 'shown-late' ? { until: now + effect.afterMs, reads: effect.afterReads } : undefined;
}

function outcomeUnder({ effects }: RequestContext) {
  return effects.supplier?.cancellation?.outcome;
}

async function checkCancellable(reservation: Reservation, call: RequestContext): Promise<void> {
  if (reservation.state === 'cancelled') throw new Refusal('reservation_already_cancelled');
  const reason = whyNotCancellable(reservation, call.now);
  if (reason) throw notCancellable(reservation, reason);
  const suppliersReason = whySupplierRefuses(reservation, call);
  if (!suppliersReason) return;
  await call.act('supplier.cancellation');
  throw notCancellable(reservation, suppliersReason);
}

function notCancellable({ reservationId }: Reservation, reason: string): Refusal {
  return new Refusal('reservation_not_cancellable', [
    { path: '/reservationId', message: `Reservation ${reservationId} ${reason} and cannot be cancelled.` },
  ]);
}

function whyNotCancellable(reservation: Reservation, now: number): string | undefined {
  const { state, cancellation } = reservation;
  if (state === 'changed') return 'has been changed';
  if (!cancellation.cancellable) return 'is not cancellable';
  return isOver(reservation, now) ? `had its pickup at ${nextPickup(reservation, now)}` : undefined;
}

function whySupplierRefuses(reservation: Reservation, call: RequestContext): string | undefined {
  const outcome = outcomeUnder(call);
  if (outcome === 'refused') return 'cannot be cancelled at its supplier';
  return outcome === 'too-late' ? `is too close to its pickup at ${nextPickup(reservation, call.now)}` : undefined;
}
