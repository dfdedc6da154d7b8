import type { Offer } from '../../api.ts';
import { describeOutcome } from '../answers/expectations.ts';
import { select } from '../answers/select.ts';
import { show } from '../answers/show.ts';
import { supportedDocuments } from './flight-order.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';
import { Unmet } from '../verdict.ts';

/** Asks what an order for an offer needs. The endpoint is assumed (flight.required-fields-endpoint), so that it may well not be there. */
export function readRequiredFields(trial: Trial, { gdsprovider, offerId, passengers }: Offer): Promise<Exchange> {
  return trial.call('getRequiredFields', {
    path: { gdsprovider, offerId },
    body: { offerId, passengers: passengers.map(({ type }) => ({ type })) },
  });
}

/** The same, where a field of the first passenger is asked for: `lastName`. Throws Unmet where it is not. */
export async function givenAsked(trial: Trial, offer: Offer, field: string): Promise<Exchange> {
  const answer = trial.given(await readRequiredFields(trial, offer), 'needs the required fields of an offer');
  const flag = select(answer.response.body, `/passengers/0/${field}`)[0]?.value;
  if (flag !== true)
    throw new Unmet(
      `needs an offer whose required fields ask for ${field}; of ${offer.offerId} they say ${show(flag)}`,
    );
  return answer;
}

/** The types of identity documents that the first passenger may have; those of the offer where the target does not tell required fields. */
export async function allowedDocuments(trial: Trial, offer: Offer): Promise<string[]> {
  const answer = await readRequiredFields(trial, offer);
  const told = select(answer.response.body, '/passengers/0/allowedDocuments')[0]?.value;
  const types: unknown = answer.response.status === 200 && told !== undefined ? told : supportedDocuments(offer);
  if (!Array.isArray(types))
    throw new Unmet(
      `needs the types of documents that an offer allows: ${show(types)} (required fields were answered ${describeOutcome(answer)})`,
    );
  return types.filter((type) => typeof type === 'string');
}
