import type { Response } from 'supertest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import type { FlightSearchRequest, Offer, PassengerType } from '../../src/interface/api.ts';
import type { TestSandbox } from './sandbox.ts';

export interface SearchOptions {
  from?: string;
  to?: string;
  returns?: boolean;
  types?: readonly PassengerType[];
}

/** Calls the flight endpoints with one key pair, by default the sandbox's own. */
export interface FlightClient {
  search(options?: SearchOptions): Promise<Offer[]>;
  /** Returns the first wanted offer, over searches on several routes. Throws if there is none. */
  find(wanted: (offer: Offer) => boolean, options?: SearchOptions): Promise<Offer>;
  /** Orders an offer with this body. */
  order(offer: Pick<Offer, 'gdsprovider' | 'offerId'>, body: object): Promise<Response>;
  orderWhole(offer: Offer): Promise<Response>;
  requiredFields(offer: Offer, body?: object): Promise<Response>;
  /** Reads an order's record in the sandbox, with the provider's record. */
  readOrder(orderId: string): Promise<Response>;
}

export function flightClient(server: TestSandbox, keys?: KeyPair): FlightClient {
  const post = (path: string, body: object) => server.post(path, body, { keys });
  const client: FlightClient = {
    async search(options = {}) {
      const response = await post('/v1/flights/search', searchRequest(options));
      if (response.status !== 200) throw new Error(`the search was returned ${response.status}: ${response.text}`);
      return response.body.offers;
    },
    async find(wanted, options = {}) {
      for (const [from, to] of options.from ? [[options.from, options.to]] : ROUTES) {
        const offer = (await client.search({ ...options, from: from as string, to: to as string })).find(wanted);
        if (offer) return offer;
      }
      throw new Error(`no search has an offer with ${wanted.toString()}`);
    },
    order: ({ gdsprovider, offerId }, body) => post(`/v1/flights/order/${gdsprovider}/${offerId}`, body),
    orderWhole: (offer) => client.order(offer, flightOrder(offer)),
    requiredFields: ({ gdsprovider, offerId, passengers }, body) =>
      post(
        `/v1/flights/order/required-fields/${gdsprovider}/${offerId}`,
        body ?? { offerId, passengers: passengers.map(({ type }) => ({ type })) },
      ),
    readOrder: (orderId) => {
      const { profileCode } = keys ?? server.sandbox.demoKeys;
      return server.get(`/_sandbox/profiles/${profileCode}/resources/${orderId}`, { keys });
    },
  };
  return client;
}

function searchRequest({
  from = 'MAD',
  to = 'LHR',
  returns = false,
  types = ['adult'],
}: SearchOptions): FlightSearchRequest {
  return {
    slices: [
      { origin: from, destination: to, departure_date: '2027-03-15' },
      ...(returns ? [{ origin: to, destination: from, departure_date: '2027-03-22' }] : []),
    ],
    passengers: types.map((type) => ({ type })),
    cabin_class: 'economy',
  };
}

/**
 * Routes of all kinds: within Spain, within Schengen, within Britain, with passport control, and with documents sent
 * ahead.
 */
const ROUTES = [
  ['MAD', 'LHR'],
  ['MAD', 'BCN'],
  ['MAD', 'JFK'],
  ['CDG', 'FCO'],
  ['AGP', 'FRA'],
  ['LHR', 'SIN'],
  ['FRA', 'FCO'],
  ['LHR', 'EDI'],
  ['JFK', 'LAX'],
] as const;
