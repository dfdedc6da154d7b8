import { isDeepStrictEqual } from 'node:util';
import { toIso } from '../../base/clock.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { NativeCall } from '../../providers.ts';
import { connectNoted } from '../../providers.ts';
import type { SupplierEffect } from '../../scenarios/effects.ts';
import type { Service } from '../../service.ts';
import type { JournaledExchange } from '../../store/journal.ts';
import type { BookingState } from '../../store/resources.ts';
import { takenRides } from '../../transfers/booked-rides.ts';
import type { TransferSupplier } from '../../transfers/transfer-supplier.ts';

type ProviderCall = ControlSchema['ProviderCall'];

/** A ride read that the service passes on to the supplier, with the effects that a scenario can have on it. */
interface RideRead {
  operationId: string;
  operation: 'driver' | 'tracking';
  effects: readonly SupplierEffect[];
  read(supplier: TransferSupplier, state: BookingState, at: number, effect: SupplierEffect): Promise<object>;
}

const READS: readonly RideRead[] = [
  {
    operationId: 'getDriverAndVehicle',
    operation: 'driver',
    effects: [{}, { driver: 'replaced' }],
    read: (supplier, state, at, effect) => supplier.driverAndVehicle(state, at, effect),
  },
  {
    operationId: 'getTracking',
    operation: 'tracking',
    effects: [{}, { tracking: 'lost' }, { tracking: 'no-show' }],
    read: (supplier, state, at, effect) => supplier.tracking(state, at, effect),
  },
];

/**
 * Returns the calls behind a ride's reads. Each is made again at its read's instant, and returned only if the client
 * was given its response: a later action on the ride can have changed it, and then `complete` is false.
 */
export async function callsOfRide(
  { journal }: Service,
  profileCode: string,
  state: BookingState,
): Promise<{ providerCalls: ProviderCall[]; complete: boolean }> {
  const providerCalls: ProviderCall[] = [];
  let complete = true;
  const end = state.closedAt ?? Infinity;
  for (const { operationId, ...kind } of READS) {
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
      const call = exchange && (await callBehind(exchange, kind, present));
      if (call) providerCalls.push(call);
      else complete = false;
    }
  }
  return { providerCalls: providerCalls.sort((one, other) => one.at.localeCompare(other.at)), complete };
}

async function callBehind(
  { at, response }: JournaledExchange,
  { operation, effects, read }: Omit<RideRead, 'operationId'>,
  state: BookingState,
): Promise<ProviderCall | undefined> {
  const returned = bodyOf(response);
  const { reservationId } = state.reservation;
  for (const effect of effects) {
    const calls: NativeCall[] = [];
    const { supplier } = connectNoted((call) => calls.push(call));
    const shown = { reservationId, ...(await read(supplier, state, at, effect)) };
    const [call] = calls;
    if (call && isDeepStrictEqual(JSON.parse(JSON.stringify(shown)), returned))
      return {
        ...{ at: toIso(at), operation, provider: 'transfer-supplier', effect: { ...effect }, isLate: false },
        ...{ request: { ...call.request }, response: { ...call.response } },
      };
  }
  return undefined;
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

/** As many as the console lists. */
const MOST = 100;
