import type { Response } from 'supertest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import type { OperationId } from '../../src/interface/api.ts';
import { flightClient } from '../support/flight-client.ts';
import type { CallOptions, TestSandbox } from '../support/sandbox.ts';
import {
  AIRPORT_TO_TOWN,
  bookRequest,
  changeRequest,
  pricingRequest,
  transferClient,
} from '../transfers/transfer-client.ts';

/** A request that gets 200. */
export interface PreparedCall {
  path: string;
  query?: Record<string, string>;
  /** There for POST operations only. */
  body?: Record<string, unknown>;
}

export type PreparedCalls = Record<OperationId, PreparedCall>;

export const FLIGHT_SEARCH = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

/** Walks both journeys up to each operation: a call for each that succeeds once, with ids that nobody else uses. */
export async function prepareCalls(sandbox: TestSandbox, keys?: KeyPair): Promise<PreparedCalls> {
  const steps = walk(sandbox, keys);
  const calls: Partial<PreparedCalls> = {};
  for (const operationId of Object.keys(PREPARE) as OperationId[])
    calls[operationId] = await PREPARE[operationId](steps);
  return calls as PreparedCalls;
}

/** Prepares the call of one operation, and makes the calls before it only. */
export function prepareCall(sandbox: TestSandbox, operationId: OperationId, keys?: KeyPair): Promise<PreparedCall> {
  return PREPARE[operationId](walk(sandbox, keys));
}

/** Steps of both journeys, each made when a call first needs it. */
function walk(sandbox: TestSandbox, keys?: KeyPair) {
  const transfers = transferClient(sandbox, { keys });
  const offer = once(async () => (await flightClient(sandbox, keys).search())[0]);
  const priced = once(() => transfers.priced());
  const reservation = once(async () => {
    const { reservationId } = await transfers.reserve();
    return { reservationId };
  });
  const change = once(async () => {
    const { reservationId } = await reservation();
    return changeRequest(reservationId, await transfers.pricedChange(reservationId));
  });
  return { offer, place: async () => placeOf(await offer()), priced, reservation, change };
}

const PREPARE: Record<OperationId, (steps: ReturnType<typeof walk>) => Promise<PreparedCall>> = {
  searchFlights: async () => ({ path: '/v1/flights/search', body: FLIGHT_SEARCH }),
  getFlightOffer: async ({ place }) => ({ path: `/v1/flights/offers/${await place()}` }),
  getRequiredFields: async ({ offer, place }) => {
    const { offerId, passengers } = await offer();
    return {
      path: `/v1/flights/order/required-fields/${await place()}`,
      body: { offerId, passengers: passengers.map(({ type }) => ({ type })) },
    };
  },
  createFlightOrder: async ({ offer, place }) => ({
    path: `/v1/flights/order/${await place()}`,
    body: { ...flightOrder(await offer()) },
  }),
  searchTransfers: async () => ({ path: '/search', body: { ...AIRPORT_TO_TOWN } }),
  priceTransfer: async ({ priced }) => {
    const { search, offer } = await priced();
    return { path: '/pricing', body: pricingRequest(search, offer) };
  },
  bookTransfer: async ({ priced }) => ({ path: '/book', body: { ...bookRequest(await priced()) } }),
  getReservation: async ({ reservation }) => ({ path: '/reservations/details', query: await reservation() }),
  searchReservationChanges: async ({ reservation }) => ({
    path: '/reservations/changes/search',
    body: { ...(await reservation()), pickupDateTime: '2027-03-15T14:00:00' },
  }),
  confirmReservationChange: async ({ change }) => ({ path: '/reservations/changes', body: await change() }),
  cancelReservation: async ({ reservation }) => ({ path: '/reservations/cancel', body: await reservation() }),
  getDriverAndVehicle: async ({ reservation }) => ({
    path: '/reservations/driver-vehicle',
    query: await reservation(),
  }),
  getTracking: async ({ reservation }) => ({ path: '/reservations/tracking', query: await reservation() }),
};

function placeOf({ gdsprovider, offerId }: { gdsprovider: number | string; offerId: string }): string {
  return `${gdsprovider}/${offerId}`;
}

/** Makes something when it is first asked for. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

/** Sends a prepared call, as it is or with other credentials, scenario or headers. */
export function makeCall(
  sandbox: TestSandbox,
  { path, query, body }: PreparedCall,
  options: CallOptions = {},
): Promise<Response> {
  const all = { ...options, query: { ...query, ...options.query } };
  return body ? sandbox.post(path, body, all) : sandbox.get(path, all);
}
