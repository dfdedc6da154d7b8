import type { Offer } from '../../../interface/api.ts';
import { flightOrder, holdOrder } from '../fixtures/flight-order.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';

export interface Ordered {
  offer: Offer;
  order: Exchange;
}

/** From a flight search to an instant order (§4.1, §4.2); the check validates whether it is accepted. */
export async function searchToOrder(trial: Trial): Promise<Ordered> {
  const offer = await trial.offer();
  return { offer, order: await trial.order(offer, flightOrder(offer)) };
}

/** The same to a hold, with the offer's holdId (§4.2 rule 6). */
export async function hold(trial: Trial): Promise<Ordered> {
  const offer = await trial.offer({ hold: true, that: ({ holdId }) => typeof holdId === 'string' });
  return { offer, order: await trial.order(offer, holdOrder(offer)) };
}
