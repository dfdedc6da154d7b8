import { Refusal } from '../interface/errors/refusal.ts';
import type { TripRequest } from './transfer-supplier.ts';

/** Refuses date-times that do not exist, and a return pickup that does not match the mode of the trip. */
export function checkTripTimes({ mode, pickupDateTime, returnPickupDateTime }: TripRequest): void {
  checkDate('/pickupDateTime', pickupDateTime);
  if (returnPickupDateTime !== null) checkDate('/returnPickupDateTime', returnPickupDateTime);
  if ((mode === 'round_trip') === (returnPickupDateTime !== null)) return;
  const message =
    mode === 'round_trip' ? 'A round trip needs returnPickupDateTime.' : 'A one_way trip has no returnPickupDateTime.';
  throw new Refusal('return_pickup_invalid', [{ path: '/returnPickupDateTime', message }]);
}

/** The schema checks the shape only: it accepts 30 February, and a ride that ends in the year 10000. */
function checkDate(path: string, local: string): void {
  const read = new Date(`${local}Z`);
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(local);
  if (exists && local < FIRST_TOO_LATE) return;
  throw new Refusal('invalid_request', [
    {
      path,
      message: exists ? `${local} is too late. Use a date before the year 9999.` : `There is no such date as ${local}.`,
    },
  ]);
}

const FIRST_TOO_LATE = '9999';
