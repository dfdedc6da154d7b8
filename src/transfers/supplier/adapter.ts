import { HOUR } from '../../base/clock.ts';
import type { ErrorName } from '../../interface/errors/catalogue.ts';
import { catalogue } from '../../interface/errors/catalogue.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type {
  NativeBookingError,
  NativeBookingRequest,
  NativeError,
  NativeErrorEntry,
  NativeReservation,
  NativeRide,
  NativeSearchResponse,
  NativeSettlement,
  NativeSituation,
  NativeTransferSupplier,
} from '../../mock-providers/transfer-supplier/native.ts';
import type { Settlement } from '../../store/bookings.ts';
import type {
  MadeReservation,
  Ride,
  SupplierBooking,
  SupplierResponse,
  SupplierSituation,
  TransferSupplier,
} from '../transfer-supplier.ts';
import { toDriverAndVehicle, toNativeRides, toRideEvents, toTracking } from './rides.ts';
import { toFoundTrip, toNativeSearch } from './trips.ts';

/** Returns the transfer supplier behind the domain's interface. */
export function adaptSupplier(native: NativeTransferSupplier): TransferSupplier {
  return {
    search: (trip, situation) =>
      new Promise((resolve) => {
        const response = native.searchTransfers(toNativeSearch(trip), situation);
        if ('errors' in response) throw searchRefusal(response);
        resolve(toFoundTrip(response));
      }),

    book: (booking, situation) => new Promise((resolve) => resolve(book(native, booking, situation))),

    driverAndVehicle(ride, now, effect) {
      const present = presentRide(native, ride, now);
      const replaced =
        present && ride.ride.otherDriverOn === present.leg ? { ...effect, driver: 'replaced' as const } : effect;
      const shown = present && toDriverAndVehicle(native.driverAndVehicle(present, now, replaced));
      return Promise.resolve(shown ?? { driver: null, vehicle: null });
    },

    tracking(ride, now, effect) {
      const present = presentRide(native, ride, now);
      return Promise.resolve(toTracking(present ? native.tracking(present, now, effect) : NOT_TRACKED));
    },

    presentLeg: (ride, now) => Promise.resolve(presentRide(native, ride, now)?.leg),

    rideEvents(ride) {
      const rides = toNativeRides(ride);
      const events = rides.flatMap((one) => {
        const shownFrom = one === rides[0] ? -Infinity : secondShownFrom(native, rides);
        return toRideEvents(ride.reservation, native.schedule(one), native.tracking(one, Infinity)).map((event) => ({
          ...event,
          leg: one.leg,
          at: Math.max(event.at, shownFrom),
        }));
      });
      return Promise.resolve(events);
    },
  };
}

/** Returns the first ride until the second is shown instead; undefined if there is no ride. */
function presentRide(native: NativeTransferSupplier, ride: Ride, now: number): NativeRide | undefined {
  const rides = toNativeRides(ride);
  return now < secondShownFrom(native, rides) ? rides[0] : rides.at(-1);
}

/**
 * Returns the instant from which driver, vehicle and tracking belong to the second ride: an hour after the arrival of
 * the first, or when its driver departs if that is earlier, but never before the arrival (assumption
 * transfer.round-trips).
 */
function secondShownFrom(native: NativeTransferSupplier, [first, second]: readonly NativeRide[]): number {
  if (!first || !second) return -Infinity;
  const { arrival_at } = native.schedule(first);
  return Math.max(arrival_at, Math.min(arrival_at + HOUR, native.schedule(second).departure_at));
}

const NOT_TRACKED = { events: [], live_location: null };

function book(
  native: NativeTransferSupplier,
  booking: SupplierBooking,
  situation: SupplierSituation,
): SupplierResponse {
  const request = toNativeBooking(booking);
  const response = native.bookTransfer(request, situation);
  if (response.status === 'failed') throw new Refusal(bookingRefusals[response.error.code]);
  if (response.status === 'pending')
    return {
      status: 'pending',
      settlement: toSettlement(response.settles, situation.now),
      made: bookCompleted(native, request, situation),
    };
  const made = toMade(response.reservations[0]);
  if (response.listed === null) return { status: 'completed', settlement: null, made };
  return {
    status: 'hidden',
    settlement: toSettlement({ status: 'completed', error: null, ...response.listed }, situation.now),
    made,
  };
}

