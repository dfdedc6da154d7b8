import type { Schema } from '../../src/api.ts';
import type { FileSandbox } from '../../src/vitest/sandbox.ts';

/** As `fetch`, or what stands in for it. */
type Call = (address: string, init: RequestInit & { body: string }) => Promise<Response>;

type Caller = Pick<FileSandbox, 'baseUrl' | 'headers'>;

/** The client of a project that uses the fixture: it knows a base URL and headers, nothing of taxiway. */
export async function searchFlights(caller: Caller, call: Call = fetch) {
  const response = await post(
    caller,
    '/v1/flights/search',
    {
      slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2099-03-15' }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
    },
    call,
  );
  return { status: response.status, body: (await response.json()) as Schema['FlightSearchResponse'] };
}

/** Search, pricing, booking; returns the booking. */
export async function bookTransfer(
  caller: Caller,
  pickupDateTime: string,
  call: Call = fetch,
): Promise<Schema['BookingResult']> {
  const found = (await (
    await post(
      caller,
      '/search',
      {
        pickup: { iataCode: 'MAD' },
        dropoff: { address: 'Calle de Alcalá 42, Madrid' },
        pickupDateTime,
        passengers: 1,
      },
      call,
    )
  ).json()) as Schema['TransferSearchResponse'];
  const {
    searchId,
    offers: [{ resultId, bookingToken }],
  } = found;
  const priced = await post(caller, '/pricing', { searchId, resultId, bookingToken }, call);
  const { pricingToken } = (await priced.json()) as { pricingToken: string };
  const booked = (await (
    await post(
      caller,
      '/book',
      {
        searchId,
        resultId,
        bookingToken,
        pricingToken,
        traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
        flight: { airlineIataCode: 'IB', flightNumber: '3166' },
      },
      call,
    )
  ).json()) as Schema['BookingResult'];
  return booked;
}

export async function readTransfer({ baseUrl, headers }: Caller, searchId: string): Promise<Schema['BookingResult']> {
  const response = await fetch(`${baseUrl}/reservations/details?searchId=${searchId}`, { headers });
  return (await response.json()) as Schema['BookingResult'];
}

function post({ baseUrl, headers }: Caller, path: string, body: object, call: Call = fetch): Promise<Response> {
  return call(baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
