import { isRecord } from '../../../base/values/kinds.ts';

/**
 * Returns a read response in booking form, as in the sandbox (assumption transfer.reservation-read). The document shows
 * none, so a service may return the reservation alone, in an envelope or in a list. Returns anything else unchanged.
 *
 * @example asBookingResult({ reservation: { reservationId: '1' } }) // { reservations: [{ reservationId: '1' }], … }
 */
export function asBookingResult(value: unknown): unknown {
  const own = isRecord(value) ? value : {};
  if ('reservations' in own || own['status'] === 'pending' || own['status'] === 'failed') return value;
  const found = [value, ...Object.values(own)].map(reservationsIn).find((reservations) => reservations.length > 0);
  return found ? { ...own, status: 'completed', completed: true, reservations: found } : value;
}

function reservationsIn(value: unknown): unknown[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.every((one) => isRecord(one) && 'reservationId' in one) ? all : [];
}
