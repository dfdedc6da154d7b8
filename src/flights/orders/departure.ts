import type { PlaceLookup } from '../flights.ts';
import { type OrderContext, refuse } from './order-context.ts';

/** Refuses an order for an offer whose first flight has left (assumption flight.booking-cutoff). */
export function checkDeparture(places: PlaceLookup, { tracked: { offer }, now }: OrderContext): void {
  const departure = offer.slices[0]?.departure;
  if (departure === undefined) return;
  const localNow = places.localTime(departure.timeZone, now);
  if (localNow < departure.departingAt) return;
  const message =
    `the first flight of offer ${offer.offerId} left ${departure.iataCode} at ${departure.departingAt}; ` +
    `it is ${localNow} there`;
  refuse('offer_departed', [{ path: 'path/offerId', message }]);
}
