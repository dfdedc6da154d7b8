import { isDeepStrictEqual } from 'node:util';
import { toIso } from '../../base/clock.ts';
import type { FlightSearch } from '../../flights/flight-search.ts';
import { searchAgain } from '../../flights/provider-offers.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { NativeCall } from '../../providers.ts';
import { connectNoted } from '../../providers.ts';
import type { SupplierEffect } from '../../scenarios/effects.ts';
import { effectOn } from '../../scenarios/effects.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { Service } from '../../service.ts';
import type { JournaledExchange } from '../../store/journal.ts';
import type { Profile } from '../../store/profiles.ts';
import type { BookingState } from '../../store/resources.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { bookAgain } from '../../transfers/book-offer.ts';
import { takenRides } from '../../transfers/booked-rides.ts';
import { findTrip } from '../../transfers/find-trip.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';
import { toDomainSearch } from './describe-resource.ts';
import { findResource, knownSearch } from './find-resource.ts';

type ProviderCall = ControlSchema['ProviderCall'];

export interface ProviderCalls {
  providerCalls: ProviderCall[];
  /** False once the search is forgotten: its calls cannot be made again. */
  complete: boolean;
}

/**
 * Returns the native calls to the providers for a resource, from its search on. Search and booking calls follow from
 * stored records, so they are made again here; an order has its own call stored. Refuses as findResource does.
 */
export async function listProviderCalls(
  service: Service,
  profile: Profile,
  resourceId: string,
  now: number,
): Promise<ProviderCalls> {
  const resource = await findResource(service, profile, resourceId, now);
  const record = await searchOf(service, profile.code, resource, now);
  const search = record && toDomainSearch(record);
  const found = search ? await callsOfSearch(service, search) : [];
  if (resource.kind === 'order')
    return { providerCalls: [...found, callOfOrder(resource)], complete: search !== undefined };
  if (resource.kind !== 'reservation') return { providerCalls: found, complete: true };
  const state = await service.store.resources.booking(profile.code, resourceId);
  const booked =
    search && search.kind !== 'flights' && state && (await callOfBooking(service, search, resource, state));
  const reads = state && (await callsOfRide(service, profile.code, state));
  return {
    providerCalls: [...found, ...(booked ? [booked] : []), ...(reads?.providerCalls ?? [])],
    complete: booked !== undefined && reads?.complete === true,
  };
}

function searchOf(service: Service, code: string, resource: ControlSchema['Resource'], now: number) {
  const id = searchIdIn(resource);
  return id === undefined ? undefined : knownSearch(service, code, id, now);
}

function searchIdIn(resource: ControlSchema['Resource']): string | undefined {
  if (resource.kind === 'order') return searchIdOf(resource.offerId);
  return resource.kind === 'search' ? resource.resourceId : resource.searchId;
}

function callsOfSearch(service: Service, search: FlightSearch | TransferSearch): Promise<ProviderCall[]> {
  return search.kind === 'flights' ? callsOfFlightSearch(search) : callsOfTransferSearch(service, search);
}

async function callsOfFlightSearch(search: FlightSearch): Promise<ProviderCall[]> {
  const calls: NativeCall[] = [];
  const found: ProviderCall[] = [];
  for (const provider of connectNoted((call) => calls.push(call)).providers) {
    const isLate = await searchAgain(provider, search);
    for (const call of calls.splice(0)) {
      found.push({
        ...callAt(search, 'flight-search'),
        provider: `gds-${provider.gdsprovider}`,
        effect: { ...effectOn(search.origin.effects, provider.gdsprovider) },
        isLate,
        ...toPlain(call),
      });
    }
  }
  return found;
}

async function callsOfTransferSearch(service: Service, search: TransferSearch): Promise<ProviderCall[]> {
  const calls: NativeCall[] = [];
  const { supplier } = connectNoted((call) => calls.push(call));
  await findTrip({ ...service.transfers, supplier }, search);
  const { effect, terms } = search.origin;
  return calls.slice(0, 1).map((call) => ({
    ...callAt(search, search.kind === 'change' ? 'change-search' : 'search'),
    provider: 'transfer-supplier',
    effect: { ...(effect && { search: effect }), ...terms },
    ...toPlain(call),
  }));
}

