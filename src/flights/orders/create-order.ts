import type { Answer, FlightOrderRequest } from '../../api.ts';
import type { Call } from '../../call.ts';
import { toIso } from '../../clock.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { FlightProvider, ProviderBooking } from '../flight-provider.ts';
import { ProviderFailure } from '../flight-provider.ts';
import type { Flights } from '../flights.ts';
import { trackedOffer } from '../offers.ts';
import { checkOrder } from './check-order.ts';
import { holderOf } from './holder.ts';
import type { Ordering } from './ordering.ts';
import { readPhoneNumbers } from '../../phone-numbers.ts';

/**
 * Orders a tracked offer (§4.2). Answers the order; throws a Refusal when the offer is not there for this
 * profile and provider, the order breaks a rule, or the offer has been sold.
 */
export async function createFlightOrder(
  flights: Flights,
  call: Call,
  gdsprovider: 0 | 1,
  offerId: string,
  request: FlightOrderRequest,
): Promise<Answer<'FlightOrderResponse'>> {
  const tracked = await trackedOffer(flights, call, gdsprovider, offerId);
  const phones = await readPhoneNumbers(request.passengers.map((passenger) => passenger.phone_number));
  const order: Ordering = { request, tracked, now: call.now, phones };
  checkOrder(order);
  const answer = answerTo(order, `ord_${call.ids.draw(call.profile.code).text(24)}`);
  // The booking is pure, so keeping the order is the one act, and the claim on the offer.
  const kept = await flights.orders.add({
    orderId: answer.orderId,
    profileCode: call.profile.code,
    gdsprovider,
    offerId,
    status: answer.status,
    createdAt: call.now,
    request,
    answer,
    providerRecord: bookAt(flights.providers.find((provider) => provider.gdsprovider === gdsprovider), order),
  });
  if (kept === 'offer-taken') throw new Refusal('offer_already_ordered', [{ path: 'path/offerId', message: `offer ${offerId} has been ordered already` }]);
  return answer;
}

function answerTo({ request, tracked: { offer, source }, now }: Ordering, orderId: string): Answer<'FlightOrderResponse'> {
  const hold = request.type === 'hold' ? source.hold : null;
  return {
    orderId,
    status: hold === null ? 'booked' : 'held',
    gdsprovider: offer.gdsprovider,
    offerId: offer.offerId,
    totalAmount: offer.totalAmount,
    currency: offer.currency,
    holdExpiresAt: hold && toIso(hold.paymentRequiredBy),
    // The provider's word: the public priceGuarantedUntil of an unguaranteed hold is the end of the offer.
    holdPriceGuaranteed: hold && hold.priceGuaranteedUntil !== null,
    createdAt: toIso(now),
  };
}

function bookAt(provider: FlightProvider | undefined, order: Ordering): ProviderBooking {
  if (provider === undefined) throw new Refusal('order_refused');
  try {
    return provider.book(order.tracked, order.request, holderOf(order), order.now);
  } catch (failure) {
    if (failure instanceof ProviderFailure) throw new Refusal('order_refused');
    throw failure;
  }
}
