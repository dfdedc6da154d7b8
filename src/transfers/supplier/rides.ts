import type { Answer, Reservation } from '../../api.ts';
import { toIso } from '../../clock.ts';
import type {
  NativeAssignment,
  NativeRide,
  NativeRideEvent,
  NativeTracking,
} from '../../mock-providers/transfer-supplier/native.ts';
import type { RideMoment } from '../transfer-supplier.ts';
import { NATIVE_CLASSES } from './quotes.ts';
import { toNativeLocation } from './trips.ts';

/** A reservation as the supplier wants it named when it is asked about the ride. */
export function toRide(reservation: Reservation): NativeRide {
  const { vehicle } = reservation;
  return {
    reservation_id: reservation.reservationId,
    start_location: toNativeLocation(reservation.pickup),
    end_location: toNativeLocation(reservation.dropoff),
    pickup_at: Date.parse(reservation.pickupDateTime),
    category: vehicle.category === 'shared' ? 'Shared' : 'Private',
    vehicle_class: NATIVE_CLASSES[vehicle.class],
    make: vehicle.make,
    model: vehicle.model,
  };
}

export function toTracking({
  events,
  live_location,
}: NativeTracking): Pick<Answer<'Tracking'>, 'status' | 'location' | 'events'> {
  const told = events.map(({ type, occurred_at }) => ({ status: STATUSES[type], occurredAt: instant(occurred_at) }));
  return {
    status: told.at(-1)?.status ?? 'not_started',
    location: live_location && {
      latitude: live_location.latitude,
      longitude: live_location.longitude,
      occurredAt: instant(live_location.occurred_at),
    },
    events: told,
  };
}

/** The whole way of a ride, of which a reservation tells what it supports. */
export function toRideMoments(
  { supportsDriverAndVehicle, supportsTracking }: Reservation,
  { vehicle_at, driver_at }: NativeAssignment,
  { events }: NativeTracking,
): RideMoment[] {
  return [
    ...(supportsDriverAndVehicle
      ? ([
          { at: vehicle_at, what: 'vehicle_assigned' },
          { at: driver_at, what: 'driver_assigned' },
        ] as const)
      : []),
    ...(supportsTracking
      ? events.map(({ type, occurred_at }) => ({ at: occurred_at * 1000, what: `ride_${STATUSES[type]}` }) as const)
      : []),
  ];
}

const STATUSES: Record<NativeRideEvent, Exclude<Answer<'Tracking'>['status'], 'not_started'>> = {
  DRIVER_DEPARTED_TO_PICKUP: 'en_route',
  DRIVER_ARRIVED_AT_PICKUP: 'arrived',
  DRIVER_DEPARTED_TO_DROPOFF: 'on_board',
  DRIVER_ARRIVED_AT_DROPOFF: 'completed',
};

function instant(unixSeconds: number): string {
  return toIso(unixSeconds * 1000);
}
