import { isRecord } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { show } from '../../../base/values/show.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';

/** True for any 2xx. Another rule requires 200, so other checks still judge such a response. */
export function isSuccess({ status }: CheckedExchange): boolean {
  return status >= 200 && status < 300;
}

/** True for a success, and for a booking or a change another status than `failed`. */
export function isAccepted(exchange: CheckedExchange): boolean {
  return isSuccess(exchange) && bookingStatus(exchange) !== 'failed';
}

/** True for a 4xx, or a booking result with the status `failed`. A 5xx is not a refusal. */
export function isRefused(exchange: CheckedExchange): boolean {
  const { status } = exchange;
  return (status >= 400 && status < 500) || (isSuccess(exchange) && bookingStatus(exchange) === 'failed');
}

/** Returns the `status` in a booking result; undefined for any other response. */
export function bookingStatus({ operationId, value }: CheckedExchange): unknown {
  if (!operationId || !BOOKING_RESULTS.includes(operationId)) return undefined;
  return propertyOf(value, 'status');
}

/** Returns the `code` from an error body, or from the error in a booking result; undefined if there is none. */
export function errorCode({ value: body }: CheckedExchange): unknown {
  return propertyOf(body, 'code') ?? propertyOf(propertyOf(body, 'error'), 'code');
}

/** Returns `400 offer_expired: …` or `200 with status failed: …`, in one line. */
export function describeOutcome(exchange: CheckedExchange): string {
  const { status, value: body } = exchange;
  const text = textOf(exchange);
  const message = [propertyOf(body, 'message')].flat()[0] ?? propertyOf(propertyOf(body, 'error'), 'message');
  const booking = bookingStatus(exchange);
  const said = [errorCode(exchange), message].filter((part) => typeof part === 'string').join(': ');
  const words = `${status}${booking === undefined ? '' : ` with status ${show(booking)}`}${said && ` ${said}`}`;
  return body === undefined && text !== ''
    ? `${words} with a body that is not JSON: ${text.slice(0, 80)}`
    : words.slice(0, 300);
}

const BOOKING_RESULTS: readonly OperationId[] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];

/** True for an empty reason. The document does not define its form: it can be a text, an object or a list. */
export function saysNothing(error: unknown): boolean {
  if (typeof error === 'object' && error !== null) return Object.values(error).every(saysNothing);
  return error === undefined || error === null || error === '';
}

/** Returns a read in booking form. */
export function asRead(read: CheckedExchange): CheckedExchange {
  return { ...read, value: asBookingResult(read.value) };
}

/**
 * Returns a read response in booking form, as in the sandbox (assumption transfer.reservation-read). The document shows
 * none, so a service may return the reservation alone, in an envelope or in a list. Returns anything else unchanged.
 *
 * @example asBookingResult({ reservation: { reservationId: '1' } }) // { reservations: [{ reservationId: '1' }], … }
 */
function asBookingResult(value: unknown): unknown {
  const own = isRecord(value) ? value : {};
  if ('reservations' in own || own['status'] === 'pending' || own['status'] === 'failed') return value;
  const found = [value, ...Object.values(own)].map(reservationsIn).find((reservations) => reservations.length > 0);
  return found ? { ...own, status: 'completed', completed: true, reservations: found } : value;
}

function reservationsIn(value: unknown): unknown[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.every((one) => isRecord(one) && 'reservationId' in one) ? all : [];
}
