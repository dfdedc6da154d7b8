import { Refusal } from '../errors/refusal.ts';
import type {
  NativeBookingRequest,
  NativeReservation,
  NativeSettlement,
  NativeSituation,
  NativeTransferSupplier,
} from '../mock-providers/transfer-supplier/native.ts';
import type { Settlement } from '../store/bookings.ts';
import { toNativeBooking } from './supplier/native-booking.ts';
import { bookingRefusals, searchRefusal } from './supplier/refusals.ts';
import { toRide, toRideMoments, toTracking } from './supplier/rides.ts';
import { toFoundTrip, toNativeSearch } from './supplier/trips.ts';
import type { MadeReservation, TransferSupplier } from './transfer-supplier.ts';

/** Makes the domain's supplier out of one that speaks the native payload. */
export function adaptSupplier(native: NativeTransferSupplier): TransferSupplier {
  return {
    async search(trip, situation) {
      const answer = native.searchTransfers(toNativeSearch(trip), situation);
      if ('errors' in answer) throw searchRefusal(answer);
      return toFoundTrip(answer);
    },

    async book(booking, situation) {
      const request = toNativeBooking(booking);
      const answer = native.bookTransfer(request, situation);
      if (answer.status === 'failed') throw new Refusal(bookingRefusals[answer.error.code]);
      if (answer.status === 'pending')
        return {
          status: 'pending',
          settlement: toSettlement(answer.settles, situation.now),
          made: madeInTheEnd(native, request, situation),
        };
      const made = toMade(answer.reservations[0]);
      if (answer.listed === null) return { status: 'completed', settlement: null, made };
      return {
        status: 'hidden',
        settlement: toSettlement({ status: 'completed', error: null, ...answer.listed }, situation.now),
        made,
      };
    },

    async driverAndVehicle(reservation, now) {
      const { driver, vehicle } = native.driverAndVehicle(toRide(reservation), now);
      return {
        driver: driver && { name: driver.name, phoneNumber: driver.phone, photoURL: driver.photo_url },
        vehicle: vehicle && {
          make: vehicle.make,
          model: vehicle.model,
          color: vehicle.color,
          licensePlate: vehicle.license_plate,
        },
      };
    },

    async tracking(reservation, now) {
      return toTracking(native.tracking(toRide(reservation), now));
    },

    async rideMoments(reservation) {
      const ride = toRide(reservation);
      return toRideMoments(reservation, native.assignment(ride), native.tracking(ride, Infinity));
    },
  };
}

/** The supplier's answers follow from the request, so what a pending booking will make can be known at once. */
function madeInTheEnd(
  native: NativeTransferSupplier,
  request: NativeBookingRequest,
  { seed, now }: NativeSituation,
): MadeReservation {
  const answer = native.bookTransfer(request, { seed, now });
  if (answer.status !== 'completed')
    throw new Error(`the supplier answered "${answer.status}" to a booking that nothing stands against`);
  return toMade(answer.reservations[0]);
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
