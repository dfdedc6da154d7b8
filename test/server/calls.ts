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
  const offer = (await flightClient(sandbox, keys).search())[0];
  const transfers = transferClient(sandbox, { keys });
  const priced = await transfers.priced();
  const { reservationId } = await transfers.reserve();
  const change = await transfers.pricedChange(reservationId);
  const place = `${offer.gdsprovider}/${offer.offerId}`;
  return {
    searchFlights: { path: '/v1/flights/search', body: FLIGHT_SEARCH },
    getFlightOffer: { path: `/v1/flights/offers/${place}` },
    getRequiredFields: {
      path: `/v1/flights/order/required-fields/${place}`,
      body: { offerId: offer.offerId, passengers: offer.passengers.map(({ type }) => ({ type })) },
    },
    createFlightOrder: { path: `/v1/flights/order/${place}`, body: { ...flightOrder(offer) } },
    searchTransfers: { path: '/search', body: { ...AIRPORT_TO_TOWN } },
    priceTransfer: { path: '/pricing', body: pricingRequest(priced.search, priced.offer) },
    bookTransfer: { path: '/book', body: { ...bookRequest(priced) } },
    getReservation: { path: '/reservations/details', query: { reservationId } },
    searchReservationChanges: {
      path: '/reservations/changes/search',
      body: { reservationId, pickupDateTime: '2027-03-15T14:00:00' },
    },
    confirmReservationChange: { path: '/reservations/changes', body: changeRequest(reservationId, change) },
    cancelReservation: { path: '/reservations/cancel', body: { reservationId } },
    getDriverAndVehicle: { path: '/reservations/driver-vehicle', query: { reservationId } },
    getTracking: { path: '/reservations/tracking', query: { reservationId } },
  };
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
