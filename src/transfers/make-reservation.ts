import { toIso } from '../base/clock.ts';
import type { Reservation } from '../interface/api.ts';
import type { CheckedBooking } from './book-offer.ts';
import { priced } from './pricing.ts';
import type { MadeReservation } from './transfer-supplier.ts';

/** The reservation that a booking makes, in its first state. */
export function makeReservation(
  { offer, pricing, details, replaces, part }: CheckedBooking,
  made: MadeReservation,
  now: number,
): Reservation {
  const { search, trip, quote } = offer;
  const { amenities, totalAmount } = priced(quote, pricing.amenities, pricing.pricePercent);
  return {
    reservationId: made.reservationId,
    confirmationNumber: made.confirmationNumber,
    state: 'confirmed',
    searchId: search.searchId,
    resultId: quote.resultId,
    partnerTrackingId: details.partnerTrackingId,
    replaces,
    replacedBy: null,
    createdAt: toIso(now),
    cancelledAt: null,
    mode: search.origin.trip.mode,
    pickup: trip.pickup,
    dropoff: trip.dropoff,
    pickupDateTime: trip.pickupDateTime,
    returnPickupDateTime: trip.returnPickupDateTime,
    passengers: search.origin.trip.passengers,
    traveller: details.traveller,
    extraPassengers: details.extraPassengers,
    flight: details.flight,
    specialInstructions: details.specialInstructions,
    vehicle: quote.vehicle,
    supplier: { ...quote.supplier, phoneNumber: made.phoneNumber, email: made.email },
    amenities: amenities.filter(({ selected }) => selected),
    totalAmount: partOf(totalAmount, part),
    currency: quote.currency,
    cancellation: quote.cancellation,
    waiting: quote.waiting,
    pickupInstructions: made.pickupInstructions,
    supportsTracking: quote.supportsTracking,
    supportsDriverAndVehicle: quote.supportsDriverAndVehicle,
  };
}

/** Half of an amount: both parts add up to it. */
function partOf(totalAmount: number, part: CheckedBooking['part']): number {
  if (part === undefined) return totalAmount;
  const cents = Math.round(totalAmount * 100) / 2;
  return (part === 1 ? Math.ceil(cents) : Math.floor(cents)) / 100;
}
