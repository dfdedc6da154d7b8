import { toIso } from '../../base/clock.ts';
import { Alphabet, Random } from '../../base/ids.ts';
import type { BookingEffect, SupplierRefusal } from '../../scenarios/effects.ts';
import { localFaker } from './local-faker.ts';
import { sum } from './money.ts';
import type {
  NativeBookingError,
  NativeBookingRequest,
  NativeBookingResponse,
  NativeLocation,
  NativeMoney,
  NativeReservation,
  NativeSituation,
} from './native.ts';

/** Books a quoted ride: completed, unless the effect sets another outcome. The reservation follows from the seed. */
export function bookTransfer(
  request: NativeBookingRequest,
  { seed, now, effect }: NativeSituation,
): NativeBookingResponse {
  const booking: BookingEffect = effect?.booking ?? { outcome: 'completed' };
  if (booking.outcome === 'failed')
    return { status: 'failed', live: true, reservations: [], error: BOOKING_ERRORS[booking.reason] };
  if (booking.outcome === 'pending')
    return { status: 'pending', live: true, reservations: [], settles: settlement(booking) };
  const listed =
    booking.outcome === 'completed-late'
      ? { after_polls: booking.afterReads, after_milliseconds: booking.afterMs }
      : null;
  return { status: 'completed', live: true, reservations: [reservation(request, seed, now)], listed };
}

function settlement({ settlesTo, afterReads, afterMs, reason }: BookingEffect & { outcome: 'pending' }) {
  const error = settlesTo === 'failed' ? BOOKING_ERRORS[reason ?? 'rejected'] : null;
  return { status: settlesTo, after_polls: afterReads, after_milliseconds: afterMs, error };
}

function reservation(request: NativeBookingRequest, seed: string, now: number): NativeReservation {
  const { quote } = request;
  const random = new Random(`${seed}/reservation`);
  const faker = localFaker(quote.start_location.timezone, random);
  const total = totalPrice(request);
  return {
    id: random.hex(32),
    confirmation_number: random.text(3, CAPITALS) + random.text(8, DIGITS),
    partner_tracking_id: request.partner_tracking_id,
    rebooking_of: request.rebooking_of,
    timestamp: toIso(now),
    cancelled: false,
    amount_paid: total.display,
    total_price: total,
    pickup_instructions: pickupInstructions(quote.start_location, request),
    provider: contact(request, faker.phone.number({ style: 'international' })),
  };
}

function totalPrice({ quote, optional_amenities }: NativeBookingRequest): NativeMoney {
  const base = quote.result.total_price.total_price;
  const chosen = quote.result.steps[0].details.amenities.filter(({ key }) => optional_amenities.includes(key));
  return chosen.length === 0 ? base : sum([base, ...chosen.map(({ price }) => price)], base.currency);
}

function contact({ quote }: NativeBookingRequest, phone_number: string): NativeReservation['provider'] {
  const { name } = quote.result.steps[0].details.provider;
  return { name, phone_number, email: `dispatch@${name.toLowerCase().replaceAll(' ', '-')}.example` };
}

function pickupInstructions(start: NativeLocation, { first_name, last_name }: NativeBookingRequest): string {
  return start.iata_code
    ? `Collect your luggage and walk to the arrivals hall of ${start.formatted_address}. The driver holds a sign ` +
        `with the name ${first_name} ${last_name}.`
    : `Wait at the entrance of ${start.formatted_address}. The driver calls you on arrival.`;
}

const CAPITALS = new Alphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const DIGITS = new Alphabet('0123456789');

const BOOKING_ERRORS: Record<SupplierRefusal, NativeBookingError> = {
  no_availability: {
    code: 'no_availability',
    message: 'No vehicle is left for this ride.',
    user_message: 'Sorry, this ride is sold out.',
  },
  price_changed: {
    code: 'trip_price_changed',
    message: 'The price of the ride has changed since it was quoted.',
    user_message: 'The price of this ride has changed.',
  },
  rejected: { code: 'provider_rejected', message: 'The provider rejected the booking.', user_message: null },
};
