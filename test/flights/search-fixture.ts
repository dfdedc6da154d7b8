import { parseInstant } from '../../src/base/clock.ts';
import { Ids } from '../../src/base/ids.ts';
import type { Flights, FlightSettings } from '../../src/flights/flights.ts';
import type { FlightSearchRequest } from '../../src/interface/api.ts';
import type { Refusal } from '../../src/interface/errors/refusal.ts';
import { connectNoted, connectSuppliers } from '../../src/providers.ts';
import type { RequestContext } from '../../src/request-context.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { profile } from '../store/records.ts';

const PROFILE = 'dp_a1b2c3d4e5f6';
export const NOW = parseInstant('2026-11-21T10:00:00Z');

export const SETTINGS: FlightSettings = { offers: 12, offerMinutes: 20, bookingCutoffMinutes: 60, openJaw: false };

/** The flight half of the service over an empty store in memory, with the real providers. */
export async function openFlights(changes: Partial<Flights> = {}): Promise<{ flights: Flights; store: Store }> {
  const store = await openStore(':memory:');
  await store.profiles.add(...profile({ code: PROFILE }));
  const flights: Flights = {
    providers: connectNoted(() => {}).providers,
    searches: store.searches,
    orders: store.orders,
    places: connectSuppliers().places,
    world: 'tests',
    settings: SETTINGS,
    ...changes,
  };
  return { flights, store };
}

/** A call of a profile with a margin of 4 %, on ids of its own. */
export function callAt(now: number = NOW, changes: Partial<RequestContext> = {}): RequestContext {
  return {
    profile: { code: PROFILE, name: 'Tests', marginPercent: 4, createdAt: NOW, clock: null, armed: null },
    now,
    effects: {},
    act: () => undefined,
    armed: null,
    ids: new Ids('tests'),
    ...changes,
  };
}

export function oneWay(changes: Partial<FlightSearchRequest> = {}): FlightSearchRequest {
  return {
    slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
    ...changes,
  };
}

export function roundTrip(changes: Partial<FlightSearchRequest> = {}): FlightSearchRequest {
  return oneWay({
    slices: [
      { origin: 'BCN', destination: 'NYC', departure_date: '2027-06-01' },
      { origin: 'NYC', destination: 'BCN', departure_date: '2027-06-12' },
    ],
    passengers: [{ type: 'adult' }, { type: 'child' }, { type: 'adult' }, { type: 'infant_without_seat' }],
    ...changes,
  });
}

/** Returns a refusal in the shape for comparison. */
export async function refusalOf(doing: Promise<unknown>): Promise<{ code: string; paths: string[] }> {
  const refusal = await doing.then(
    () => Promise.reject(new Error('expected a refusal, got a response')),
    (error: Refusal) => error,
  );
  return { code: refusal.code, paths: refusal.details.map(({ path }) => path) };
}
