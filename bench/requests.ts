import { DAY, systemClock, toIso } from '../src/base/clock.ts';
import { Random } from '../src/base/ids.ts';
import { demoKeys } from '../src/profiles/demo-keys.ts';

export const demoHeaders = {
  authorization: `Bearer ${demoKeys.secretKey}`,
  'x-service-id': `${demoKeys.publicKey}:${demoKeys.profileCode}`,
  'content-type': 'application/json',
};

/** One flight search, again and again; each response has offers of its own. */
export function oneSearchBody(): () => string {
  const body = newSearchBodies()();
  return () => body;
}

/** Flight searches as test suites send them: fifty in turn. */
export function searchBodies(): () => string {
  const next = newSearchBodies();
  const bodies = Array.from({ length: 50 }, next);
  let sent = 0;
  return () => bodies[sent++ % bodies.length];
}

/** Flight searches of which hardly one has been asked before: other routes, dates, cabins and parties each time. */
export function newSearchBodies(): () => string {
  const random = new Random('bench/searches');
  return () =>
    JSON.stringify({
      slices: [{ ...random.pick(ROUTES), departure_date: day(random.int(10, 300)) }],
      passengers: random.pick(PARTIES).map((type) => ({ type })),
      cabin_class: random.chance(0.8) ? 'economy' : 'business',
      currency: random.pick(['EUR', 'USD']),
    });
}

/** Priced transfers that are ready to be booked, one body each. */
export async function bookBodies(baseUrl: string, count: number): Promise<() => string> {
  const names = await searchTransfer(baseUrl, 30);
  const bodies: string[] = [];
  let started = 0;
  const price = async () => {
    while (started++ < count) bodies.push(JSON.stringify(await priced(baseUrl, names)));
  };
  await Promise.all(Array.from({ length: 8 }, price));
  return () => {
    const body = bodies.pop();
    if (body === undefined) throw new Error('more bookings were requested than were priced');
    return body;
  };
}

/** Searches a flight, and searches, books and reads a transfer. Returns the searchId of the transfer. */
export async function travel(baseUrl: string, flight: string, ahead: number): Promise<string> {
  await post(baseUrl, '/v1/flights/search', JSON.parse(flight));
  const names = await searchTransfer(baseUrl, ahead);
  await post(baseUrl, '/book', await priced(baseUrl, names));
  const read = await fetch(`${baseUrl}/reservations/details?searchId=${names.searchId}`, { headers: demoHeaders });
  if (read.status !== 200) throw new Error(`the read returned ${read.status}: ${await read.text()}`);
  await read.text();
  return names.searchId;
}

async function searchTransfer(baseUrl: string, ahead: number): Promise<TransferOffer & { searchId: string }> {
  const { searchId, offers } = await post<{ searchId: string; offers: TransferOffer[] }>(baseUrl, '/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: `${day(ahead)}T11:30:00`,
    passengers: 1,
  });
  const { resultId, bookingToken } = offers[0];
  return { searchId, resultId, bookingToken };
}

async function priced(baseUrl: string, names: object): Promise<object> {
  const { pricingToken } = await post<{ pricingToken: string }>(baseUrl, '/pricing', names);
  return {
    ...names,
    pricingToken,
    traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
    flight: { airlineIataCode: 'IB', flightNumber: '3166' },
  };
}

export async function post<T>(baseUrl: string, path: string, body: unknown): Promise<T> {
  const response = await fetch(baseUrl + path, { method: 'POST', headers: demoHeaders, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface TransferOffer {
  resultId: string;
  bookingToken: string;
}

function day(ahead: number): string {
  return toIso(systemClock.now() + ahead * DAY).slice(0, 10);
}

const ROUTES = [
  ['MAD', 'LHR'],
  ['LHR', 'MAD'],
  ['BCN', 'CDG'],
  ['MAD', 'BCN'],
  ['FRA', 'JFK'],
  ['JFK', 'LAX'],
  ['CDG', 'FCO'],
  ['AMS', 'LIS'],
  ['MUC', 'VIE'],
  ['LHR', 'DXB'],
  ['SIN', 'HKG'],
  ['PEK', 'PVG'],
  ['SYD', 'MEL'],
  ['GRU', 'EZE'],
  ['MEX', 'MIA'],
  ['IST', 'ATH'],
].map(([origin, destination]) => ({ origin, destination }));

const PARTIES = [['adult'], ['adult'], ['adult', 'adult'], ['adult', 'adult', 'child']];
