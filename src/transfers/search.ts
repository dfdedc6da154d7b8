import { MINUTE, toIso } from '../base/clock.ts';
import { Random } from '../base/ids.ts';
import type { ResponseValue, TransferSearchRequest } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findTrip } from './find-trip.ts';
import { checkPickup, expiryOf } from './offer-end.ts';
import type { TransferOrigin, TransferSearch } from './transfer-search.ts';
import { bookingTokenOf, tripOf } from './transfer-search.ts';
import type { FoundTrip, TripRequest } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/**
 * Searches transfers (§4.3, first call for a new reservation). Refuses an impossible date with `invalid_request`, an
 * impossible trip with `return_pickup_invalid`, `unknown_location`, `same_pickup_and_dropoff`, `transfer_too_far`,
 * `pickup_in_past` or `pickup_too_soon`, and a silent supplier with `upstream_failed`.
 */
export async function searchTransfers(
  transfers: Transfers,
  call: RequestContext,
  request: TransferSearchRequest,
): Promise<ResponseValue<'TransferSearchResponse'>> {
  const trip = {
    pickup: request.pickup,
    dropoff: request.dropoff,
    mode: request.mode ?? 'one_way',
    pickupDateTime: request.pickupDateTime,
    returnPickupDateTime: request.returnPickupDateTime ?? null,
    passengers: request.passengers,
    currency: request.currency ?? 'EUR',
    supplierName: null,
  } as const;
  checkTripTimes(trip);
  return openSearch(transfers, call, { kind: 'transfers', origin: { trip, reservationId: null } });
}

/** Searches a trip, new or as a change, and stores the input for creating its offers again. */
export async function openSearch(
  transfers: Transfers,
  call: RequestContext,
  {
    kind,
    origin,
  }: {
    kind: TransferSearch['kind'];
    origin: Omit<TransferOrigin, 'world' | 'leadMinutes' | 'effect' | 'terms' | 'tokenLength'>;
  },
): Promise<ResponseValue<'TransferSearchResponse'>> {
  const seed = call.ids.key(call.profile.code);
  const search: TransferSearch = {
    searchId: new Random(`${seed}/search`).hex(32),
    profileCode: call.profile.code,
    kind,
    seed,
    createdAt: call.now,
    expiresAt:
      call.now +
      Math.min(call.effects.lifetimeMs ?? Infinity, Math.round(transfers.settings.transferOfferMinutes * MINUTE)),
    origin: {
      ...origin,
      world: transfers.world,
      leadMinutes: transfers.settings.transferLeadMinutes,
      effect: call.effects.supplier?.search ?? null,
      ...termsUnder(call),
      ...(call.effects.tokenLength !== undefined && { tokenLength: call.effects.tokenLength }),
    },
    armed: call.armed,
  };
  const found = await findTrip(transfers, search);
  checkTimesExist(origin.trip, found);
  checkPickup({ createdAt: call.now, effect: search.origin.effect }, found);
  await call.act(...OF_SEARCH);
  await transfers.searches.add(search);
  return searchResponse(search, found);
}

/** The scenario places with an effect on a search and its offers. */
const OF_SEARCH = [
  'supplier.search',
  'supplier.flightInfo',
  'supplier.passengerNames',
  'supplier.change',
  'lifetimeMs',
  'tokenLength',
  'later',
] as const;

function termsUnder({ effects: { supplier = {} } }: RequestContext): Pick<TransferOrigin, 'terms'> {
  const { flightInfo, passengerNames, change } = supplier;
  const terms = {
    ...(flightInfo && { flightInfo }),
    ...(passengerNames && { passengerNames }),
    ...(change && { change }),
  };
  return Object.keys(terms).length > 0 ? { terms } : {};
}

function searchResponse(search: TransferSearch, found: FoundTrip): ResponseValue<'TransferSearchResponse'> {
  return {
    searchId: search.searchId,
    createdAt: toIso(search.createdAt),
    expiresAt: toIso(search.expiresAt),
    currency: search.origin.trip.currency,
    ...tripOf(search, found),
    offers: found.quotes.map(({ resultId, ...quote }) => ({
      resultId,
      bookingToken: bookingTokenOf(search, resultId),
      expiresAt: toIso(expiryOf(search, found, quote)),
      ...quote,
    })),
  };
}

/** Refuses impossible date-times, and a return pickup in conflict with the trip's mode. */
export function checkTripTimes({ mode, pickupDateTime, returnPickupDateTime }: TripRequest): void {
  checkDate('/pickupDateTime', pickupDateTime);
  if (returnPickupDateTime !== null) checkDate('/returnPickupDateTime', returnPickupDateTime);
  if ((mode === 'round_trip') === (returnPickupDateTime !== null)) return;
  const message =
    mode === 'round_trip' ? 'A round trip needs returnPickupDateTime.' : 'A one_way trip has no returnPickupDateTime.';
  throw new Refusal('return_pickup_invalid', [{ path: '/returnPickupDateTime', message }]);
}

/** The schema checks the shape only: it accepts 30 February, and a ride with its end in the year 10000. */
function checkDate(path: string, local: string): void {
  const read = new Date(`${local}Z`);
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(local);
  if (exists && local < FIRST_TOO_LATE) return;
  throw new Refusal('invalid_request', [
    {
      path,
      message: exists ? `${local} is too late. Use a date before the year 9999.` : `The date ${local} does not exist.`,
    },
  ]);
}

const FIRST_TOO_LATE = '9999';

/**
 * Refuses with `pickup_time_does_not_exist` a local time skipped by the place's clocks: the supplier moves it by the
 * skipped time.
 */
function checkTimesExist(asked: TripRequest, found: FoundTrip): void {
  for (const name of ['pickupDateTime', 'returnPickupDateTime'] as const) {
    const [local, moved] = [asked[name], found[name]];
    if (local === null || moved === null || moved.startsWith(local)) continue;
    const nearest = `${timeBefore(local, moved)} and ${moved}`;
    const message = `${local} does not exist: the clocks skip it. The nearest times are ${nearest}.`;
    throw new Refusal('pickup_time_does_not_exist', [{ path: `/${name}`, message }]);
  }
}

/** Returns the time as far before the skipped hour as `moved` is after it, with its offset. */
function timeBefore(local: string, moved: string): string {
  const [wanted, after] = [Date.parse(`${local}Z`), Date.parse(`${moved.slice(0, local.length)}Z`)];
  const skipped = after - wanted;
  const offset = after - Date.parse(moved) - skipped;
  const size = toIso(Math.abs(offset)).slice(11, 16);
  return `${toIso(wanted - skipped).slice(0, local.length)}${offset < 0 ? '-' : '+'}${size}`;
}
