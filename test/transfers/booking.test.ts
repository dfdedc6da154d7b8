import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import {
  AIRPORT_TO_TOWN,
  bookRequest,
  easy,
  expectFailed,
  FLIGHT,
  transferClient,
  TRAVELLER,
} from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const book = (body: object, options = {}) => sandbox.post('/book', body, options);
const EXTRA = { firstName: 'Charles', lastName: 'Babbage' };

describe('the journey', () => {
  it('the journey of search, pricing, book and read ends with the reservation [transfer.booking.call-order]', async () => {
    const search = await sandbox.post('/search', AIRPORT_TO_TOWN);
    const { searchId, offers } = search.body;
    const { resultId, bookingToken, totalAmount, amenities } = offers.find(easy);
    const extra = amenities.find((a: { included: boolean }) => !a.included);
    const pricing = await sandbox.post('/pricing', { searchId, resultId, bookingToken, amenities: [extra.key] });
    const details = {
      traveller: TRAVELLER,
      extraPassengers: [EXTRA],
      flight: FLIGHT,
      specialInstructions: 'Two suitcases',
      partnerTrackingId: 'journey-1',
    };
    const booking = await book({
      searchId,
      resultId,
      bookingToken,
      pricingToken: pricing.body.pricingToken,
      ...details,
    });
    expect([search.status, pricing.status, booking.status]).toEqual([200, 200, 200]);

    const read = await sandbox.get('/reservations/details', {
      query: { reservationId: booking.body.reservations[0].reservationId },
    });
    expect(read.body).toEqual(booking.body);
    expect(read.body.reservations[0]).toMatchObject({
      searchId,
      resultId,
      ...details,
      state: 'confirmed',
      replaces: null,
      replacedBy: null,
      cancelledAt: null,
      createdAt: '2027-01-10T12:00:00.000Z',
      pickupDateTime: '2027-03-15T11:30:00+01:00',
      passengers: 2,
    });
    expect(read.body.reservations[0].totalAmount).toBeCloseTo(totalAmount + extra.price, 2);
    expect(read.body.reservations[0].amenities).toContainEqual({ ...extra, selected: true });
  });

  it('cannot omit the pricing [transfer.pricing.mandatory]', async () => {
    const { pricingToken: _left, ...request } = bookRequest(await client.priced());
    expectFailed(await book(request), 'pricing_required');
    expectRefusal(
      await sandbox.get('/reservations/details', { query: { searchId: request.searchId } }),
      'reservation_not_found',
    );
  });

  it('accepts only the searchId of the search in every later call [transfer.identifiers.search-id]', async () => {
    const priced = await client.priced();
    expectFailed(await book({ ...bookRequest(priced), searchId: 'f'.repeat(32) }), 'search_not_found');
    await client.book(priced);
    expect((await client.read({ searchId: priced.search.searchId })).status).toBe('completed');
    expectRefusal(
      await sandbox.get('/reservations/details', { query: { searchId: 'f'.repeat(32) } }),
      'reservation_not_found',
    );
  });

  it('accepts only the resultId of the selected offer [transfer.identifiers.result-id]', async () => {
    const priced = await client.priced();
    const other = present(priced.search.offers.find(({ resultId }) => resultId !== priced.offer.resultId));
    expectFailed(await book({ ...bookRequest(priced), resultId: 'f'.repeat(32) }), 'result_not_found');
    expectFailed(await book({ ...bookRequest(priced), resultId: other.resultId }), 'booking_token_invalid');
    expect((await client.book(priced)).reservations[0].resultId).toBe(priced.offer.resultId);
  });
});

