// How a project tests its own client against the sandbox, in the same process and without a port.
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock, createSandbox } from '../src/index.ts'; // in your project: from 'taxiway'
import type { Sandbox } from '../src/index.ts';

const clock = new VirtualClock('2027-01-10T12:00:00Z');
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ seed: 'booking', clock, log: 'silent' });
});
afterAll(() => sandbox.close());

describe('my booking client', () => {
  it('confirms a completed booking', async () => {
    const outcome = await bookTransfer(await pricedOffer(), 'trip-1');
    expect(outcome).toMatchObject({ status: 'completed', reservations: [{ state: 'confirmed' }] });
  });

  it('reads a pending booking until it ends', async () => {
    const outcome = await bookTransfer(await pricedOffer(), 'trip-2', 'pending');
    expect(outcome).toMatchObject({ status: 'completed', partnerTrackingId: 'trip-2' });
  });

  it('finds the reservation that a lost response left behind', async () => {
    const outcome = await bookTransfer(await pricedOffer(), 'trip-3', '502-after-commit');
    expect(outcome).toMatchObject({ status: 'completed', partnerTrackingId: 'trip-3' });
  });

  it('takes an offer that expired in the meantime for refused', async () => {
    const offer = await pricedOffer();
    clock.advance(15 * 60_000);
    const outcome = await bookTransfer(offer, 'trip-4');
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'token_expired' } });
  });
});

// What follows stands for the client under test.

interface PricedOffer {
  searchId: string;
  resultId: string;
  bookingToken: string;
  pricingToken: string;
}

async function pricedOffer(): Promise<PricedOffer> {
  const search = await post('/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: '2027-03-15T11:30:00',
    passengers: 1,
  });
  const {
    searchId,
    offers: [{ resultId, bookingToken }],
  } = search.body;
  const pricing = await post('/pricing', { searchId, resultId, bookingToken });
  return { searchId, resultId, bookingToken, pricingToken: pricing.body.pricingToken };
}

/** Books once. Whatever stays open after that is read, never booked again. */
async function bookTransfer(offer: PricedOffer, partnerTrackingId: string, scenario?: string) {
  const booked = await post('/book', { ...offer, traveller, flight, partnerTrackingId }, scenario);
  let outcome = booked.status === 502 ? await readBooking(partnerTrackingId) : booked.body;
  for (let reads = 0; outcome.status === 'pending' && reads < 10; reads++)
    outcome = await readBooking(partnerTrackingId);
  return outcome;
}

async function readBooking(partnerTrackingId: string) {
  const read = await request(sandbox.app)
    .get('/reservations/details')
    .query({ partnerTrackingId })
    .set(sandbox.headers());
  return read.body;
}

function post(path: string, body: object, scenario?: string) {
  return request(sandbox.app)
    .post(path)
    .query(scenario ? { scenario } : {})
    .set(sandbox.headers())
    .send(body);
}

const traveller = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
const flight = { airlineIataCode: 'IB', flightNumber: '3166' };
