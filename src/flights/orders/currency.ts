import { type OrderContext, refuse, violation } from './order-context.ts';

/**
 * The price and its currency are the tracked offer's; an order in another currency is a mistake (assumption
 * flight.order-currency).
 */
export function checkCurrency({ request, tracked: { offer } }: OrderContext): void {
  if (request.currency !== offer.currency) {
    refuse('currency_mismatch', [
      violation('/currency', `must be ${offer.currency}, as the offer says, got ${request.currency}`),
    ]);
  }
}
