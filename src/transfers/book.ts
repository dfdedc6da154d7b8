import type { Answer, BookRequest } from '../api.ts';
import { Refusal } from '../errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { PricingRecord } from '../store/bookings.ts';
import { answerResend, bookOffer, findBooking, findPricing, isResend } from './book-offer.ts';
import { checkBookingToken, checkNotExpired, findSearch, selectOffer } from './selected-offer.ts';
import type { SelectedOffer } from './selected-offer.ts';
import type { TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';
import { checkTravelDetails } from './travel-details.ts';

/**
 * Books a priced offer (§3, §4.3). A booking that is refused throws a Refusal and leaves nothing behind, so
 * that a corrected one with the same pricing can follow; the same request again is answered with the booking
 * as it stands now. Refuses, in this order, with `search_not_found`, `change_confirmation_required`,
 * `result_not_found`, `booking_token_invalid`, `pricing_required`, `pricing_token_invalid`,
 * `pricing_already_used`, `token_expired`, what checkTravelDetails refuses, and what the supplier does.
 */
export async function bookTransfer(
  transfers: Transfers,
  call: RequestContext,
  request: BookRequest,
): Promise<Answer<'BookingResult'>> {
  let pricing: PricingRecord | undefined;
  try {
    const offer = await offerToBook(transfers, call, request);
    pricing = await findPricing(transfers, call, offer, request.pricingToken);
    checkNotExpired(offer, call, pricing.endsAt);
    const details = detailsOf(request);
    await checkTravelDetails(offer, details);
    return await bookOffer(transfers, call, { offer, pricing, request, details, replaces: null });
  } catch (error) {
    // Only now is it of interest whether the pricing was booked before: nothing is looked up in vain when all is well.
    const booked = error instanceof Refusal ? await findBooking(transfers, call, request.pricingToken) : undefined;
    const resent = booked && isResend(booked, request);
    if (resent && call.effects.resend !== 'books-again') return answerResend(transfers, call, booked);
    throw booked && pricing && !resent ? new Refusal('pricing_already_used') : error;
  }
}

async function offerToBook(transfers: Transfers, call: RequestContext, request: BookRequest): Promise<SelectedOffer> {
  const search = await findSearch(transfers, call, request.searchId);
  if (search.kind === 'change') throw new Refusal('change_confirmation_required');
  const offer = await selectOffer(transfers, search, request.resultId);
  checkBookingToken(offer, request.bookingToken);
  return offer;
}

function detailsOf({
  traveller,
  extraPassengers,
  flight,
  specialInstructions,
  partnerTrackingId,
}: BookRequest): TravelDetails {
  return {
    traveller,
    extraPassengers: extraPassengers ?? [],
    flight: flight ?? null,
    specialInstructions: specialInstructions ?? null,
    partnerTrackingId: partnerTrackingId ?? null,
  };
}
