import type { PricedTransfer } from '../fixtures/transfers.ts';
import { confirmChange, findChange, pricedTransfer } from '../fixtures/transfers.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial, TrialCall } from '../run/trial.ts';

export interface Change extends PricedTransfer {
  confirmation: Exchange;
}

/**
 * A change of a reservation in the documented order (§4.3): change search, pricing, change confirmation. `call` applies
 * to the confirmation, whose response the check validates. Throws PreconditionNotMet when the change cannot be priced.
 */
export async function change(trial: Trial, reservationId: string, call: TrialCall = {}): Promise<Change> {
  const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
  return { ...priced, confirmation: await confirmChange(trial, reservationId, priced, {}, call) };
}
