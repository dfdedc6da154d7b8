import { HOUR, MINUTE } from '../../base/clock.ts';
import { Random } from '../../base/ids.ts';
import type { SupplierEffect } from '../../scenarios/effects.ts';
import { crowKm } from '../world/crow.ts';
import { roadKm } from '../world/roads.ts';
import { VEHICLE_CLASSES } from './fleet.ts';
import { localFaker } from './local-faker.ts';
import { pointNear, toDegrees } from './locations.ts';
import type {
  NativeAssignment,
  NativeDriverAndVehicle,
  NativeRide,
  NativeRideEvent,
  NativeTracking,
} from './native.ts';
import { rideMinutes } from './result.ts';

/** Returns the driver and the vehicle, each null before it is assigned. */
export function driverAndVehicle(ride: NativeRide, now: number, effect: SupplierEffect = {}): NativeDriverAndVehicle {
  const { driver_at, vehicle_at } = assignment(ride);
  const seed = effect.driver === 'replaced' ? `${ride.reservation_id}/replacement` : ride.reservation_id;
  return {
    driver: now >= driver_at ? driver(ride, seed) : null,
    vehicle: now >= vehicle_at ? vehicle(ride, seed) : null,
  };
}

/** The vehicle is assigned 24 hours before pickup, the driver 2 hours before it. */
export function assignment({ pickup_at }: NativeRide): NativeAssignment {
  return { vehicle_at: pickup_at - 24 * HOUR, driver_at: pickup_at - 2 * HOUR };
}

function driver({ start_location }: NativeRide, seed: string): NativeDriverAndVehicle['driver'] {
  const faker = localFaker(start_location.timezone, new Random(`${seed}/driver`));
  return {
    name: `${faker.person.firstName()} ${faker.person.lastName()}`,
    phone: faker.phone.number({ style: 'international' }),
    photo_url: null,
  };
}

function vehicle(ride: NativeRide, seed: string): NativeDriverAndVehicle['vehicle'] {
  const random = new Random(`${seed}/vehicle`);
  const { models } = VEHICLE_CLASSES[ride.vehicle_class];
  const [make, model] = ride.make !== null && ride.model !== null ? [ride.make, ride.model] : random.pick(models);
  const color = random.pick(COLORS);
  return {
    make,
    model,
    color,
    license_plate: localFaker(ride.start_location.timezone, random).helpers.replaceSymbols('#### ???'),
  };
}

const COLORS = ['black', 'white', 'silver', 'grey', 'dark blue'];

/**
 * Returns the course of a ride by the clock: the driver departs 30 minutes before pickup, arrives 5 minutes before
 * it, leaves with the traveller 5 minutes after it and arrives after the minutes stated in the offer.
 */
export function tracking(ride: NativeRide, now: number, effect: SupplierEffect = {}): NativeTracking {
  const stages = stagesOf(ride).slice(0, effect.tracking && STAGES_UNDER[effect.tracking]);
  const begun = stages.filter(({ at }) => at <= now);
  const present = begun.at(-1);
  return {
    events: begun.map(({ type, at }) => ({ type, occurred_at: at / 1000 })),
    live_location: present && effect.tracking !== 'lost' ? locationIn(present, stages[begun.length], now) : null,
  };
}

/** Number of ride stages under a scenario. */
const STAGES_UNDER = { lost: 1, 'no-show': 2 } as const;

/** An event, with the vehicle's position. */
interface Stage {
  type: NativeRideEvent;
  /** Epoch milliseconds, whole seconds. */
  at: number;
  lat: number;
  lng: number;
}

function stagesOf(ride: NativeRide): Stage[] {
  const { start_location: start, end_location: end } = ride;
  const pickupAt = Math.floor(ride.pickup_at / 1000) * 1000;
  // No event is earlier than its cause.
  const after = (at: number) => Math.max(at, Math.ceil(ride.booked_at / 1000) * 1000);
  const onBoard = pickupAt + 5 * MINUTE;
  // A reservation of an older version may cross water.
  const minutes = rideMinutes(roadKm(start, end) ?? crowKm(start, end), ride.category === 'Shared');
  return [
    { type: 'DRIVER_DEPARTED_TO_PICKUP', at: after(pickupAt - 30 * MINUTE), ...depot(ride) },
    { type: 'DRIVER_ARRIVED_AT_PICKUP', at: after(pickupAt - 5 * MINUTE), lat: start.lat, lng: start.lng },
    { type: 'DRIVER_DEPARTED_TO_DROPOFF', at: after(onBoard), lat: start.lat, lng: start.lng },
    { type: 'DRIVER_ARRIVED_AT_DROPOFF', at: after(onBoard + minutes * MINUTE), lat: end.lat, lng: end.lng },
  ];
}

function depot({ reservation_id, start_location }: NativeRide): { lat: number; lng: number } {
  const random = new Random(`${reservation_id}/depot`);
  return pointNear(start_location, random.int(4, 12), random.fraction() * 2 * Math.PI);
}

/** Returns a new position every five seconds, on the straight line to the next stage. */
function locationIn(stage: Stage, next: Stage | undefined, now: number): NativeTracking['live_location'] {
  if (!next) return { latitude: stage.lat, longitude: stage.lng, occurred_at: stage.at / 1000 };
  const at = stage.at + Math.floor((now - stage.at) / LOCATION_EVERY_MS) * LOCATION_EVERY_MS;
  const part = (at - stage.at) / (next.at - stage.at);
  return {
    latitude: toDegrees(stage.lat + (next.lat - stage.lat) * part),
    longitude: toDegrees(stage.lng + (next.lng - stage.lng) * part),
    occurred_at: at / 1000,
  };
}

const LOCATION_EVERY_MS = 5000;
