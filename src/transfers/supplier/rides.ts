import type { Answer, Reservation } from '../../api.ts';
import { toIso } from '../../clock.ts';
import type { NativeRide, NativeRideEvent, NativeTracking } from '../../mock-providers/transfer-supplier/native.ts';
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

export function toTracking({ events, live_location }: NativeTracking): Pick<Answer<'Tracking'>, 'status' | 'location' | 'events'> {
  const told = events.map(({ type, occurred_at }) => ({ status: STATUSES[type], occurredAt: instant(occurred_at) }));
  return {
    status: told.at(-1)?.status ?? 'not_started',
    location: live_location && { latitude: live_location.latitude, longitude: live_location.longitude, occurredAt: instant(live_location.occurred_at) },
    events: told,
  };
}

const STATUSES: Record<NativeRideEvent, Answer<'Tracking'>['events'][number]['status']> = {
  DRIVER_DEPARTED_TO_PICKUP: 'en_route',
  DRIVER_ARRIVED_AT_PICKUP: 'arrived',
  DRIVER_DEPARTED_TO_DROPOFF: 'on_board',
  DRIVER_ARRIVED_AT_DROPOFF: 'completed',
};

function instant(unixSeconds: number): string {
  return toIso(unixSeconds * 1000);
}
