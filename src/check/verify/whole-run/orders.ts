import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { Offer } from '../../../interface/api.ts';
import { flightOrder, holdOrder } from '../fixtures/flight-order.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';
import { isAccepted, isRefused } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';
import type { Recorded, Recording } from './recording.ts';

/**
 * Returns the run's accepted orders after adding some, once for all contracts: for each source one order and a hold,
 * for two passengers on a round trip, in another currency than EUR.
 */
export async function acceptedOrders(trial: Trial): Promise<Recorded[]> {
  await orderInDollars(trial.recording, trial);
  return trial.recording.of('createFlightOrder').filter(({ exchange }) => isAccepted(exchange));
}

const orderInDollars = memoizeByObject(async (_: object, trial: Trial): Promise<void> => {
  const search = await trial.searchFlights({ roundTrip: true, types: ['adult', 'child'], with: { currency: 'USD' } });
  const offers = select(search.value, '/offers/*').map(({ value }) => value as Offer);
  const held = offers.find((offer) => select(offer, '/holdOptions/available')[0]?.value === true);
  for (const own of Map.groupBy(offers, (offer) => propertyOf(offer, 'gdsprovider')).values()) {
    const offer = own.find((one) => one !== held);
    if (offer) await trial.order(offer, flightOrder(offer));
  }
  if (held) await trial.order(held, holdOrder(held));
});

/**
 * Returns the run's orders that are valid except for missing totalSegments, grouped by flow. Includes only flows that
 * seem to need segments, because they refused orders for this reason.
 */
export function segmentlessOrders(recording: Recording): CheckedExchange[][] {
  const orders = recording
    .of('createFlightOrder')
    .flatMap(({ exchange, disfigured, valid }) =>
      !disfigured && valid && 'form' in valid && valid.form === 'an order without totalSegments'
        ? [{ exchange, flow: valid.offer.gdsprovider }]
        : [],
    );
  return [...Map.groupBy(orders, ({ flow }) => flow).values()]
    .map((flow) => flow.map(({ exchange }) => exchange))
    .filter(needsSegments);
}

/** True if the flow refuses for this reason, as a refusal may have another one. */
function needsSegments(orders: readonly CheckedExchange[]): boolean {
  const refused = orders.filter(isRefused);
  return refused.some((order) => /segment/i.test(textOf(order))) || refused.length > orders.length / 2;
}
