import type { Offer } from '../../api.ts';
import { describeOutcome, isAccepted, isRefused } from '../answers/expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';
import { Unmet } from '../verdict.ts';
import { flightOrder } from './flight-order.ts';
import { invented } from './wrong-values.ts';

/**
 * What an order tells about where its offer is: it is `found`; it is found `elsewhere`, under the other provider's
 * number; it is `unknown`, refused as an offerId would be that is made up; or it is `refused` for something else.
 */
export type Lookup = 'found' | 'elsewhere' | 'unknown' | 'refused';

/** Orders an offer, and when that is refused looks for the reason. `order` is the first of the orders. */
export async function lookUp(trial: Trial, offer: Offer): Promise<{ lookup: Lookup; order: Exchange }> {
  const order = await trial.order(offer);
  if (isAccepted(order)) return { lookup: 'found', order };
  const moved = { ...offer, gdsprovider: offer.gdsprovider === 0 ? (1 as const) : (0 as const) };
  if (isAccepted(await trial.order(moved))) return { lookup: 'elsewhere', order };
  if ([404, 405].includes(order.response.status))
    throw new Unmet(`needs an address at which offers are ordered: ${describeOutcome(order)}`);
  const madeUp = await trial.order({ ...offer, offerId: invented(offer.offerId) }, flightOrder(offer));
  return { lookup: (await isSameRefusal(trial, offer, order, madeUp)) ? 'unknown' : 'refused', order };
}

/** Two orders are refused alike: with one status and one code, which is not that of an order which is wrong in every respect. */
export async function isSameRefusal(trial: Trial, offer: Offer, one: Exchange, other: Exchange): Promise<boolean> {
  const alike =
    isRefused(one) &&
    isRefused(other) &&
    one.response.status === other.response.status &&
    codeOf(one) !== undefined &&
    codeOf(one) === codeOf(other);
  // Some services have one code for all that they refuse; it tells nothing then.
  return alike && codeOf(await trial.order(offer, {})) !== codeOf(one);
}

function codeOf({ response }: Exchange): unknown {
  return typeof response.body === 'object' && response.body !== null
    ? (response.body as { code?: unknown }).code
    : undefined;
}
