import type { Exchange } from '../exchange.ts';
import { sentIdentifier } from '../expectations/identifiers.ts';
import type { Knowledge } from '../knowledge.ts';
import { reservationsIn, sentField } from '../knowledge.ts';

/**
 * When a request began at the earliest: not before the end of the responses that it has its identifiers from. The
 * times of some tools overlap by tens of milliseconds where one call followed the other.
 */
export function provenBeginning(exchange: Exchange, known: Knowledge): number {
  const searchId = sentIdentifier(exchange, 'searchId');
  const pricingToken = sentField(exchange, 'pricingToken');
  const sources = [
    searchId === undefined ? undefined : known.transferSearch(searchId),
    pricingToken === undefined ? undefined : known.pricing(pricingToken),
    firstWith(exchange, 'reservationId', known),
    firstWith(exchange, 'confirmationNumber', known),
  ];
  return Math.max(exchange.began, ...sources.map((source) => source?.ended ?? -Infinity));
}

/** The first response that had the reservation which a request names. */
function firstWith(
  exchange: Exchange,
  name: 'reservationId' | 'confirmationNumber',
  { bookings }: Knowledge,
): Exchange | undefined {
  const value = sentIdentifier(exchange, name);
  if (value === undefined) return undefined;
  return bookings.all().find((one) => reservationsIn(one).some((reservation) => reservation[name] === value));
}
