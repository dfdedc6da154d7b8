import { toIso } from '../../base/clock.ts';
import type { Reservation, ResponseValue } from '../../interface/api.ts';
import type {
  NativeDriverAndVehicle,
  NativeRide,
  NativeRideEvent,
  NativeSchedule,
  NativeTracking,
} from '../../mock-providers/transfer-supplier/native.ts';
import { takenRides } from '../booked-rides.ts';
import type { Ride, RideEvent } from '../transfer-supplier.ts';
import { NATIVE_CLASSES } from './quotes.ts';
import { toNativeLocation } from './trips.ts';

/** Returns a reservation's rides that take place, in the supplier's lookup form, the outbound one first. */
export function toNativeRides({ reservation, closedAt, ride }: Ride): NativeRide[] {
  const { pickup, dropoff, vehicle } = reservation;
  return takenRides({ reservation, closedAt }).map(({ leg, pickupAt }) => ({
    reservation_id: reservation.reservationId,
    leg,
    start_location: toNativeLocation(leg === 'return' ? dropoff : pickup),
    end_location: toNativeLocation(leg === 'return' ? pickup : dropoff),
    pickup_at: pickupAt - (leg === 'return' ? ride.returnAheadMs : ride.aheadMs),
    booked_at: Date.parse(reservation.createdAt),
    category: vehicle.category === 'shared' ? 'Shared' : 'Private',
    vehicle_class: NATIVE_CLASSES[vehicle.class],
    make: vehicle.make,
    model: vehicle.model,
  }));
}

export function toDriverAndVehicle({
  driver,
  vehicle,
}: NativeDriverAndVehicle): Pick<ResponseValue<'DriverAndVehicle'>, 'driver' | 'vehicle'> {
  return {
    driver: driver && { name: driver.name, phoneNumber: driver.phone, photoURL: driver.photo_url },
    vehicle: vehicle && {
      make: vehicle.make,
      model: vehicle.model,
      color: vehicle.color,
      licensePlate: vehicle.license_plate,
    },
  };
}

export function toTracking({
  events,
  live_location,
}: NativeTracking): Pick<ResponseValue<'Tracking'>, 'status' | 'location' | 'events'> {
  const publicEvents = events.map(({ type, occurred_at }) => ({
    status: STATUSES[type],
    occurredAt: instant(occurred_at),
  }));
  return {
    status: publicEvents.at(-1)?.status ?? 'not_started',
    location: live_location && {
      latitude: live_location.latitude,
      longitude: live_location.longitude,
      occurredAt: instant(live_location.occurred_at),
    },
    events: publicEvents,
  };
}

/** Returns all events on a ride, as far as its reservation supports them. */
export function toRideEvents(
  { supportsDriverAndVehicle, supportsTracking }: Reservation,
  { vehicle_at, driver_at }: NativeSchedule,
  { events }: NativeTracking,
): Omit<RideEvent, 'leg'>[] {
  const assigned: Omit<RideEvent, 'leg'>[] = [
    { at: vehicle_at, type: 'vehicle_assigned' },
    { at: driver_at, type: 'driver_assigned' },
  ];
  const driven = events.map(({ type, occurred_at }): Omit<RideEvent, 'leg'> => ({
    at: occurred_at * 1000,
    type: `ride_${STATUSES[type]}`,
  }));
  return [...(supportsDriverAndVehicle ? assigned : []), ...(supportsTracking ? driven : [])];
}

const STATUSES: Record<NativeRideEvent, Exclude<ResponseValue<'Tracking'>['status'], 'not_started'>> = {
  DRIVER_DEPARTED_TO_PICKUP: 'en_route',
  DRIVER_ARRIVED_AT_PICKUP: 'arrived',
  DRIVER_DEPARTED_TO_DROPOFF: 'on_board',
  DRIVER_ARRIVED_AT_DROPOFF: 'completed',
};

function instant(unixSeconds: number): string {
  return toIso(unixSeconds * 1000);
}
