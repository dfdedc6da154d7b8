import { isDeepStrictEqual } from 'node:util';
import { DAY, toIso } from '../../base/clock.ts';
import { forgottenAt } from '../../base/lifetime.ts';
import { readPhoneNumbers } from '../../base/phone-numbers.ts';
import type { FlightOrderRequest, GdsProvider, ResponseValue } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { RequestContext } from '../../request-context.ts';
import { effectOn } from '../../scenarios/effects.ts';
import type { OrderRecord } from '../../store/orders.ts';
import type { FlightProvider, Holder, ProviderBooking, TrackedOffer } from '../flight-provider.ts';
import { OrderRefused, ProviderFailure } from '../flight-provider.ts';
import type { Flights, PlaceLookup } from '../flights.ts';
import { trackedOffer } from '../offers.ts';
import { checkOrder } from './check-order.ts';
import type { OrderContext } from './order-context.ts';
import { refuse, violation } from './order-context.ts';
import { orderRequirements } from './requirements.ts';

/**
 * Orders a tracked offer (§4.2) and returns the order. Throws a Refusal if this profile and provider have no such
 * offer, the order breaks a rule, the provider refuses it, or the offer has been ordered.
 */
export async function createFlightOrder(
  flights: Flights,
  call: RequestContext,
  gdsprovider: GdsProvider,
  offerId: string,
  request: FlightOrderRequest,
): Promise<ResponseValue<'FlightOrderResponse'>> {
  const tracked = await trackedOffer(flights, call, gdsprovider, offerId);
  const phones = await readPhoneNumbers(request.passengers.map((passenger) => passenger.phone_number));
  const order: OrderContext = { request, tracked, now: call.now, phones };
  checkDeparture(flights.places, order);
  checkOrder(order);
  const response = orderResponse(order, `ord_${call.ids.draw(call.profile.code).text(24)}`);
  const providerRecord = await bookAt(
    flights.providers.find((provider) => provider.gdsprovider === gdsprovider),
    order,
    call,
  );
  await call.act('resend');
  // The booking is pure: storing the order is the only effect, and claims the offer.
  const record: OrderRecord = {
    orderId: response.orderId,
    profileCode: call.profile.code,
    gdsprovider,
    offerId,
    again: null,
    resend: call.effects.resend ?? null,
    status: response.status,
    hold: holdOf(order),
    createdAt: call.now,
    overAt: overAt(tracked),
    request,
    answer: response,
    providerRecord,
  };
  const stored = await storeOrder(flights, call, record);
  if (stored === 'full') throw new Refusal('too_many_orders');
  if (stored === 'offer-taken')
    throw new Refusal('offer_already_ordered', [
      { path: 'path/offerId', message: `offer ${offerId} has been ordered already` },
    ]);
  return response;
}

/** Refuses an order for an offer after the departure of its first flight (assumption flight.booking-cutoff). */
function checkDeparture(places: PlaceLookup, { tracked: { offer }, now }: OrderContext): void {
  const departure = offer.slices[0]?.departure;
  if (departure === undefined) return;
  const localNow = places.localTime(departure.timeZone, now);
  if (localNow < departure.departingAt) return;
  const message =
    `the first flight of offer ${offer.offerId} left ${departure.iataCode} at ${departure.departingAt}; ` +
    `it is ${localNow} there`;
  refuse('offer_departed', [{ path: 'path/offerId', message }]);
}

/**
 * Stores the order. Under a scenario for this request, or for the offer's first order, the same request orders it
 * again.
 */
async function storeOrder({ orders }: Flights, { effects, ids, profile }: RequestContext, order: OrderRecord) {
  const stored = await orders.add(order);
  if (stored !== 'offer-taken') return stored;
  const first = await orders.findByOffer(profile.code, order.offerId);
  const isAgain = first && [effects.resend, first.resend].includes('books-again');
  if (!isAgain || !isDeepStrictEqual(first.request, order.request)) return stored;
  return orders.add({ ...order, again: ids.draw(profile.code).text(8) });
}

function orderResponse(order: OrderContext, orderId: string): ResponseValue<'FlightOrderResponse'> {
  const {
    tracked: { offer },
    now,
  } = order;
  const hold = holdOf(order);
  return {
    orderId,
    status: hold === null ? 'booked' : 'held',
    gdsprovider: offer.gdsprovider,
    offerId: offer.offerId,
    totalAmount: offer.totalAmount,
    currency: offer.currency,
    holdExpiresAt: hold && toIso(hold.expiresAt),
    // Taken from the provider: without a guarantee, a hold's public priceGuarantedUntil is the end of the offer.
    holdPriceGuaranteed: hold && (hold.priceGuaranteedUntil ?? 0) >= hold.expiresAt,
    createdAt: toIso(now),
  };
}

function holdOf({ request, tracked: { source } }: OrderContext): OrderRecord['hold'] {
  if (request.type !== 'hold' || source.hold === null) return null;
  return { expiresAt: source.hold.paymentRequiredBy, priceGuaranteedUntil: source.hold.priceGuaranteedUntil };
}

/**
 * Returns an order's end: a day after its last arrival, later than that local time in any zone, and not before its
 * offer is dropped.
 */
function overAt({ offer, source, createdAt }: TrackedOffer): number {
  const arrivals = offer.slices.flatMap(({ segments }) =>
    segments.map(({ arrival }) => Date.parse(`${arrival.arrivingAt}Z`)),
  );
  return Math.max(...arrivals.map((arrival) => arrival + DAY), forgottenAt({ createdAt, expiresAt: source.expiresAt }));
}

async function bookAt(
  provider: FlightProvider | undefined,
  order: OrderContext,
  call: RequestContext,
): Promise<ProviderBooking> {
  if (provider === undefined) throw new Refusal('order_refused');
  const effect = effectOn(call.effects.gds, provider.gdsprovider);
  try {
    return provider.book(order.tracked, order.request, holderOf(order), { now: order.now, effect });
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    // A provider refuses no order after the checks, except under a scenario.
    await call.act('gds');
    throw refusalFor(failure);
  }
}

/**
 * Returns the booking contact, from the first passenger only (§2.4, §4.2); null if the provider needs none. The order
 * has passed its checks: the first passenger's phone belongs to a country.
 */
function holderOf({ request, tracked, phones }: OrderContext): Holder | null {
  const [first] = request.passengers;
  const countryCode = phones[0]?.countryCode;
  if (!orderRequirements.holder(tracked.source.fare.requirements) || first === undefined || countryCode === undefined)
    return null;
  return { email: first.email, phone: first.phone_number, countryCode };
}

/** Returns the refusal for a provider's failure (assumption flight.provider-refusal). */
function refusalFor(failure: ProviderFailure): Refusal {
  if (!(failure instanceof OrderRefused)) return new Refusal('order_refused');
  if (failure.reason === 'price_changed') return new Refusal('price_changed');
  return new Refusal('hold_not_available', [
    violation('/type', 'must be instant: the provider no longer holds the offer, got hold'),
  ]);
}