async function callOfBooking(
  service: Service,
  search: TransferSearch,
  { request }: ControlSchema['ReservationResource'],
  state: BookingState,
): Promise<ProviderCall | undefined> {
  const { store, transfers } = service;
  const pricing = await store.pricings.find(search.profileCode, String(request['pricingToken']));
  if (!pricing) return undefined;
  const calls: NativeCall[] = [];
  const { supplier } = connectNoted((call) => calls.push(call));
  await bookAgain({ ...transfers, supplier }, search, pricing, state);
  // The search comes first. A pending booking asks the supplier once more, for its later result.
  const [, call] = calls;
  const { firstStatus, createdAt } = state.booking;
  return (
    call && {
      ...callAt({ createdAt }, search.kind === 'change' ? 'change' : 'book'),
      provider: 'transfer-supplier',
      effect: firstStatus === 'completed' ? {} : { booking: firstStatus },
      ...toPlain(call),
    }
  );
}

function callOfOrder({ createdAt, gdsprovider, providerRecord }: ControlSchema['OrderResource']): ProviderCall {
  return {
    at: createdAt,
    operation: 'order',
    provider: `gds-${gdsprovider}`,
    effect: {},
    isLate: false,
    ...toPlain(providerRecord as unknown as NativeCall),
  };
}

/** The reads of a ride that the service passes on to the supplier. */
const READS = [
  { operationId: 'getDriverAndVehicle', operation: 'driver', read: 'driverAndVehicle' },
  { operationId: 'getTracking', operation: 'tracking', read: 'tracking' },
] as const;

/**
 * Returns the calls behind a ride's reads. Each is made again at its read's instant under the scenario that acted, and
 * returned only if the client was given its response: a later action on the ride can have changed it, and then
 * `complete` is false.
 */
async function callsOfRide(
  { journal, scenarios }: Service,
  profileCode: string,
  state: BookingState,
): Promise<ProviderCalls> {
  const providerCalls: ProviderCall[] = [];
  let complete = true;
  const end = state.closedAt ?? Infinity;
  for (const { operationId, ...called } of READS) {
    const query = {
      operationId,
      contains: state.booking.bookingId,
      status: 200,
      order: 'oldest',
      limit: MOST + 1,
    } as const;
    const listed = await journal.list(profileCode, query);
    if (listed.length > MOST) complete = false;
    for (const { exchangeId, at } of listed.slice(0, MOST)) {
      const present = { ...state, closedAt: at < end ? null : state.closedAt };
      if (takenRides(present).length === 0) continue;
      const exchange = await journal.find(profileCode, exchangeId);
      const call = exchange && (await callBehind(exchange, called, present, effectIn(scenarios, exchange)));
      if (call) providerCalls.push(call);
      else complete = false;
    }
  }
  return { providerCalls: providerCalls.sort((one, other) => one.at.localeCompare(other.at)), complete };
}

async function callBehind(
  { at, response }: JournaledExchange,
  { operation, read }: Omit<(typeof READS)[number], 'operationId'>,
  state: BookingState,
  effect: SupplierEffect,
): Promise<ProviderCall | undefined> {
  const calls: NativeCall[] = [];
  const { supplier } = connectNoted((call) => calls.push(call));
  const shown = { reservationId: state.reservation.reservationId, ...(await supplier[read](state, at, effect)) };
  const [call] = calls;
  if (!call || !isDeepStrictEqual(JSON.parse(JSON.stringify(shown)), bodyOf(response))) return undefined;
  return {
    ...callAt({ createdAt: at }, operation),
    provider: 'transfer-supplier',
    effect: { ...effect },
    ...toPlain(call),
  };
}

/** Returns the effect that the scenarios of an exchange had on the supplier. */
function effectIn(scenarios: Registry, { scenario }: JournaledExchange): SupplierEffect {
  let effect: SupplierEffect = {};
  for (const name of (scenario ?? '').split(',')) {
    const effects = scenarios.get(name)?.effects;
    if (typeof effects === 'object') effect = { ...effect, ...effects.supplier };
  }
  return effect;
}

/** Returns the body without its live mode; a scenario can have made it something else, or cut it. */
function bodyOf(response: JournaledExchange['response']): object | undefined {
  try {
    const { liveMode: _, ...rest } = JSON.parse(response?.body ?? '') as Record<string, unknown>;
    return rest;
  } catch {
    return undefined;
  }
}

function callAt({ createdAt }: Pick<SearchRecord, 'createdAt'>, operation: ProviderCall['operation']) {
  return { at: toIso(createdAt), operation, isLate: false };
}

function toPlain({ request, response }: NativeCall) {
  return { request: { ...request }, response: { ...response } };
}

/** The number that the console lists. */
const MOST = 100;
