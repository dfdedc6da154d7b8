import { isRecord } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { Target } from '../probe/target.ts';
import { assumedOperations } from '../responses/assumed-operations.ts';
import type { Recording } from './recording.ts';

/** Returns every response from the service. A gateway in front of it limits calls and reports outages. */
export function responsesIn(recording: Recording): CheckedExchange[] {
  const responses = recording
    .of(null, ...flights, ...transfers)
    .map(({ exchange }) => exchange)
    .filter(isServed);
  const shapes = new Set(responses.filter(hasLiveMode).map(shapeOf));
  return responses.filter((exchange) => exchange.operationId !== null || !isForeign(exchange, shapes));
}

export function isServed({ status, operationId }: CheckedExchange): boolean {
  const assumed = operationId !== null && assumedOperations[operationId] !== undefined;
  return !OF_GATEWAYS.includes(status) && !(assumed && NOBODY_THERE.includes(status));
}

/**
 * True for a response at an undocumented address, unless it looks like the service's errors. It may come from a web
 * server or a gateway.
 */
function isForeign(exchange: CheckedExchange, shapes: ReadonlySet<string>): boolean {
  return !hasLiveMode(exchange) && !shapes.has(shapeOf(exchange));
}

function hasLiveMode({ value }: CheckedExchange): boolean {
  return propertyOf(value, 'liveMode') !== undefined;
}

/** Returns a body's names, except for those in single errors. */
function shapeOf({ value }: CheckedExchange): string {
  const names = Object.keys(isRecord(value) ? value : {}).filter((name) => !['liveMode', 'details'].includes(name));
  return names.length === 0 ? 'nothing' : names.sort().join();
}

/** Returns the flight endpoints' responses. */
export function flightResponses(recording: Recording): CheckedExchange[] {
  return recording
    .of(...flights)
    .map(({ exchange }) => exchange)
    .filter(isServed);
}

/** True if a call lacks a credential header. */
export function lacksCredentials({ request: { headers } }: CheckedExchange, target: Target): boolean {
  return ['authorization', target.serviceIdHeader.toLowerCase()].some((name) => headerOf(headers, name) === undefined);
}

/** Returns a response's content type, or undefined if it has none. */
export function contentTypeOf({ response }: CheckedExchange): string | undefined {
  return headerOf(response.headers, 'content-type');
}

const flights: readonly OperationId[] = ['searchFlights', 'createFlightOrder', 'getFlightOffer', 'getRequiredFields'];
const transfers: readonly OperationId[] = [
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'getDriverAndVehicle',
  'getTracking',
  'cancelReservation',
];
const NOBODY_THERE = [404, 405, 410, 501];
const OF_GATEWAYS = [413, 414, 429, 431, 503, 504];
