import { HOUR, MINUTE } from '../../base/clock.ts';
import { Random } from '../../base/ids.ts';
import type { SupplierEffect } from '../../scenarios/effects.ts';
import { crowKm } from '../world/geography.ts';
import { FARTHEST_BY_ROAD_KM, priceLevel, roadKm } from '../world/roads.ts';
import { plainName } from '../world/spelling.ts';
import { dayOf, zoneOf } from '../world/zones.ts';
import { REACH_KM } from './find-town.ts';
import { locate } from './locations.ts';
import { symbolOf } from './money.ts';
import type {
  NativeError,
  NativeErrorEntry,
  NativeLocation,
  NativeResult,
  NativeSearchRequest,
  NativeSearchResponse,
  NativeSituation,
  NativeStep,
  NativeStop,
} from './native.ts';
import type { Trip } from './result.ts';
import { fleetFor, makeResult } from './result.ts';

/**
 * Searches rides: six to eight offers from every provider, or from one provider only. Returns a native error for
 * unknown or identical places, places more than 300 km apart or not joined by a road, and a return before the pickup.
 */
export function searchTransfers(
  request: NativeSearchRequest,
  situation: NativeSituation,
): NativeSearchResponse | NativeError {
  if (situation.effect?.search === 'down')
    return refusal(503, 'non_field_errors', 'unavailable', 'The supplier is not available.');
  const [start, end] = locate(request.start, request.end);
  if (!start) return refusal(400, 'start_address', 'unknown_address', unknownText(request.start));
  if (!end) return refusal(400, 'end_address', 'unknown_address', unknownText(request.end));
  if (samePlace(start, end)) return refusal(400, 'end_address', 'same_address', 'Start and end are the same place.');
  const kilometres = crowKm(start, end) > REACH_KM ? undefined : roadKm(start, end);
  if (kilometres === undefined) return farRefusal(start, end);
  if (returnsTooEarly(request, start, end))
    return refusal(400, 'return_pickup_datetime', 'return_before_pickup', 'The return is not later than the pickup.');
  return respond(request, { start, end, kilometres }, situation);
}

function unknownText(stop: NativeStop): string {
  if ('iata_code' in stop) return `There is no place ${stop.iata_code}.`;
  return `The address "${stop.address.slice(0, 100)}" names no town that is known.`;
}

function returnsTooEarly(request: NativeSearchRequest, start: NativeLocation, end: NativeLocation): boolean {
  const { pickup_datetime: out, return_pickup_datetime: back } = request;
  return back !== null && instantOf(back, end.timezone) <= instantOf(out, start.timezone);
}

/** Two spellings of one address are one place, `Gran Vía 1` and `gran via 1, Madrid, Spain`: both have one position. */
function samePlace(a: NativeLocation, b: NativeLocation): boolean {
  if (a.iata_code || b.iata_code) return a.iata_code === b.iata_code;
  return (a.lat === b.lat && a.lng === b.lng) || plainName(a.formatted_address) === plainName(b.formatted_address);
}

function farRefusal(start: NativeLocation, end: NativeLocation): NativeError {
  const km = Math.round(crowKm(start, end));
  const message =
    km > REACH_KM
      ? `The places are ${km} km apart.`
      : `No road of less than ${FARTHEST_BY_ROAD_KM} km joins the places, which are ${km} km apart.`;
  return refusal(400, 'non_field_errors', 'too_far', message);
}

/** Both ends of a trip, and the way between them by road. */
interface Route {
  start: NativeLocation;
  end: NativeLocation;
  kilometres: number;
}

function respond(request: NativeSearchRequest, route: Route, situation: NativeSituation): NativeSearchResponse {
  const { start, end } = route;
  const trip = tripOf(request, route, situation.world ?? situation.seed);
  const createdAt = Math.floor(situation.now / 1000);
  return {
    search_id: new Random(`${situation.seed}/search`).hex(32),
    live: true,
    created_at: createdAt,
    expires_at: createdAt + QUOTE_SECONDS,
    currency_info: { code: request.currency, prefix_symbol: symbolOf(request.currency), suffix_symbol: '' },
    start_location: start,
    end_location: end,
    pickup_datetime: trip.pickupDateTime,
    return_pickup_datetime:
      request.return_pickup_datetime &&
      withOffset(instantOf(request.return_pickup_datetime, end.timezone), end.timezone),
    num_passengers: request.num_passengers,
    more_coming: false,
    results:
      situation.effect?.search === 'empty'
        ? []
        : results(request, trip, situation.seed).map((result) => underEffect(result, trip, situation.effect)),
  };
}

function tripOf(request: NativeSearchRequest, { start, end, kilometres }: Route, world: string): Trip {
  const hours = [request.pickup_datetime, request.return_pickup_datetime].map((time) => time?.slice(0, 13));
  return {
    key: [world, start.lat, start.lng, end.lat, end.lng, ...hours, request.num_passengers].join('/'),
    fleetKey: `${world}/${start.timezone}`,
    kilometres,
    priceLevel: priceLevel(start),
    passengers: request.num_passengers,
    currency: request.currency,
    legs: request.mode === 'round_trip' ? 2 : 1,
    pickupDateTime: withOffset(instantOf(request.pickup_datetime, start.timezone), start.timezone),
    fromAirport: start.iata_code !== '',
  };
}

function results(request: NativeSearchRequest, trip: Trip, seed: string) {
  const ids = new Random(`${seed}/transfer-supplier`);
  return fleetFor(request.num_passengers, request.provider_name, new Random(trip.key))
    .map((choice) => makeResult(choice, trip, ids))
    .sort((a, b) => Number(a.total_price.total_price.value) - Number(b.total_price.total_price.value));
}

function refusal(status: 400 | 503, field: string, code: NativeErrorEntry['code'], message: string): NativeError {
  return { status, errors: { [field]: [{ code, message, user_message: null }] } };
}

const QUOTE_SECONDS = 900;

/** Returns the instant for a local date-time `2027-03-15T11:30:00` in an IANA time zone, epoch milliseconds. */
function instantOf(local: string, timeZone: string): number {
  const minutes = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  return zoneOf(timeZone).instant(dayOf(local), minutes) + Number(local.slice(17, 19)) * 1000;
}

/** Returns `2027-03-15T11:30:00+01:00` for an instant in an IANA time zone. */
function withOffset(instant: number, timeZone: string): string {
  const offset = zoneOf(timeZone).offset(instant);
  return new Date(instant + offset).toISOString().slice(0, 19) + offsetText(offset);
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / HOUR))}:${two(Math.floor((minutes % HOUR) / MINUTE))}`;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** Returns the result with a scenario's changes to its terms; the same object without one. */
function underEffect(result: NativeResult, { passengers }: Trip, effect: SupplierEffect = {}): NativeResult {
  const { flightInfo, passengerNames, change } = effect;
  if (!flightInfo && !passengerNames && !change) return result;
  const changed = (step: NativeStep): NativeStep => ({
    ...step,
    details: {
      ...step.details,
      flight_info_required: step.details.flight_info_required || flightInfo !== undefined,
      extra_pax_required: step.details.extra_pax_required || (passengerNames !== undefined && passengers > 1),
      cancellation: { ...step.details.cancellation, amendable: step.details.cancellation.amendable && !change },
      // Adapters cache a company's terms by this object.
      amenities: [...step.details.amenities],
    },
  });
  const [first, ...rest] = result.steps;
  return { ...result, steps: [changed(first), ...rest.map(changed)] };
}