describe('a booking', () => {
  it('returns 200 on POST /book [transfer.endpoints.book]', async () => {
    expect((await book(bookRequest(await client.priced()))).status).toBe(200);
  });

  it('a completed booking has the flag and a reservation [transfer.booking.completed]', async () => {
    const result = await client.book(await client.priced());
    expect(result).toMatchObject({ status: 'completed', completed: true });
    expect(result.reservations).toHaveLength(1);
    expect(result).not.toHaveProperty('error');
  });

  it('has a unique id and a unique confirmation number [transfer.identifiers.reservation-id]', async () => {
    const [one, other] = [await client.reserve(), await client.reserve()];
    expect(one.reservationId).toMatch(/^[0-9a-f]{32}$/);
    expect(other.reservationId).not.toBe(one.reservationId);
    expect(other.confirmationNumber).not.toBe(one.confirmationNumber);
    expect((await client.read({ reservationId: one.reservationId })).reservations).toEqual([one]);
  });

  it('a refused booking returns 200 and failed with the reason, and nothing can be read [transfer.booking.failed]', async () => {
    const priced = await client.priced();
    expectFailed(await book(bookRequest(priced), { scenario: 'failed' }), 'supplier_rejected');
    expectRefusal(
      await sandbox.get('/reservations/details', { query: { searchId: priced.search.searchId } }),
      'reservation_not_found',
    );
  });

  it('has one of three statuses, always with HTTP 200 [transfer.booking.http-200-with-status]', async () => {
    const responses = [
      await book(bookRequest(await client.priced())),
      await book(bookRequest(await client.priced()), { scenario: 'pending' }),
      await book(bookRequest(await client.priced()), { scenario: 'failed' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(({ body }) => body.status)).toEqual(['completed', 'pending', 'failed']);
  });

  it('accepts the phone numbers that Ofcom reserves for fiction', async () => {
    const traveller = { ...TRAVELLER, phoneNumber: '+447700900123' };
    expect((await book(bookRequest(await client.priced(), { traveller }))).body.status).toBe('completed');
  });

  it('can use the pricing of a refused booking', async () => {
    const priced = await client.priced();
    expectFailed(
      await book(bookRequest(priced, { traveller: { ...TRAVELLER, phoneNumber: '+34000000000' } })),
      'invalid_phone_number',
    );
    expectFailed(await book(bookRequest(priced), { scenario: 'failed' }), 'supplier_rejected');
    expect((await client.book(priced)).status).toBe('completed');
  });

  it('echoes the partnerTrackingId, whether it is refused or not', async () => {
    const priced = await client.priced();
    const refused = await book(bookRequest(priced, { partnerTrackingId: 'p-1' }), { scenario: 'failed' });
    expect(refused.body.partnerTrackingId).toBe('p-1');
    const made = await client.book(priced, { partnerTrackingId: 'p-1' });
    expect(made.partnerTrackingId).toBe('p-1');
    expect(made.reservations[0].partnerTrackingId).toBe('p-1');
  });
});

describe('a booking is refused', () => {
  it('a booking is refused for an offer of a change search', async () => {
    const { reservationId } = await client.reserve();
    expectFailed(await book(bookRequest(await client.pricedChange(reservationId))), 'change_confirmation_required');
  });

  it('a booking is refused without the required flight, and accepted with it', async () => {
    const priced = await client.priced((offer) => offer.flightInfoRequired && !offer.extraPassengersRequired);
    expectFailed(await book(bookRequest(priced)), 'flight_info_required');
    expect((await client.book(priced, { flight: FLIGHT })).reservations[0].flight).toEqual(FLIGHT);
  });

  it('a booking is refused without the required names, and accepted with them', async () => {
    const priced = await client.priced((offer) => offer.extraPassengersRequired && !offer.flightInfoRequired, {
      passengers: 3,
    });
    expectFailed(await book(bookRequest(priced)), 'extra_passengers_required');
    expectFailed(await book(bookRequest(priced, { extraPassengers: [EXTRA] })), 'extra_passengers_required');
    expect((await client.book(priced, { extraPassengers: [EXTRA, EXTRA] })).status).toBe('completed');
  });

  it('a booking is refused with more names than the search has passengers', async () => {
    expectFailed(
      await book(bookRequest(await client.priced(), { extraPassengers: [EXTRA, EXTRA] })),
      'too_many_extra_passengers',
    );
  });

  it('a booking is refused with 400, not with failed, if the body is invalid', async () => {
    const priced = await client.priced();
    expectRefusal(await book({ ...bookRequest(priced), traveller: undefined }), 'invalid_request');
    expectRefusal(await book({ ...bookRequest(priced), userId: '7' }), 'non_whitelisted_field');
  });
});

describe('the same pricing sent again', () => {
  it('the same booking sent again returns the same response, and is not booked twice', async () => {
    const priced = await client.priced();
    const [first, second] = [
      await client.book(priced, { partnerTrackingId: 'again-1' }),
      await client.book(priced, { partnerTrackingId: 'again-1' }),
    ];
    expect(second).toEqual(first);
  });

  it('counts as the same booking regardless of the order of its fields', async () => {
    const priced = await client.priced();
    const first = await client.book(priced);
    const reversed = Object.fromEntries(Object.entries(bookRequest(priced)).reverse());
    expect((await book(reversed)).body).toEqual(first);
  });

  it('returns the current reservation', async () => {
    const priced = await client.priced();
    const { reservationId } = (await client.book(priced)).reservations[0];
    await sandbox.post('/reservations/cancel', { reservationId });
    expect((await client.book(priced)).reservations[0]).toMatchObject({ reservationId, state: 'cancelled' });
  });

  it('another booking with the same pricing is refused', async () => {
    const priced = await client.priced();
    await client.book(priced);
    expectFailed(await book(bookRequest(priced, { specialInstructions: 'Ring twice' })), 'pricing_already_used');
  });

  it('another booking with the same pricing is refused for the same reason after the offer has expired', async () => {
    const priced = await client.priced();
    await client.book(priced);
    sandbox.clock.set(priced.offer.expiresAt);
    expectFailed(await book(bookRequest(priced, { specialInstructions: 'Ring twice' })), 'pricing_already_used');
  });

  it('twenty concurrent requests make one reservation and get twenty equal responses', async () => {
    const request = bookRequest(await client.priced(), { partnerTrackingId: 'race-1' });
    const responses = await Promise.all(Array.from({ length: 20 }, () => book(request)));
    expect(responses.map(({ body }) => body.status)).toEqual(Array(20).fill('completed'));
    for (const { body } of responses) expect(body).toEqual(responses[0].body);
  });
});
