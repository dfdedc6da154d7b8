import { type OrderContext, refuse, violation } from './order-context.ts';

/**
 * Validates the type of the order against the offer (§2.4, §4.2 rule 6): a hold only if the offer can be held, before
 * payment is due, with the offer's holdId; a holdId only with a hold.
 */
export function checkHold({ request, tracked: { offer }, now }: OrderContext): void {
  const { holdId } = request;
  if (request.type !== 'hold') {
    if (holdId !== undefined)
      refuse('hold_id_not_applicable', [
        violation('/holdId', `must not be sent with an order of type instant, got "${holdId}"`),
      ]);
    return;
  }
  const { available, paymentRequiredBy } = offer.holdOptions;
  if (!available || paymentRequiredBy === null)
    refuse('hold_not_available', [violation('/type', 'must be instant: the offer cannot be held, got hold')]);
  else if (now >= Date.parse(paymentRequiredBy))
    refuse('hold_not_available', [
      violation('/type', `must be instant: a hold ended at ${paymentRequiredBy}, got hold`),
    ]);
  if (holdId === undefined)
    refuse('hold_id_required', [violation('/holdId', `must be "${offer.holdId}", as the offer says`)]);
  if (holdId !== offer.holdId)
    refuse('hold_id_mismatch', [violation('/holdId', `must be "${offer.holdId}", as the offer says, got "${holdId}"`)]);
}
