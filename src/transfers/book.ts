import type { BookRequest, ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findPricing } from './book-offer.ts';
import { bookUnderScenario } from './book-under-scenario.ts';
import { findPricingUse, resentBooking } from './resend.ts';
import type { SelectedOffer } from './selected-offer.ts';
import { checkBookingToken, checkNotExpired, findSearch, selectOffer } from './selected-offer.ts';
import type { TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';
import { checkTravelDetails } from './travel-details.ts';

/**
 * Books a priced offer (§3, §4.3). A refused booking throws a Refusal and stores nothing, so a corrected request can
 * use the same pricing. A resend returns the current booking. Refuses, in this order, with
 * `search_not_found`, `change_confirmation_required`, `result_not_found`, `booking_token_invalid`,
 * `pricing_required`, `pricing_token_invalid`, `pricing_already_used`, `token_expired`, and then as
 * checkTravelDetails and the supplier do.
 */
export async function bookTransfer(
  transfers: Transfers,
  call: RequestContext,
  request: BookRequest,
): Promise<ResponseValue<'BookingResult'>> {
  const use = await findPricingUse(transfers, call, request.pricingToken, request);
  if (use.kind === 'resend') return resentBooking(transfers, call, use.booking);
  const offer = await offerToBook(transfers, call, request);
  const pricing = await findPricing(transfers, call, offer, request.pricingToken, use);
  await checkNotExpired(offer, call, pricing.endsAt);
  const details = detailsOf(request);
  await checkTravelDetails(offer, details);
  return bookUnderScenario(transfers, call, { offer, pricing, request, details, replaces: null });
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
