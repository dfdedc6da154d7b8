import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const search = (input: object) => sandbox.post('/search', { ...AIRPORT_TO_TOWN, ...input });

it('a search returns offers with all fields for a choice [transfer.endpoints.search]', async () => {
  const response = await search({});
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    mode: 'one_way',
    currency: 'EUR',
    passengers: 2,
    returnPickupDateTime: null,
    liveMode: false,
  });
  expect(response.body.offers.length).toBeGreaterThanOrEqual(6);
  expect(response.body.offers.length).toBeLessThanOrEqual(8);
});

it('a search gives every offer a unique id and token', async () => {
  const { offers } = await client.search();
  expect(new Set(offers.map(({ resultId }) => resultId)).size).toBe(offers.length);
  expect(new Set(offers.map(({ bookingToken }) => bookingToken)).size).toBe(offers.length);
});

it('a search returns the end of every offer, 15 minutes ahead [transfer.offer.expires-at]', async () => {
  const { createdAt, expiresAt, offers } = await client.search();
  expect(createdAt).toBe(NOW);
  expect(offers.map((offer) => offer.expiresAt)).toEqual(offers.map(() => '2027-01-10T12:15:00.000Z'));
  expect(expiresAt).toBe('2027-01-10T12:15:00.000Z');
});

it('a search sorts the offers by price', async () => {
  const amounts = (await client.search()).offers.map(({ totalAmount }) => totalAmount);
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
});

it('a search resolves both places and returns the pickup with the offset of its place', async () => {
  const { pickup, dropoff, pickupDateTime } = await client.search();
  expect(pickup).toMatchObject({ iataCode: 'MAD', cityName: 'Madrid', timeZone: 'Europe/Madrid' });
  expect(dropoff).toMatchObject({
    iataCode: null,
    address: 'Calle de Alcalá 42, Madrid',
    cityName: 'Madrid',
    timeZone: 'Europe/Madrid',
  });
  expect(pickupDateTime).toBe('2027-03-15T11:30:00+01:00');
});

it('a search returns both times of a round trip, each with the offset of its place', async () => {
  const round = await client.search({ mode: 'round_trip', returnPickupDateTime: '2027-04-02T08:00:00' });
  expect(round).toMatchObject({
    mode: 'round_trip',
    pickupDateTime: '2027-03-15T11:30:00+01:00',
    returnPickupDateTime: '2027-04-02T08:00:00+02:00',
  });
});

it('a search returns prices in the requested currency', async () => {
  const [euros, yuan] = [await client.search(), await client.search({ currency: 'CNY' })];
  expect(yuan.offers.every(({ currency }) => currency === 'CNY')).toBe(true);
  expect(present(yuan.offers.at(-1)).totalAmount).toBeGreaterThan(present(euros.offers.at(-1)).totalAmount * 3);
});

it.each([1, 4, 9, 23, 50])('a search returns offers for %i passengers', async (passengers) => {
  for (const { vehicle } of (await client.search({ passengers })).offers) {
    expect(vehicle.count * vehicle.maxPassengers).toBeGreaterThanOrEqual(passengers);
  }
});

it('a search never requires extra passengers from a single traveller', async () => {
  expect(
    (await client.search({ passengers: 1 })).offers.some(({ extraPassengersRequired }) => extraPassengersRequired),
  ).toBe(false);
});

it('a search returns some offers that need the flight at an airport, and none at an address', async () => {
  const airport = await client.search();
  const town = await client.search({ pickup: AIRPORT_TO_TOWN.dropoff, dropoff: AIRPORT_TO_TOWN.pickup });
  expect(airport.offers.some(({ flightInfoRequired }) => flightInfoRequired)).toBe(true);
  expect(town.offers.some(({ flightInfoRequired }) => flightInfoRequired)).toBe(false);
});

