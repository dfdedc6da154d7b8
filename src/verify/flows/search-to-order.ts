import type { Offer } from '../../api.ts';
import { flightOrder, holdOrder } from '../given/flight-order.ts';
import type { OfferWish } from '../given/offers.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';

export interface Ordered {
  offer: Offer;
  order: Exchange;
}

/** From a flight search to an instant order (§4.1, §4.2); whether it is accepted is for the check to judge. */
export async function searchToOrder(trial: Trial, wish: OfferWish = {}): Promise<Ordered> {
  const offer = await trial.offer(wish);
  return { offer, order: await trial.order(offer, flightOrder(offer)) };
}

/** The same to a hold, with the offer's holdId (§4.2 rule 6). */
export async function hold(trial: Trial, wish: OfferWish = {}): Promise<Ordered> {
  const offer = await trial.offer({ ...wish, hold: true, that: (one) => typeof one.holdId === 'string' && (wish.that?.(one) ?? true) });
  return { offer, order: await trial.order(offer, holdOrder(offer)) };
}
