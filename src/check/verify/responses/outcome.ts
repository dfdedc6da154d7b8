import { propertyOf } from '../../../base/values/property.ts';
import { show } from '../../../base/values/show.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';

/** Any 2xx. That it has to be 200 is a rule of its own, and no reason to judge nothing else. */
export function isSuccess({ status }: CheckedExchange): boolean {
  return status >= 200 && status < 300;
}

/** A success, and for a booking or a change not the status `failed`. */
export function isAccepted(exchange: CheckedExchange): boolean {
  return isSuccess(exchange) && bookingStatus(exchange) !== 'failed';
}

/** A 4xx, or a booking result with the status `failed`. A 5xx is not a refusal. */
export function isRefused(exchange: CheckedExchange): boolean {
  const { status } = exchange;
  return (status >= 400 && status < 500) || (isSuccess(exchange) && bookingStatus(exchange) === 'failed');
}

/** The `status` of a booking result; undefined for any other response. */
export function bookingStatus({ operationId, value }: CheckedExchange): unknown {
  if (!operationId || !BOOKING_RESULTS.includes(operationId)) return undefined;
  return propertyOf(value, 'status');
}

/** The `code` of an error body, or of the error in a booking result; undefined where there is none. */
export function errorCode({ value: body }: CheckedExchange): unknown {
  return propertyOf(body, 'code') ?? propertyOf(propertyOf(body, 'error'), 'code');
}

/** `400 offer_expired: …`, `200 with status failed: …`, in one line. */
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