it('a search without offers returns an empty list', async () => {
  const response = await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario: 'no-offers' });
  expect(response.status).toBe(200);
  expect(response.body.offers).toEqual([]);
});

describe('refuses', () => {
  it.each([
    ['a code that no airport has', { pickup: { iataCode: 'QQQ' } }, 'unknown_location', '/pickup'],
    ['another code that no airport has', { dropoff: { iataCode: 'QQQ' } }, 'unknown_location', '/dropoff'],
    ['one place as both ends', { dropoff: { iataCode: 'MAD' } }, 'same_pickup_and_dropoff', '/dropoff'],
    ['places that are too far apart', { dropoff: { iataCode: 'BCN' } }, 'transfer_too_far', ''],
    [
      'a pickup that was a minute ago at its place',
      { pickupDateTime: '2027-01-10T12:59:00' },
      'pickup_in_past',
      '/pickupDateTime',
    ],
    [
      'a return on a one-way trip',
      { returnPickupDateTime: '2027-03-16T11:30:00' },
      'return_pickup_invalid',
      '/returnPickupDateTime',
    ],
    ['a round trip without a return', { mode: 'round_trip' }, 'return_pickup_invalid', '/returnPickupDateTime'],
    [
      'a return before the pickup',
      { mode: 'round_trip', returnPickupDateTime: '2027-03-15T11:00:00' },
      'return_pickup_invalid',
      '/returnPickupDateTime',
    ],
    [
      'a day that the calendar does not have',
      { pickupDateTime: '2027-02-30T11:30:00' },
      'invalid_request',
      '/pickupDateTime',
    ],
    [
      'a return day that the calendar does not have',
      { mode: 'round_trip', returnPickupDateTime: '2027-04-31T11:30:00' },
      'invalid_request',
      '/returnPickupDateTime',
    ],
    [
      'a pickup whose ride would end in the year 10000',
      { pickupDateTime: '9999-12-31T23:30:00' },
      'invalid_request',
      '/pickupDateTime',
    ],
  ])('%s', async (_what, input, code, path) => {
    expectRefusal(await search(input), code, path);
  });

  it('a search accepts a pickup in a little more than an hour and one later today', async () => {
    expect((await search({ pickupDateTime: '2027-01-10T14:00:01' })).status).toBe(200);
    expect((await search({ pickupDateTime: '2027-01-10T23:59:59' })).status).toBe(200);
  });
});

describe('pickups when the clocks change', () => {
  const SUMMER = '2027-03-28T02:30:00';
  const NEAREST = ['2027-03-28T01:30:00+01:00', '2027-03-28T03:30:00+02:00'];

  it.each([
    ['/pickupDateTime', { pickupDateTime: SUMMER }],
    ['/returnPickupDateTime', { mode: 'round_trip', returnPickupDateTime: SUMMER }],
  ])('a pickup in the skipped hour is refused with the nearest times: %s', async (path, input) => {
    const response = await search(input);
    expectRefusal(response, 'pickup_time_does_not_exist', path);
    for (const time of NEAREST) expect(response.body.message.join(' ')).toContain(time);
  });

  it.each(['2027-03-28T01:59:59', '2027-03-28T03:00:00'])(
    'a pickup next to the skipped hour is accepted: %s',
    async (time) => {
      expect((await client.search({ pickupDateTime: time })).pickupDateTime.slice(0, 19)).toBe(time);
    },
  );

  it('a pickup in the repeated hour means its first occurrence', async () => {
    const { pickupDateTime } = await client.search({ pickupDateTime: '2027-10-31T02:30:00' });
    expect(pickupDateTime).toBe('2027-10-31T02:30:00+02:00');
  });

  it('a change search refuses a pickup in the skipped hour too', async () => {
    const { reservationId } = await client.reserve();
    const body = { reservationId, pickupDateTime: SUMMER };
    expectRefusal(await sandbox.post('/reservations/changes/search', body), 'pickup_time_does_not_exist');
  });
});
