import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/base/clock.ts';
import type { TransferOffer, TransferSearchRequest } from '../../src/interface/api.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest, easy, expectFailed, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);

const TRIPS: Partial<TransferSearchRequest>[] = [
  {},
  { passengers: 5, currency: 'USD' },
  { pickup: { iataCode: 'JFK' }, dropoff: { address: 'Times Square, New York' } },
  { mode: 'round_trip', returnPickupDateTime: '2027-03-20T09:00:00' },
];

/** Returns the offer without the ids of its search. */
function contentOf({ resultId: _, bookingToken: __, expiresAt: ___, ...content }: TransferOffer) {
  return content;
}

it('the same search returns the same cars at the same prices, with new ids', async () => {
  const keys = await sandbox.sandbox.addProfile();
  for (const trip of TRIPS) {
    const first = await client.search(trip);
    sandbox.clock.advance(59 * MINUTE);
    const again = await client.search(trip);
    const foreign = await transferClient(sandbox, { keys }).search(trip);
    expect(again.offers.map(contentOf)).toEqual(first.offers.map(contentOf));
    expect(foreign.offers.map(contentOf)).toEqual(first.offers.map(contentOf));
    const ids = [first, again, foreign].flatMap(({ offers }) => offers.map(({ resultId }) => resultId));
    expect(new Set(ids).size).toBe(ids.length);
  }
});

it('another hour, party or route has different prices', async () => {
  const pricesOf = async (trip: Partial<TransferSearchRequest>) =>
    (await client.search(trip)).offers.map(({ totalAmount }) => totalAmount);
  const usual = await pricesOf({});
  expect(await pricesOf({ pickupDateTime: '2027-03-15T11:59:59' })).toEqual(usual);
  expect(await pricesOf({ pickupDateTime: '2027-03-15T12:00:00' })).not.toEqual(usual);
  expect(await pricesOf({ passengers: 3 })).not.toEqual(usual);
  expect(await pricesOf({ dropoff: { address: 'Gran Vía 1, Madrid' } })).not.toEqual(usual);
});

it('a chosen car is found again at its price after token_expired', async () => {
  const late = await client.priced();
  sandbox.clock.advance(HOUR / 4);
  expectFailed(await sandbox.post('/book', bookRequest(late)), 'token_expired');
  const { offers } = await client.search();
  expect(offers.map(contentOf)).toContainEqual(contentOf(late.offer));
});

it('a change by a day offers the booked vehicle again', async () => {
  const { offers } = await client.search();
  for (const offer of offers.filter(easy)) {
    const { reservationId, vehicle } = await client.reserve(
      (other) => easy(other) && other.vehicle.description === offer.vehicle.description,
    );
    const { search } = await client.pricedChange(reservationId, { pickupDateTime: '2027-03-16T11:30:00' });
    expect(search.offers.map((other) => other.vehicle)).toContainEqual(vehicle);
  }
  expect(present(offers.find(easy))).toBeDefined();
});
