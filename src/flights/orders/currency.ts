import { type Ordering, refuse, wrong } from './ordering.ts';

/** The price and its currency are the tracked offer's; an order in another currency is a misunderstanding (assumption flight.order-currency). */
export function checkCurrency({ request, tracked: { offer } }: Ordering): void {
  if (request.currency !== offer.currency) {
    refuse('currency_mismatch', [
      wrong('/currency', `must be ${offer.currency}, as the offer says, got ${request.currency}`),
    ]);
  }
}
