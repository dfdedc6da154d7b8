import { HOUR, MINUTE } from '../../base/clock.ts';
import { Random } from '../../base/ids.ts';
import type { SupplierEffect } from '../../scenarios/effects.ts';
import { crowKm } from '../world/geography.ts';
import { roadKm } from '../world/roads.ts';
import { VEHICLE_CLASSES } from './fleet.ts';
import { localFaker } from './local-faker.ts';
import { pointNear, toDegrees } from './locations.ts';
import type { NativeDriverAndVehicle, NativeRide, NativeRideEvent, NativeSchedule, NativeTracking } from './native.ts';
import { rideMinutes } from './result.ts';

/** Returns the driver and the vehicle, each null before it is assigned. */
export function driverAndVehicle(ride: NativeRide, now: number, effect: SupplierEffect = {}): NativeDriverAndVehicle {
  const { driver_at, vehicle_at } = schedule(ride);
  const seed = effect.driver === 'replaced' ? `${seedOf(ride)}/replacement` : seedOf(ride);
  return {
    driver: now >= driver_at ? driver(ride, seed) : null,
    vehicle: now >= vehicle_at ? vehicle(ride, seed) : null,
  };
}

/** Each ride has its own driver and vehicle. */
function seedOf({ reservation_id, leg }: NativeRide): string {
  return leg === 'return' ? `${reservation_id}/return` : reservation_id;
}

/**
 * The vehicle is assigned 24 hours before pickup, the driver 2 hours before it. The driver departs 30 minutes before
 * pickup, and the ride begins 5 minutes after it and takes the minutes stated in the offer.
 */
export function schedule({ pickup_at, start_location, end_location, category }: NativeRide): NativeSchedule {
  const pickupAt = Math.floor(pickup_at / 1000) * 1000;
  // An imported reservation's places may have no road between them.
  const kilometres = roadKm(start_location, end_location) ?? crowKm(start_location, end_location);
  return {
    vehicle_at: pickup_at - 24 * HOUR,
    driver_at: pickup_at - 2 * HOUR,
    departure_at: pickupAt - 30 * MINUTE,
    arrival_at: pickupAt + BOARDING_MS + rideMinutes(kilometres, category === 'Shared') * MINUTE,
  };
}

/** From the pickup time until the driver leaves with the traveller. */
const BOARDING_MS = 5 * MINUTE;

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

/** Returns a ride's course by the clock: as in its schedule, with the driver at the pickup 5 minutes before it. */
export function tracking(ride: NativeRide, now: number, effect: SupplierEffect = {}): NativeTracking {
  const stages = stagesOf(ride).slice(0, effect.tracking && STAGES_UNDER[effect.tracking]);
  const begun = stages.filter(({ at }) => at <= now);
  const present = begun.at(-1);
  return {
    events: begun.map(({ type, at }) => ({ type, occurred_at: at / 1000 })),
    live_location: present && effect.tracking !== 'lost' ? locationIn(present, stages[begun.length], now) : null,
  };
}

/** Number of ride stages reached under a scenario. */
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
  // Keeps each event no earlier than its cause.
  const after = (at: number) => Math.max(at, Math.ceil(ride.booked_at / 1000) * 1000);
  const { departure_at, arrival_at } = schedule(ride);
  return [
    { type: 'DRIVER_DEPARTED_TO_PICKUP', at: after(departure_at), ...depot(ride) },
    { type: 'DRIVER_ARRIVED_AT_PICKUP', at: after(pickupAt - 5 * MINUTE), lat: start.lat, lng: start.lng },
    { type: 'DRIVER_DEPARTED_TO_DROPOFF', at: after(pickupAt + BOARDING_MS), lat: start.lat, lng: start.lng },
    { type: 'DRIVER_ARRIVED_AT_DROPOFF', at: after(arrival_at), lat: end.lat, lng: end.lng },
  ];
}

function depot(ride: NativeRide): { lat: number; lng: number } {
  const random = new Random(`${seedOf(ride)}/depot`);
  return pointNear(ride.start_location, random.int(4, 12), random.fraction() * 2 * Math.PI);
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
