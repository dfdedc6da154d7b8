import { toIso } from '../base/clock.ts';
import type { PricingRequest, ResponseValue, Schema } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findReservation } from './find-reservation.ts';
import { selectAmenities } from './find-trip.ts';
import { expiryOf, offerEnd } from './offer-end.ts';
import { checkChangeable } from './search-changes.ts';
import { checkBookingToken, checkNotExpired, findSearch, selectOffer } from './selected-offer.ts';
import { drawPricingToken } from './transfer-search.ts';
import type { Quote } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/**
 * Prices an offer from a search or a change search (§4.3). Refuses with `search_not_found`, `result_not_found`,
 * `booking_token_invalid`, `token_expired`, `reservation_not_changeable` or `amenity_unknown`.
 */
export async function priceTransfer(
  transfers: Transfers,
  call: RequestContext,
  request: PricingRequest,
): Promise<ResponseValue<'PricingResponse'>> {
  const offer = await selectOffer(transfers, await findSearch(transfers, call, request.searchId), request.resultId);
  checkBookingToken(offer, request.bookingToken);
  await checkNotExpired(offer, call);
  const { origin } = offer.search;
  const { reservationId } = origin;
  if (reservationId !== null)
    await checkChangeable(await findReservation(transfers, call, { reservationId }), call, origin);
  const { search, trip, quote } = offer;
  const expiresAt = expiryOf(search, trip, quote);
  const { pricePercent = 0 } = call.effects;
  const keys = request.amenities ? knownKeys(quote, request.amenities) : selectedKeys(quote);
  await call.act('pricing', 'pricePercent');
  const pricingToken = drawPricingToken(call.ids.draw(call.profile.code), search);
  await transfers.pricings.add({
    pricingToken,
    profileCode: call.profile.code,
    searchId: search.searchId,
    resultId: quote.resultId,
    amenities: keys,
    pricePercent,
    createdAt: call.now,
    expiresAt,
    endsAt: call.effects.pricing === 'expires-at-once' ? call.now : offerEnd(search, trip, quote),
  });
  return {
    pricingToken,
    searchId: search.searchId,
    resultId: quote.resultId,
    expiresAt: toIso(expiresAt),
    baseAmount: baseAmountOf(quote, pricePercent),
    ...priced(quote, keys, pricePercent),
    currency: quote.currency,
    cancellation: quote.cancellation,
  };
}

/** Returns an offer's amenities with the requested ones selected, and the total with them. */
export function priced(
  quote: Quote,
  keys: readonly string[],
  pricePercent: number,
): { amenities: Schema['Amenity'][]; totalAmount: number } {
  const amenities = selectAmenities(quote, keys);
  const extra = amenities.reduce(
    (sum, { included, selected, price }) => (selected && !included ? sum + price : sum),
    0,
  );
  return { amenities, totalAmount: Math.round((baseAmountOf(quote, pricePercent) + extra) * 100) / 100 };
}

function baseAmountOf({ totalAmount }: Quote, pricePercent: number): number {
  return Math.round(totalAmount * (100 + pricePercent)) / 100;
}

/** Returns the reservation's optional amenities, for a change; none for a new one. */
function selectedKeys({ amenities }: Quote): string[] {
  return amenities.filter(({ selected, included }) => selected && !included).map(({ key }) => key);
}

function knownKeys({ amenities }: Quote, keys: readonly string[]): string[] {
  const offered = amenities.map(({ key }) => key);
  const unknown = keys.flatMap((key, i) =>
    offered.includes(key)
      ? []
      : [{ path: `/amenities/${i}`, message: `The offer has no amenity "${key}". It has ${offered.join(', ')}.` }],
  );
  if (unknown.length > 0) throw new Refusal('amenity_unknown', unknown);
  return [...new Set(keys)];
}
