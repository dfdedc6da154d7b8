import type { ChangeRequest, Reservation, ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findPricing } from './book-offer.ts';
import { bookUnderScenario } from './book-under-scenario.ts';
import { findRideIfAny } from './find-reservation.ts';
import { findPricingUse, resentBooking } from './resend.ts';
import { checkChangeable } from './search-changes.ts';
import type { SelectedOffer } from './selected-offer.ts';
import { checkNotExpired, findSearch, selectOffer } from './selected-offer.ts';
import type { TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';
import { checkTravelDetails } from './travel-details.ts';

/**
 * Confirms a change (§3, §4.3): a new reservation replaces the original one. The original stays active until then (§3
 * rule 2). Details omitted from the request come from the original. Refuses as bookTransfer does, and with
 * `reservation_not_found`, `change_search_mismatch` and `reservation_not_changeable`.
 */
export async function confirmReservationChange(
  transfers: Transfers,
  call: RequestContext,
  request: ChangeRequest,
): Promise<ResponseValue<'BookingResult'>> {
  // The order matters: a concurrent confirmation that has changed the original has also used the pricing.
  const found = await findRideIfAny(transfers, call, request);
  const use = await findPricingUse(transfers, call, request.pricingToken, request);
  if (use.kind === 'resend') return resentBooking(transfers, call, use.booking);
  if (!found) throw new Refusal('reservation_not_found');
  const original = found.reservation;
  const offer = await offerToConfirm(transfers, call, request);
  const pricing = await findPricing(transfers, call, offer, request.pricingToken, use);
  const replaces = use.kind === 'resend-to-book' ? null : original.reservationId;
  if (replaces !== null) await checkChangeable(original, call, offer.search.origin);
  await checkNotExpired(offer, call, pricing.endsAt);
  const details = detailsOf(request, original, offer.search.origin.trip.passengers);
  await checkTravelDetails(offer, details);
  return bookUnderScenario(transfers, call, { offer, pricing, request, details, replaces });
}

async function offerToConfirm(
  transfers: Transfers,
  call: RequestContext,
  { searchId, resultId, reservationId }: ChangeRequest,
): Promise<SelectedOffer> {
  const search = await findSearch(transfers, call, searchId);
  if (search.origin.reservationId !== reservationId) throw new Refusal('change_search_mismatch');
  return selectOffer(transfers, search, resultId);
}

/** Keeps as many of the original's other passengers as still travel. */
function detailsOf(request: ChangeRequest, original: Reservation, passengers: number): TravelDetails {
  return {
    traveller: request.traveller ?? original.traveller,
    extraPassengers: request.extraPassengers ?? original.extraPassengers.slice(0, passengers - 1),
    flight: request.flight ?? original.flight,
    specialInstructions: request.specialInstructions ?? original.specialInstructions,
    partnerTrackingId: request.partnerTrackingId ?? original.partnerTrackingId,
  };
}
