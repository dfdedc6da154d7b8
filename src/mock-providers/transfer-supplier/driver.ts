import { HOUR } from '../../clock.ts';
import { Random } from '../../ids.ts';
import { localFaker } from './local-faker.ts';
import { VEHICLE_CLASSES } from './fleet.ts';
import type { NativeDriverAndVehicle, NativeRide } from './native.ts';

/** Who drives and what: nothing at first, the vehicle from 24 hours before pickup, the driver from 2 hours before it. */
export function driverAndVehicle(ride: NativeRide, now: number): NativeDriverAndVehicle {
  return {
    driver: now >= ride.pickup_at - 2 * HOUR ? driver(ride) : null,
    vehicle: now >= ride.pickup_at - 24 * HOUR ? vehicle(ride) : null,
  };
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
  const { models } = VEHICLE_CLASSES.find(({ name }) => name === ride.vehicle_class)!;
  const [make, model] = ride.make !== null && ride.model !== null ? [ride.make, ride.model] : random.pick(models);
  const color = random.pick(COLORS);
  return { make, model, color, license_plate: localFaker(ride.start_location.timezone, random).helpers.replaceSymbols('#### ???') };
}

const COLORS = ['black', 'white', 'silver', 'grey', 'dark blue'];
