import type { Answer, ChangeRequest, Reservation } from '../api.ts';
import { Refusal } from '../errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { answerResend, bookOffer, findBooking, findPricing, isResend } from './book-offer.ts';
import { findReservation } from './find-reservation.ts';
import { checkChangeable } from './search-changes.ts';
import { checkNotExpired, findSearch, selectOffer } from './selected-offer.ts';
import type { SelectedOffer } from './selected-offer.ts';
import type { TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';
import { checkTravelDetails } from './travel-details.ts';

/**
 * Confirms a change (§3, §4.3): a new reservation takes the place of the original, which stays active until
 * then (§3 rule 2). Details that are not given are taken over from it. Refuses as bookTransfer does, and with
 * `reservation_not_found`, `change_search_mismatch` and `reservation_not_changeable`.
 */
export async function confirmReservationChange(
  transfers: Transfers,
  call: RequestContext,
  request: ChangeRequest,
): Promise<Answer<'BookingResult'>> {
  const booked = await findBooking(transfers, call, request.pricingToken);
  if (booked && isResend(booked, request)) return answerResend(transfers, call, booked);
  const original = await findReservation(transfers, call, request);
  const offer = await offerToConfirm(transfers, call, request);
  const pricing = await findPricing(transfers, call, offer, request.pricingToken);
  if (booked) throw new Refusal('pricing_already_used');
  checkChangeable(original, call.now);
  checkNotExpired(offer, call, pricing.endsAt);
  const details = detailsOf(request, original, offer.search.origin.trip.passengers);
  await checkTravelDetails(offer, details);
  return bookOffer(transfers, call, { offer, pricing, request, details, replaces: original.reservationId });
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

/** Of the other passengers of the original, as many as still travel. */
function detailsOf(request: ChangeRequest, original: Reservation, passengers: number): TravelDetails {
  return {
    traveller: request.traveller ?? original.traveller,
    extraPassengers: request.extraPassengers ?? original.extraPassengers.slice(0, passengers - 1),
    flight: request.flight ?? original.flight,
    specialInstructions: request.specialInstructions ?? original.specialInstructions,
    partnerTrackingId: request.partnerTrackingId ?? original.partnerTrackingId,
  };
}
