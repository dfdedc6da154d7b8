import { createSandbox } from '../../src/index.ts';
import type { OperationId, Schema } from '../../src/interface/api.ts';

/** A successful response of the sandbox to each operation: the same each time, by a fixed seed and clock. */
export async function collectResponses(): Promise<Record<OperationId, unknown>> {
  const sandbox = await createSandbox({ seed: 'openapi', now: '2027-01-10T12:00:00Z', offers: 1, log: 'silent' });
  try {
    const baseUrl = await sandbox.listen();
    const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
    return await walk(async (method, path, body) => {
      const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
      if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    });
  } finally {
    await sandbox.close();
  }
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

async function walk(call: Call): Promise<Record<OperationId, unknown>> {
  const flights = await walkFlights(call);
  const searchTransfers = (await call('POST', '/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: '2027-03-15T11:30:00',
    passengers: 2,
  })) as Schema['TransferSearchResponse'];
  const { ids, priced } = await price(call, searchTransfers);
  const { pricingToken } = priced;
  const bookTransfer = await call('POST', '/book', {
    ...ids,
    pricingToken,
    traveller,
    partnerTrackingId: 'my-booking-1',
  });
  const { reservationId } = reservationOf(bookTransfer);
  const read = `?reservationId=${reservationId}`;
  const reads = {
    getReservation: await call('GET', `/reservations/details${read}`),
    getDriverAndVehicle: await call('GET', `/reservations/driver-vehicle${read}`),
    getTracking: await call('GET', `/reservations/tracking${read}`),
  };
  const searchReservationChanges = (await call('POST', '/reservations/changes/search', {
    reservationId,
    pickupDateTime: '2027-03-15T13:00:00',
  })) as Schema['ChangeSearchResponse'];
  const change = await price(call, searchReservationChanges);
  const confirmReservationChange = await call('POST', '/reservations/changes', {
    reservationId,
    searchId: change.ids.searchId,
    resultId: change.ids.resultId,
    pricingToken: change.priced.pricingToken,
  });
  const changed = reservationOf(confirmReservationChange).reservationId;
  return {
    ...flights,
    searchTransfers,
    priceTransfer: priced,
    bookTransfer,
    ...reads,
    searchReservationChanges,
    confirmReservationChange,
    cancelReservation: await call('POST', '/reservations/cancel', { reservationId: changed }),
  };
}

async function walkFlights(call: Call) {
  const searchFlights = (await call('POST', '/v1/flights/search', {
    slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
    currency: 'EUR',
  })) as Schema['FlightSearchResponse'];
  const [offer] = searchFlights.offers;
  if (!offer) throw new Error('the search finds no offer');
  const { gdsprovider, offerId } = offer;
  const place = `${gdsprovider}/${offerId}`;
  const getRequiredFields = (await call('POST', `/v1/flights/order/required-fields/${place}`, {
    offerId,
    passengers: [{ type: 'adult' }],
  })) as Schema['RequiredFieldsResponse'];
  return {
    searchFlights,
    getFlightOffer: await call('GET', `/v1/flights/offers/${place}`),
    getRequiredFields,
    createFlightOrder: await call('POST', `/v1/flights/order/${place}`, orderOf(offer, getRequiredFields)),
  };
}

function orderOf(offer: Schema['Offer'], required: Schema['RequiredFieldsResponse']): object {
  const document = required.passengers[0]?.documentIdentifier ?? offer.passengerIdentityDocumentsRequired;
  return {
    currency: offer.currency,
    type: 'instant',
    passengers: offer.passengers.map(({ id, type }) => ({
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
      ...(required.passengers[0]?.allowedDocuments.includes('dni') && { NationalID: '12345678Z' }),
      ...(document && {
        identity_documents: [
          { type: 'passport', unique_identifier: 'XDA123456', issuing_country_code: 'ES', expires_on: '2032-05-01' },
        ],
      }),
    })),
    totalSegments: offer.slices
      .flatMap(({ segments }) => segments)
      .map(({ departure, arrival, flightNumber }) => ({
        originCode: departure.iataCode,
        destinationCode: arrival.iataCode,
        flightNumber,
        departureDate: departure.departingAt,
      })),
  };
}

/** Prices the first offer that lets a client do everything with its reservation. */
async function price(call: Call, { searchId, offers }: Schema['TransferSearchResponse']) {
  const offer = offers.find(
    ({ cancellation, supportsTracking, supportsDriverAndVehicle, flightInfoRequired, extraPassengersRequired }) =>
      cancellation.amendable &&
      cancellation.cancellable &&
      supportsTracking &&
      supportsDriverAndVehicle &&
      !flightInfoRequired &&
      !extraPassengersRequired,
  );
  if (!offer) throw new Error(`no offer of ${searchId} has everything`);
  const ids = { searchId, resultId: offer.resultId, bookingToken: offer.bookingToken };
  return { ids, priced: (await call('POST', '/pricing', ids)) as Schema['PricingResponse'] };
}

function reservationOf(result: unknown): Schema['Reservation'] {
  const [reservation] = (result as Schema['BookingResult']).reservations;
  if (!reservation) throw new Error(`nothing was booked: ${JSON.stringify(result)}`);
  return reservation;
}

const traveller = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
