import type { Response } from 'supertest';
import { expect } from 'vitest';
import type {
  BookRequest,
  Reservation,
  Schema,
  TransferOffer,
  TransferSearchRequest,
} from '../../src/interface/api.ts';
import type { CallOptions, TestSandbox } from '../support/sandbox.ts';

export type Search = Schema['TransferSearchResponse'];
export type Pricing = Schema['PricingResponse'];
export type BookingResult = Schema['BookingResult'];

export const TRAVELLER = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
export const FLIGHT = { airlineIataCode: 'IB', flightNumber: '3166' };

/** Half past eleven in Madrid, two months after the clock of the tests. */
export const AIRPORT_TO_TOWN: TransferSearchRequest = {
  pickup: { iataCode: 'MAD' },
  dropoff: { address: 'Calle de Alcalá 42, Madrid' },
  pickupDateTime: '2027-03-15T11:30:00',
  passengers: 2,
};

/** An offer, priced: what a booking needs. */
export interface PricedOffer {
  search: Search;
  offer: TransferOffer;
  pricing: Pricing;
}

/** A caller that walks the transfer journeys. Every step expects 200; use the sandbox itself to be refused. */
export interface TransferClient {
  search(input?: Partial<TransferSearchRequest>): Promise<Search>;
  price(search: Search, offer: TransferOffer, amenities?: string[]): Promise<Pricing>;
  /** A new search with its first wanted offer, priced. */
  priced(wanted?: (offer: TransferOffer) => boolean, input?: Partial<TransferSearchRequest>): Promise<PricedOffer>;
  book(priced: PricedOffer, more?: Partial<BookRequest>, options?: CallOptions): Promise<BookingResult>;
  /** A reservation of a wanted offer. */
  reserve(
    wanted?: (offer: TransferOffer) => boolean,
    more?: Partial<BookRequest>,
    input?: Partial<TransferSearchRequest>,
  ): Promise<Reservation>;
  read(query: Record<string, string>): Promise<BookingResult>;
  readReservation(reservationId: string): Promise<Reservation>;
  /** A change search with its first offer, priced. */
  pricedChange(reservationId: string, input?: object): Promise<PricedOffer>;
  confirm(reservationId: string, priced: PricedOffer, more?: object, options?: CallOptions): Promise<BookingResult>;
}

/** Why a booking failed; undefined where it did not. */
export function errorOf(result: BookingResult): Schema['BookingError'] | undefined {
  return result.status === 'failed' ? result.error : undefined;
}

export function transferClient(sandbox: TestSandbox, shared: CallOptions = {}): TransferClient {
  const post = async (path: string, body: object, options: CallOptions = {}) =>
    accepted(await sandbox.post(path, body, { ...shared, ...options }));
  const client: TransferClient = {
    search: (input = {}) => post('/search', { ...AIRPORT_TO_TOWN, ...input }),
    price: (search, offer, amenities) => post('/pricing', pricingRequest(search, offer, amenities)),
    async priced(wanted = easy, input = {}) {
      const search = await client.search(input);
      const offer = search.offers.find(wanted);
      if (!offer) throw new Error(`the search has no offer with ${wanted.toString()}`);
      return { search, offer, pricing: await client.price(search, offer) };
    },
    book: (priced, more = {}, options = {}) => post('/book', bookRequest(priced, more), options),
    async reserve(wanted = easy, more = {}, input = {}) {
      return (await client.book(await client.priced(wanted, input), more)).reservations[0];
    },
    read: async (query) => accepted(await sandbox.get('/reservations/details', { ...shared, query })),
    readReservation: async (reservationId) => (await client.read({ reservationId })).reservations[0],
    async pricedChange(reservationId, input = { pickupDateTime: '2027-03-15T13:00:00' }) {
      const search = await post('/reservations/changes/search', { reservationId, ...input });
      const offer = search.offers[0];
      return { search, offer, pricing: await client.price(search, offer) };
    },
    confirm: (reservationId, priced, more = {}, options = {}) =>
      post('/reservations/changes', changeRequest(reservationId, priced, more), options),
  };
  return client;
}

/** Needs no flight and no names, and everything can be done with it. */
export function easy(offer: TransferOffer): boolean {
  return (
    !offer.flightInfoRequired &&
    !offer.extraPassengersRequired &&
    offer.cancellation.amendable &&
    offer.supportsTracking &&
    offer.supportsDriverAndVehicle
  );
}

export function pricingRequest({ searchId }: Search, { resultId, bookingToken }: TransferOffer, amenities?: string[]) {
  return { searchId, resultId, bookingToken, ...(amenities && { amenities }) };
}

export function bookRequest({ search, offer, pricing }: PricedOffer, more: Partial<BookRequest> = {}): BookRequest {
  const { resultId, bookingToken } = offer;
  return {
    searchId: search.searchId,
    resultId,
    bookingToken,
    pricingToken: pricing.pricingToken,
    traveller: TRAVELLER,
    ...more,
  };
}

export function changeRequest(reservationId: string, { search, offer, pricing }: PricedOffer, more: object = {}) {
  return {
    reservationId,
    searchId: search.searchId,
    resultId: offer.resultId,
    pricingToken: pricing.pricingToken,
    ...more,
  };
}

/** The booking or change was refused with this code: HTTP 200, and no reservation in the response. */
export function expectFailed(response: Response, code: string): void {
  expect(response.body).toMatchObject({ status: 'failed', completed: false, reservations: [], error: { code } });
  expect(response.body.error.message).not.toBe('');
  expect(response.status).toBe(200);
}

function accepted(response: Response) {
  if (response.status !== 200) throw new Error(`returned ${response.status}: ${response.text}`);
  return response.body;
}
