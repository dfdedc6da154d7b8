import type { FileSandbox } from '../../src/vitest/sandbox.ts';

type Caller = Pick<FileSandbox, 'baseUrl' | 'headers'>;

/** Stands for the client of somebody who uses the fixture: it knows a base URL and headers, nothing of taxiway. */
export async function searchFlights(caller: Caller, call = fetch) {
  const answer = await post(
    caller,
    '/v1/flights/search',
    {
      slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2099-03-15' }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
    },
    call,
  );
  return { status: answer.status, body: (await answer.json()) as any };
}

/** Search, pricing, booking; answers the booking. */
export async function bookTransfer(caller: Caller, pickupDateTime: string): Promise<any> {
  const found: any = await (
    await post(caller, '/search', {
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime,
      passengers: 1,
    })
  ).json();
  const {
    searchId,
    offers: [{ resultId, bookingToken }],
  } = found;
  const { pricingToken }: any = await (await post(caller, '/pricing', { searchId, resultId, bookingToken })).json();
  const booked: any = await (
    await post(caller, '/book', {
      searchId,
      resultId,
      bookingToken,
      pricingToken,
      traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
      flight: { airlineIataCode: 'IB', flightNumber: '3166' },
    })
  ).json();
  return { searchId, ...booked };
}

export async function readTransfer({ baseUrl, headers }: Caller, searchId: string): Promise<any> {
  return (await fetch(`${baseUrl}/reservations/details?searchId=${searchId}`, { headers })).json();
}

function post({ baseUrl, headers }: Caller, path: string, body: object, call = fetch): Promise<Response> {
  return call(baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