/**
 * Returns a pending booking's future result. It follows from the request, so a booking without the effect returns it
 * now.
 */
function bookCompleted(
  native: NativeTransferSupplier,
  request: NativeBookingRequest,
  { seed, now }: NativeSituation,
): MadeReservation {
  const response = native.bookTransfer(request, { seed, now });
  if (response.status !== 'completed')
    throw new Error(`the supplier returned "${response.status}" for a booking without an effect`);
  return toMade(response.reservations[0]);
}

function toMade({ id, confirmation_number, pickup_instructions, provider }: NativeReservation): MadeReservation {
  return {
    reservationId: id,
    confirmationNumber: confirmation_number,
    pickupInstructions: pickup_instructions,
    phoneNumber: provider.phone_number,
    email: provider.email,
  };
}

function toSettlement({ status, after_polls, after_milliseconds, error }: NativeSettlement, now: number): Settlement {
  return {
    to: status,
    dueAt: after_milliseconds === null ? null : now + after_milliseconds,
    afterReads: after_polls,
    errorCode: error && bookingRefusals[error.code],
  };
}

/** Returns a booking in the supplier's terms, with the quoted native result. */
function toNativeBooking({ trip, resultId, details, amenities, replaces }: SupplierBooking): NativeBookingRequest {
  const { search_id, start_location, end_location, pickup_datetime, return_pickup_datetime, num_passengers, results } =
    trip.native as NativeSearchResponse;
  const result = results.find(({ result_id }) => result_id === resultId);
  if (!result) throw new Error(`the supplier's response has no result ${resultId}`);
  const { traveller, extraPassengers, flight, specialInstructions, partnerTrackingId } = details;
  return {
    search_id,
    result_id: resultId,
    quote: {
      start_location,
      end_location,
      pickup_datetime,
      return_pickup_datetime,
      num_passengers,
      result,
    },
    first_name: traveller.firstName,
    last_name: traveller.lastName,
    email: traveller.email,
    phone_number: traveller.phoneNumber,
    airline: flight?.airlineIataCode ?? '',
    flight_number: flight?.flightNumber ?? '',
    extra_pax_info: extraPassengers.map(({ firstName, lastName }) => ({ first_name: firstName, last_name: lastName })),
    optional_amenities: amenities,
    customer_special_instructions: specialInstructions ?? '',
    partner_tracking_id: partnerTrackingId ?? '',
    rebooking_of: replaces,
  };
}

/** Returns the service's refusal for the supplier's first fault. */
function searchRefusal({ errors }: NativeError): Refusal {
  const [first] = Object.entries(errors).flatMap(([field, entries]) => entries.map((entry) => ({ field, ...entry })));
  if (!first) throw new Error('the supplier returned an error without an entry');
  const { field, code, message } = first;
  const name = SEARCH_REFUSALS[code];
  return new Refusal(
    name,
    code === 'unavailable' ? [] : [{ path: PATHS[field] ?? '', message: `${message} ${catalogue[name].next}` }],
  );
}

/** Catalogue names for the supplier's refusal reasons. */
const bookingRefusals: Record<NativeBookingError['code'], ErrorName> = {
  no_availability: 'no_availability',
  trip_price_changed: 'price_changed',
  provider_rejected: 'supplier_rejected',
};

const SEARCH_REFUSALS: Record<NativeErrorEntry['code'], ErrorName> = {
  unknown_address: 'unknown_location',
  same_address: 'same_pickup_and_dropoff',
  too_far: 'transfer_too_far',
  return_before_pickup: 'return_pickup_invalid',
  unavailable: 'upstream_failed',
};

/** Place of the fault in the caller's request. */
const PATHS: Record<string, string> = {
  start_address: '/pickup',
  end_address: '/dropoff',
  pickup_datetime: '/pickupDateTime',
  return_pickup_datetime: '/returnPickupDateTime',
};
