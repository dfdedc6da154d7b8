import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { Offer } from '../../../interface/api.ts';
import { flightOrder, holdOrder } from '../fixtures/flight-order.ts';
import { isAccepted } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';
import type { Recorded } from './recording.ts';

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
