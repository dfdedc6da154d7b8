// Calls of Zodios with the schemas of openapi-zod-client: each response is validated.
import { isAxiosError } from 'axios';
import type { z } from 'zod';
import { createApiClient, type schemas } from './generated/client.ts';

const { TAXIWAY_BASE_URL, TAXIWAY_SECRET_KEY, TAXIWAY_PUBLIC_KEY, TAXIWAY_PROFILE_CODE } = process.env;
const client = createApiClient(TAXIWAY_BASE_URL ?? '', {
  axiosConfig: {
    headers: {
      Authorization: `Bearer ${TAXIWAY_SECRET_KEY}`,
      'X-Service-Id': `${TAXIWAY_PUBLIC_KEY}:${TAXIWAY_PROFILE_CODE}`,
    },
  },
});
const traveller = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

/** The request got no response that says what happened. */
class Unknown extends Error {}

type Schemas = { [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> };

/** Waits for a response. Throws Unknown after 500, 502 or no response, and an error with the reason after 400. */
function valueOf<T>(response: Promise<T>): Promise<T> {
  return response.catch((error: unknown) => {
    if (!isAxiosError(error)) throw error;
    const message = `${error.message}: ${JSON.stringify(error.response?.data)}`;
    throw (error.response?.status ?? 500) >= 500 ? new Unknown(message) : new Error(message);
  });
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

async function orderFlight(): Promise<Schemas['FlightOrderResponse']> {
  const search = await valueOf(
    client.searchFlights({
      slices: [{ origin: 'MAD', destination: 'LHR', departure_date: day }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
      currency: 'EUR',
    }),
  );
  const offer = present(search.offers[0], 'offer');
  const params = { gdsprovider: offer.gdsprovider, offerId: offer.offerId };
  const required = await valueOf(
    client.getRequiredFields(
      { offerId: offer.offerId, passengers: offer.passengers.map(({ type }) => ({ type })) },
      { params },
    ),
  );
  return await valueOf(
    client.createFlightOrder(
      {
        currency: offer.currency,
        type: 'instant',
        passengers: offer.passengers.map((passenger, i) =>
          passengerFor(passenger, present(required.passengers[i], 'passenger'), offer),
        ),
        totalSegments: offer.slices
          .flatMap(({ segments }) => segments)
          .map(({ departure, arrival, flightNumber }) => ({
            originCode: departure.iataCode,
            destinationCode: arrival.iataCode,
            flightNumber,
            departureDate: departure.departingAt,
          })),
      },
      { params },
    ),
  );
}

function passengerFor(
  { id, type }: Schemas['OfferPassenger'],
  asked: Schemas['RequiredPassengerFields'],
  offer: Schemas['Offer'],
): Schemas['OrderPassenger'] {
  const [document] = asked.allowedDocuments;
  return {
    id,
    type,
    title: 'ms',
    firstName: traveller.firstName,
    lastName: traveller.lastName,
    gender: 'f',
    bornDate: '1990-12-10',
    email: traveller.email,
    phone_number: traveller.phoneNumber,
    country: 'ES',
    ...(asked.allowedDocuments.includes('dni') && { NationalID: '12345678Z' }),
    ...(document &&
      (asked.documentIdentifier || offer.passengerIdentityDocumentsRequired) && {
        identity_documents: [
          { type: document, unique_identifier: 'XDA123456', issuing_country_code: 'ES', expires_on: '2032-05-01' },
        ],
      }),
  };
}

async function price(
  search: Schemas['TransferSearchResponse'],
): Promise<Schemas['PricingRequest'] & { pricingToken: string }> {
  const offer = search.offers.find((one) => one.cancellation.amendable && !one.flightInfoRequired);
  const { resultId, bookingToken } = present(offer, 'offer that can be changed');
  const body = { searchId: search.searchId, resultId, bookingToken };
  const { pricingToken } = await valueOf(client.priceTransfer(body));
  return { ...body, pricingToken };
}

/** Books, and reads while the booking is pending or its response was lost. */
async function book(): Promise<Schemas['Reservation']> {
  const search = await valueOf(
    client.searchTransfers({
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      mode: 'one_way',
      pickupDateTime: `${day}T11:30:00`,
      passengers: 1,
      currency: 'EUR',
    }),
  );
  const body = { ...(await price(search)), traveller };
  const { searchId } = search;
  return settle(searchId, () => valueOf(client.bookTransfer(body)));
}

async function change(reservationId: string): Promise<Schemas['Reservation']> {
  const search = await valueOf(client.searchReservationChanges({ reservationId, pickupDateTime: `${day}T14:30:00` }));
  const { searchId, resultId, pricingToken } = await price(search);
  const body = { reservationId, searchId, resultId, pricingToken };
  return settle(searchId, () => valueOf(client.confirmReservationChange(body)));
}

async function settle(
  searchId: string,
  confirm: () => Promise<Schemas['BookingResult']>,
): Promise<Schemas['Reservation']> {
  let result = await confirm().catch((error: unknown) => {
    if (error instanceof Unknown) return read(searchId);
    throw error;
  });
  for (let reads = 0; result.status === 'pending' && reads < 10; reads++) result = await read(searchId);
  if (result.status === 'failed') throw new Error(result.error.message);
  return present(result.reservations[0], 'reservation');
}

async function read(searchId: string): Promise<Schemas['BookingResult']> {
  return await valueOf(client.getReservation({ queries: { searchId } }));
}

const { orderId } = await orderFlight();
const booked = await book();
const changed = await change(booked.reservationId);
const recovered = await book();
console.log(
  JSON.stringify({
    orderId,
    booked: booked.reservationId,
    changed: changed.reservationId,
    recovered: recovered.reservationId,
  }),
);
