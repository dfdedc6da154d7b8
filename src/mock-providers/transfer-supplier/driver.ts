import { HOUR } from '../../base/clock.ts';
import { Random } from '../../base/ids.ts';
import type { SupplierEffect } from '../../scenarios/effects.ts';
import { VEHICLE_CLASSES } from './fleet.ts';
import { localFaker } from './local-faker.ts';
import type { NativeAssignment, NativeDriverAndVehicle, NativeRide } from './native.ts';

/** The driver and the vehicle, each null before it is assigned. */
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
