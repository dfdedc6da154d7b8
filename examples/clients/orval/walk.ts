// Types and calls of orval; call.ts has the base URL and the credentials.
import {
  bookTransfer,
  confirmReservationChange,
  createFlightOrder,
  getRequiredFields,
  getReservation,
  priceTransfer,
  searchFlights,
  searchReservationChanges,
  searchTransfers,
} from './generated/client.ts';
import type * as Schemas from './generated/client.ts';

const traveller = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

/** The request got no response that says what happened. */
class Unknown extends Error {}

type Success<Response> = Extract<Response, { status: 200 }>;

/** Returns the body of a success. */
function valueOf<Response extends { status: number; data: unknown }>(response: Response): Success<Response>['data'] {
  if (response.status === 200) return (response as Success<Response>).data;
  const message = `${response.status} ${JSON.stringify(response.data)}`;
  throw response.status >= 500 ? new Unknown(message) : new Error(message);
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

async function orderFlight(): Promise<Schemas.FlightOrderResponse> {
  const search = valueOf(
    await searchFlights({
      slices: [{ origin: 'MAD', destination: 'LHR', departure_date: day }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
      currency: 'EUR',
    }),
  );
  const offer = present(search.offers[0], 'offer');
  const required = valueOf(
    await getRequiredFields(offer.gdsprovider, offer.offerId, {
      offerId: offer.offerId,
      passengers: offer.passengers.map(({ type }) => ({ type })),
    }),
  );
  return valueOf(
    await createFlightOrder(offer.gdsprovider, offer.offerId, {
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
    }),
  );
}

function passengerFor(
  { id, type }: Schemas.OfferPassenger,
  asked: Schemas.RequiredPassengerFields,
  offer: Schemas.Offer,
): Schemas.OrderPassenger {
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
  search: Schemas.TransferSearchResponse,
): Promise<Schemas.PricingRequest & { pricingToken: string }> {
  const offer = search.offers.find((one) => one.cancellation.amendable && !one.flightInfoRequired);
  const { resultId, bookingToken } = present(offer, 'offer that can be changed');
  const body = { searchId: search.searchId, resultId, bookingToken };
  const { pricingToken } = valueOf(await priceTransfer(body));
  return { ...body, pricingToken };
}

/** Books, and reads while the booking is pending or its response was lost. */
async function book(): Promise<Schemas.Reservation> {
  const search = valueOf(
    await searchTransfers({
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
  return settle(searchId, async () => valueOf(await bookTransfer(body)));
}

async function change(reservationId: string): Promise<Schemas.Reservation> {
  const search = valueOf(await searchReservationChanges({ reservationId, pickupDateTime: `${day}T14:30:00` }));
  const { searchId, resultId, pricingToken } = await price(search);
  const body = { reservationId, searchId, resultId, pricingToken };
  return settle(searchId, async () => valueOf(await confirmReservationChange(body)));
}

async function settle(searchId: string, confirm: () => Promise<Schemas.BookingResult>): Promise<Schemas.Reservation> {
  let result = await confirm().catch((error: unknown) => {
    if (error instanceof Unknown) return read(searchId);
    throw error;
  });
  for (let reads = 0; result.status === 'pending' && reads < 10; reads++) result = await read(searchId);
  if (result.status === 'failed') throw new Error(result.error.message);
  return present(result.reservations[0], 'reservation');
}

async function read(searchId: string): Promise<Schemas.BookingResult> {
  return valueOf(await getReservation({ searchId }));
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
