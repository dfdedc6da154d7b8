import { Refusal } from '../../interface/errors/refusal.ts';
import type {
  NativeBookingRequest,
  NativeReservation,
  NativeSettlement,
  NativeSituation,
  NativeTransferSupplier,
} from '../../mock-providers/transfer-supplier/native.ts';
import type { Settlement } from '../../store/bookings.ts';
import type {
  MadeReservation,
  SupplierBooking,
  SupplierResponse,
  SupplierSituation,
  TransferSupplier,
} from '../transfer-supplier.ts';
import { toNativeBooking } from './booking.ts';
import { bookingRefusals, searchRefusal } from './refusals.ts';
import { toDriverAndVehicle, toNativeRide, toRideEvents, toTracking } from './rides.ts';
import { toFoundTrip, toNativeSearch } from './trips.ts';

/** The transfer supplier behind the domain's interface. */
export function adaptSupplier(native: NativeTransferSupplier): TransferSupplier {
  return {
    search: (trip, situation) =>
      new Promise((resolve) => {
        const response = native.searchTransfers(toNativeSearch(trip), situation);
        if ('errors' in response) throw searchRefusal(response);
        resolve(toFoundTrip(response));
      }),

    book: (booking, situation) => new Promise((resolve) => resolve(book(native, booking, situation))),

    driverAndVehicle: (ride, now, effect) => {
      const replaced = ride.ride.hasOtherDriver ? { ...effect, driver: 'replaced' as const } : effect;
      return Promise.resolve(toDriverAndVehicle(native.driverAndVehicle(toNativeRide(ride), now, replaced)));
    },

    tracking: (ride, now, effect) => Promise.resolve(toTracking(native.tracking(toNativeRide(ride), now, effect))),

    rideEvents(ride) {
      const nativeRide = toNativeRide(ride);
      const tracked = native.tracking(nativeRide, Infinity);
      return Promise.resolve(toRideEvents(ride.reservation, native.assignment(nativeRide), tracked));
    },
  };
}

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

/** What a pending booking will make. It follows from the request, so a booking without the effect returns it now. */
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
