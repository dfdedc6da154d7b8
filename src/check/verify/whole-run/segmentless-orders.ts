import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { Offer } from '../../../interface/api.ts';
import { flightOrder } from '../fixtures/flight-order.ts';
import { isUsable } from '../fixtures/offers.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';
import { isRefused } from '../responses/outcome.ts';
import type { Recorded, Recording } from './recording.ts';

/**
 * Returns the orders of the run, by flow, valid except for their missing totalSegments. Only for flows assumed to need
 * segments, with refusals for this reason.
 */
export function segmentlessOrders(recording: Recording): CheckedExchange[][] {
  const offers = offersIn(recording);
  const orders = recording.of('createFlightOrder').filter((call) => {
    const offer = offers.get(nameOf(call, ...placeOf(call.exchange)));
    return !call.disfigured && offer !== undefined && call.exchange.request.body === bodyFor(offer);
  });
  return [...Map.groupBy(orders, ({ exchange }) => placeOf(exchange)[0]).values()]
    .map((flow) => flow.map(({ exchange }) => exchange))
    .filter(needsSegments);
}

/** Returns the order for an offer without totalSegments. */
export function withoutSegments(offer: Offer): object {
  return { ...flightOrder(offer), totalSegments: undefined };
}

/** True if the flow refuses for this reason, as a refusal may have another one. */
function needsSegments(orders: readonly CheckedExchange[]): boolean {
  const refused = orders.filter(isRefused);
  return refused.some((order) => /segment/i.test(textOf(order))) || refused.length > orders.length / 2;
}

function offersIn(recording: Recording): Map<string, Offer> {
  const found = recording.of('searchFlights').flatMap((search) =>
    select(search.exchange.value, '/offers/*')
      .map(({ value }) => value)
      .filter((value): value is Offer => isUsable(value) && propertyOf(value, 'gdsprovider') !== 0)
      .map((offer) => [nameOf(search, offer.gdsprovider, offer.offerId), offer] as const),
  );
  return new Map(found);
}

function bodyFor(offer: Offer): string | null {
  try {
    return JSON.stringify(withoutSegments(offer));
  } catch {
    return null;
  }
}

function placeOf({ path }: CheckedExchange): [gdsprovider: string, offerId: string] {
  const [gdsprovider = '', offerId = ''] = path.replace(/\?.*/s, '').split('/').slice(-2).map(decodeURIComponent);
  return [gdsprovider, offerId];
}

function nameOf({ keys }: Recorded, ...parts: readonly unknown[]): string {
  return JSON.stringify([keys.profileCode, ...parts.map(String)]);
}
