import { describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';

/** Madrid is an hour ahead of UTC in January. */
const today = async (sandbox: ReturnType<typeof useSandbox>): Promise<Offer[]> => {
  const { status, body } = await sandbox.post('/v1/flights/search', {
    slices: [{ origin: 'MAD', destination: 'BCN', departure_date: '2027-01-10' }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
  });
  expect(status).toBe(200);
  return body.offers;
};
const departures = (offers: readonly Offer[]) =>
  offers.map(({ slices: [slice] }) => slice.departure.departingAt).sort();

describe('a search for today', () => {
  const sandbox = useSandbox();

  it('offers only flights that depart in an hour or later', async () => {
    const offers = await today(sandbox);
    expect(offers.length).toBeGreaterThan(0);
    expect(departures(offers)[0] >= '2027-01-10T14:00:00').toBe(true);
  });

  it('offers nothing after the last departure', async () => {
    sandbox.clock.set('2027-01-10T22:58:00Z');
    expect(await today(sandbox)).toEqual([]);
  });
});

describe('without a cut-off, and with offers that live for hours', () => {
  const sandbox = useSandbox({ bookingCutoffMinutes: 0, offerMinutes: 720 });

  it('an order is refused from the minute of the first departure on', async () => {
    const [offer] = (await today(sandbox)).sort((a, b) =>
      a.slices[0].departure.departingAt < b.slices[0].departure.departingAt ? 1 : -1,
    );
    const departure = Date.parse(`${offer.slices[0].departure.departingAt}+01:00`);
    const order = flightOrder(offer);
    const passengers = order.passengers.map((passenger) => ({ ...passenger, id: 'unknown' }));
    const send = () =>
      sandbox.post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, { ...order, passengers });
    sandbox.clock.set(new Date(departure - 1000).toISOString());
    expectRefusal(await send(), 'passenger_extra');
    sandbox.clock.set(new Date(departure).toISOString());
    expectRefusal(await send(), 'offer_departed', 'path/offerId');
  });
});
