import { toIso } from '../../base/clock.ts';
import type { FlightSearch } from '../../flights/flight-search.ts';
import { searchAgain } from '../../flights/provider-offers.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { NativeCall } from '../../providers.ts';
import { connectNoted } from '../../providers.ts';
import { effectOn } from '../../scenarios/effects.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { BookingState } from '../../store/resources.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { bookAgain } from '../../transfers/book-again.ts';
import { findTrip } from '../../transfers/find-trip.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';
import { toDomainSearch } from './describe-resource.ts';
import { findResource, knownSearch } from './find-resource.ts';
import { callsOfRide } from './ride-calls.ts';

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

function callAt({ createdAt }: Pick<SearchRecord, 'createdAt'>, operation: ProviderCall['operation']) {
  return { at: toIso(createdAt), operation, isLate: false };
}

function toPlain({ request, response }: NativeCall) {
  return { request: { ...request }, response: { ...response } };
}
