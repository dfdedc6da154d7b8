import { HOUR } from '../../clock.ts';
import { Random } from '../../ids.ts';
import { VEHICLE_CLASSES } from './fleet.ts';
import { localFaker } from './local-faker.ts';
import type { NativeAssignment, NativeDriverAndVehicle, NativeRide } from './native.ts';

/** The driver and the vehicle, each null before it is assigned. */
export function driverAndVehicle(ride: NativeRide, now: number): NativeDriverAndVehicle {
  const { driver_at, vehicle_at } = assignment(ride);
  return { driver: now >= driver_at ? driver(ride) : null, vehicle: now >= vehicle_at ? vehicle(ride) : null };
}

/** The vehicle is assigned 24 hours before pickup, the driver 2 hours before it. */
export function assignment({ pickup_at }: NativeRide): NativeAssignment {
  return { vehicle_at: pickup_at - 24 * HOUR, driver_at: pickup_at - 2 * HOUR };
}

function driver({ reservation_id, start_location }: NativeRide): NativeDriverAndVehicle['driver'] {
  const faker = localFaker(start_location.timezone, new Random(`${reservation_id}/driver`));
  return {
    name: `${faker.person.firstName()} ${faker.person.lastName()}`,
    phone: faker.phone.number({ style: 'international' }),
    photo_url: null,
  };
}

function vehicle(ride: NativeRide): NativeDriverAndVehicle['vehicle'] {
  const random = new Random(`${ride.reservation_id}/vehicle`);
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
