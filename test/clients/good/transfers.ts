import type { TransferSearchRequest } from '../../../src/interface/api.ts';
import type { Keys, SelectedTransfer, Steps, TransferSearch, TransferTrip } from '../steps.ts';
import { take } from './http.ts';
import { lastNameOf } from './orders.ts';

export const transfers: Pick<
  Steps,
  'ride' | 'searchTransfer' | 'chooseTransfer' | 'price' | 'fillBooking' | 'book' | 'follow'
> = {
  async ride(traveller, trip) {
    const { steps } = traveller;
    let outcome = await bookTrip(traveller, trip);
    // A definite refusal leaves nothing behind, so the trip may be booked again.
    if (outcome?.is === 'failed') outcome = await bookTrip(traveller, trip);
    if (outcome?.is !== 'completed') return;
    for (const { reservationId } of outcome.reservations) await steps.read(traveller, { reservationId });
    const [reservation] = outcome.reservations;
    await steps.follow(traveller, reservation);
    const current = reservation.cancellation.amendable ? await steps.change(traveller, reservation) : reservation;
    if (current?.cancellation.cancellable) await steps.cancel(traveller, current);
  },

  searchTransfer: (traveller, search) =>
    take<TransferSearch>(traveller, { method: 'POST', path: '/search', body: search }),

  chooseTransfer(traveller, { offers }) {
    const valid = offers.filter(({ expiresAt }) => Date.parse(expiresAt) > traveller.now());
    return valid.find(({ cancellation }) => cancellation.amendable && cancellation.cancellable) ?? valid[0];
  },

  async price(traveller, pricing) {
    const priced = await take<{ pricingToken: string }>(traveller, { method: 'POST', path: '/pricing', body: pricing });
    return priced?.pricingToken ?? null;
  },

  fillBooking: ({ number }, { search, offer, pricingToken }) => ({
    searchId: search.searchId,
    resultId: offer.resultId,
    bookingToken: offer.bookingToken,
    pricingToken,
    traveller: {
      firstName: 'Ada',
      lastName: lastNameOf(number),
      email: `ada.${number}@example.com`,
      phoneNumber: '+447700900123',
    },
    ...(search.passengers > 1 && { extraPassengers: [{ firstName: 'Anne', lastName: lastNameOf(number) }] }),
    ...(offer.flightInfoRequired && { flight: { airlineIataCode: 'IB', flightNumber: '3166' } }),
    partnerTrackingId: `trip-${number}-${search.searchId.slice(0, 8)}`,
  }),

  async book(traveller, booking) {
    const { steps } = traveller;
    const keys: Keys = { searchId: booking.searchId, pricingToken: booking.pricingToken };
    const call = { method: 'POST', path: '/book', body: booking } as const;
    const outcome = await steps.settle(traveller, await steps.send(traveller, call), keys);
    // Nothing was booked, as reading has shown.
    if (outcome.is !== 'not made') return outcome;
    return steps.settle(traveller, await steps.send(traveller, call), keys);
  },

  async follow(traveller, { reservationId, supportsDriverAndVehicle, supportsTracking }) {
    const query = { reservationId };
    if (supportsDriverAndVehicle) await take(traveller, { method: 'GET', path: '/reservations/driver-vehicle', query });
    if (supportsTracking) await take(traveller, { method: 'GET', path: '/reservations/tracking', query });
  },
};

/** Search, pricing, book; null where it did not come to a booking. */
async function bookTrip(traveller: Parameters<Steps['ride']>[0], trip: TransferTrip) {
  const { steps } = traveller;
  const search = await steps.searchTransfer(traveller, searchFor(trip));
  const offer = search && steps.chooseTransfer(traveller, search);
  if (!search || !offer) return null;
  const { resultId, bookingToken } = offer;
  const pricingToken = await steps.price(traveller, { searchId: search.searchId, resultId, bookingToken });
  if (pricingToken === null || Date.parse(offer.expiresAt) <= traveller.now()) return null;
  const selected: SelectedTransfer = { search, offer, pricingToken };
  return steps.book(traveller, steps.fillBooking(traveller, selected));
}

function searchFor({ airport, address, pickupDateTime, passengers }: TransferTrip): TransferSearchRequest {
  return { pickup: { iataCode: airport }, dropoff: { address }, mode: 'one_way', pickupDateTime, passengers };
}
