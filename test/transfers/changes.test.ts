import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../src/base/clock.ts';
import type { Reservation, Schema, TransferOffer } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import {
  changeRequest,
  easy,
  expectFailed,
  FLIGHT,
  pricingRequest,
  transferClient,
  TRAVELLER,
} from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const searchChange = (body: object, options = {}) => sandbox.post('/reservations/changes/search', body, options);
const confirm = (body: object, options = {}) => sandbox.post('/reservations/changes', body, options);
const LATER = { pickupDateTime: '2027-03-15T13:00:00' };

describe('the change journey', () => {
  it('the journey of change search, pricing and confirmation ends with a completed change [transfer.change.call-order]', async () => {
    const original = await client.reserve(easy, { partnerTrackingId: 'change-1' });
    const { reservationId } = original;
    const search = await searchChange({ reservationId, ...LATER });
    const offer = search.body.offers[0];
    const pricing = await sandbox.post('/pricing', pricingRequest(search.body, offer));
    const change = await confirm({
      reservationId,
      searchId: search.body.searchId,
      resultId: offer.resultId,
      pricingToken: pricing.body.pricingToken,
    });
    expect([search.status, pricing.status, change.status]).toEqual([200, 200, 200]);
    expect(change.body).toMatchObject({
      status: 'completed',
      completed: true,
      searchId: search.body.searchId,
      partnerTrackingId: 'change-1',
    });

    const [replacement] = change.body.reservations;
    expect(replacement).toMatchObject({
      state: 'confirmed',
      replaces: reservationId,
      replacedBy: null,
      pickupDateTime: '2027-03-15T13:00:00+01:00',
    });
    expect(replacement.reservationId).not.toBe(reservationId);
    expect(replacement.confirmationNumber).not.toBe(original.confirmationNumber);
    expect(await client.readReservation(reservationId)).toEqual({
      ...original,
      state: 'changed',
      replacedBy: replacement.reservationId,
    });
    expect(await client.readReservation(replacement.reservationId)).toEqual(replacement);
  });

  it('starts on POST /reservations/changes/search [transfer.endpoints.changes-search]', async () => {
    const { reservationId } = await client.reserve();
    const response = await searchChange({ reservationId, ...LATER });
    expect(response.status).toBe(200);
    expect(response.body.reservationId).toBe(reservationId);
    expect(response.body.offers.length).toBeGreaterThan(0);
  });

  it('ends on POST /reservations/changes [transfer.endpoints.changes]', async () => {
    const { reservationId } = await client.reserve();
    expect((await confirm(changeRequest(reservationId, await client.pricedChange(reservationId)))).status).toBe(200);
  });

  it('is priced like a search [transfer.endpoints.pricing]', async () => {
    const { reservationId } = await client.reserve();
    const { search, offer, pricing } = await client.pricedChange(reservationId);
    expect(pricing).toMatchObject({
      searchId: search.searchId,
      resultId: offer.resultId,
      baseAmount: offer.totalAmount,
    });
  });

  it('refuses the pricing of an ordinary search [transfer.change.call-order]', async () => {
    const { reservationId } = await client.reserve();
    expectFailed(await confirm(changeRequest(reservationId, await client.priced())), 'change_search_mismatch');
  });

  it('can be repeated from the new reservation, but not from the old one', async () => {
    const first = await client.reserve();
    const second = (await client.confirm(first.reservationId, await client.pricedChange(first.reservationId)))
      .reservations[0];
    expectRefusal(
      await searchChange({ reservationId: first.reservationId, ...LATER }),
      'reservation_not_changeable',
      '/reservationId',
    );
    const third = (await client.confirm(second.reservationId, await client.pricedChange(second.reservationId)))
      .reservations[0];
    expect(third.replaces).toBe(second.reservationId);
    expect(await client.readReservation(second.reservationId)).toMatchObject({
      state: 'changed',
      replaces: first.reservationId,
      replacedBy: third.reservationId,
    });
  });
});

describe('a change of a reservation with chosen amenities', () => {
  const CHOSEN = ['baby_seats', 'english'];
  const hasChosen = (offer: TransferOffer) =>
    easy(offer) && CHOSEN.every((wanted) => offer.amenities.some(({ key, included }) => key === wanted && !included));
  const chosenOf = ({ amenities }: { amenities: Schema['Amenity'][] }) =>
    amenities.filter(({ selected, included }) => selected && !included).map(({ key }) => key);

  async function reserveWithAmenities(): Promise<Reservation> {
    const search = await client.search();
    const offer = present(search.offers.find(hasChosen));
    const pricing = await client.price(search, offer, CHOSEN);
    return (await client.book({ search, offer, pricing })).reservations[0];
  }

  it('keeps the amenities in search, pricing, reservation and price', async () => {
    const original = await reserveWithAmenities();
    const priced = await client.pricedChange(original.reservationId);
    expect(priced.search.offers.map(chosenOf)).toEqual(priced.search.offers.map(() => CHOSEN));
    expect(chosenOf(priced.pricing)).toEqual(CHOSEN);
    const extra = priced.pricing.amenities
      .filter(({ key }) => CHOSEN.includes(key))
      .reduce((sum, { price }) => sum + price, 0);
    expect(priced.pricing.baseAmount).toBe(priced.offer.totalAmount);
    expect(priced.pricing.totalAmount).toBeCloseTo(priced.offer.totalAmount + extra, 2);
    const [changed] = (await client.confirm(original.reservationId, priced)).reservations;
    expect(chosenOf(present(changed))).toEqual(CHOSEN);
    expect(changed?.totalAmount).toBe(priced.pricing.totalAmount);
  });

  it.each([
    ['all', []],
    ['one', ['english']],
  ])('drops %s on explicit choice', async (_what, amenities) => {
    const { reservationId } = await reserveWithAmenities();
    const { search, offer } = await client.pricedChange(reservationId);
    const pricing = await client.price(search, offer, amenities);
    expect(chosenOf(pricing)).toEqual(amenities);
    const [changed] = (await client.confirm(reservationId, { search, offer, pricing })).reservations;
    expect(chosenOf(present(changed))).toEqual(amenities);
  });

  it('keeps the amenities over two changes', async () => {
    const original = await reserveWithAmenities();
    const first = (await client.confirm(original.reservationId, await client.pricedChange(original.reservationId)))
      .reservations[0];
    const second = await client.pricedChange(present(first).reservationId);
    expect(chosenOf(second.pricing)).toEqual(CHOSEN);
  });
});

describe('a change search', () => {
  it("offers only rides of the reservation's company", async () => {
    const original = await client.reserve();
    const { search } = await client.pricedChange(original.reservationId);
    expect(search.offers.every(({ supplier }) => supplier.name === original.supplier.name)).toBe(true);
  });

  it('uses the reservation for omitted fields', async () => {
    const original = await client.reserve(
      easy,
      {},
      { passengers: 3, currency: 'USD', mode: 'round_trip', returnPickupDateTime: '2027-03-20T09:00:00' },
    );
    const { search } = await client.pricedChange(original.reservationId, LATER);
    expect(search).toMatchObject({
      mode: 'round_trip',
      currency: 'USD',
      passengers: 3,
      pickup: original.pickup,
      dropoff: original.dropoff,
      pickupDateTime: '2027-03-15T13:00:00+01:00',
      returnPickupDateTime: original.returnPickupDateTime,
    });
  });

  it('uses the sent places, times and passengers', async () => {
    const { reservationId } = await client.reserve();
    const input = {
      pickup: { address: 'Gran Vía 1, Madrid' },
      dropoff: { iataCode: 'MAD' },
      pickupDateTime: '2027-03-16T06:00:00',
      passengers: 3,
    };
    const { search } = await client.pricedChange(reservationId, input);
    expect(search).toMatchObject({
      pickup: { address: 'Gran Vía 1, Madrid' },
      dropoff: { iataCode: 'MAD' },
      pickupDateTime: '2027-03-16T06:00:00+01:00',
      passengers: 3,
    });
  });

  it('refuses invalid input like a search', async () => {
    const { reservationId } = await client.reserve();
    expectRefusal(await searchChange({ reservationId, dropoff: { iataCode: 'BCN' } }), 'transfer_too_far');
    expectRefusal(await searchChange({ reservationId, pickupDateTime: '2027-01-10T12:00:00' }), 'pickup_in_past');
    expectRefusal(
      await searchChange({ reservationId, returnPickupDateTime: '2027-03-20T09:00:00' }),
      'return_pickup_invalid',
    );
  });

  it('refuses a reservation that is unknown, of another profile, cancelled or not amendable', async () => {
    const { reservationId } = await client.reserve();
    const keys = await sandbox.sandbox.addProfile();
    expectRefusal(await searchChange({ reservationId: '0'.repeat(32), ...LATER }), 'reservation_not_found');
    expectRefusal(await searchChange({ reservationId, ...LATER }, { keys }), 'reservation_not_found');
    await sandbox.post('/reservations/cancel', { reservationId });
    expectRefusal(await searchChange({ reservationId, ...LATER }), 'reservation_not_changeable');
    const fixed = await client.reserve((offer) => !offer.cancellation.amendable && !offer.flightInfoRequired);
    expectRefusal(await searchChange({ reservationId: fixed.reservationId, ...LATER }), 'reservation_not_changeable');
  });
});

describe('a confirmation', () => {
  it('uses the original for omitted details', async () => {
    const details = {
      flight: FLIGHT,
      extraPassengers: [{ firstName: 'Charles', lastName: 'Babbage' }],
      specialInstructions: 'Two suitcases',
      partnerTrackingId: 'change-2',
    };
    const original = await client.reserve(easy, details);
    const kept = (await client.confirm(original.reservationId, await client.pricedChange(original.reservationId)))
      .reservations[0];
    expect(kept).toMatchObject({ traveller: TRAVELLER, ...details });
    const given = {
      flight: { airlineIataCode: 'VY', flightNumber: '1001' },
      specialInstructions: 'None',
      partnerTrackingId: 'change-3',
    };
    const replaced = (await client.confirm(kept.reservationId, await client.pricedChange(kept.reservationId), given))
      .reservations[0];
    expect(replaced).toMatchObject({ traveller: TRAVELLER, ...details, ...given });
  });

  it('accepts only as many names as extra passengers', async () => {
    const original = await client.reserve(easy, { extraPassengers: [{ firstName: 'Charles', lastName: 'Babbage' }] });
    const changed = await client.confirm(
      original.reservationId,
      await client.pricedChange(original.reservationId, { passengers: 1 }),
    );
    expect(changed.reservations[0]).toMatchObject({ passengers: 1, extraPassengers: [] });
  });

  it('is refused without a pricing, and for an unknown result, search or reservation', async () => {
    const { reservationId } = await client.reserve();
    const request = changeRequest(reservationId, await client.pricedChange(reservationId));
    expectFailed(await confirm({ ...request, pricingToken: undefined }), 'pricing_required');
    expectFailed(await confirm({ ...request, resultId: '0'.repeat(32) }), 'result_not_found');
    expectFailed(await confirm({ ...request, searchId: '0'.repeat(32) }), 'search_not_found');
    expectFailed(await confirm({ ...request, reservationId: '0'.repeat(32) }), 'reservation_not_found');
    expect((await client.readReservation(reservationId)).state).toBe('confirmed');
  });

  it('is refused with the change search of another reservation', async () => {
    const [one, other] = [await client.reserve(), await client.reserve()];
    const request = changeRequest(one.reservationId, await client.pricedChange(other.reservationId));
    expectFailed(await confirm(request), 'change_search_mismatch');
  });

  it('is refused for another profile', async () => {
    const { reservationId } = await client.reserve();
    const request = changeRequest(reservationId, await client.pricedChange(reservationId));
    const keys = await sandbox.sandbox.addProfile();
    expectFailed(await confirm(request, { keys }), 'reservation_not_found');
  });

  it('is refused with a phone number that cannot exist or more names than passengers', async () => {
    const { reservationId } = await client.reserve();
    const request = changeRequest(reservationId, await client.pricedChange(reservationId));
    expectFailed(
      await confirm({ ...request, traveller: { ...TRAVELLER, phoneNumber: '+34000000000' } }),
      'invalid_phone_number',
    );
    expectFailed(
      await confirm({ ...request, extraPassengers: Array(3).fill({ firstName: 'A', lastName: 'B' }) }),
      'too_many_extra_passengers',
    );
  });

  it('is refused once the original has been cancelled', async () => {
    const { reservationId } = await client.reserve();
    const priced = await client.pricedChange(reservationId);
    await sandbox.post('/reservations/cancel', { reservationId });
    expectFailed(await confirm(changeRequest(reservationId, priced)), 'reservation_not_changeable');
  });

  it('returns the same response if it is sent again; a different one with its pricing is refused', async () => {
    const { reservationId } = await client.reserve();
    const priced = await client.pricedChange(reservationId);
    const first = await client.confirm(reservationId, priced);
    expect(await client.confirm(reservationId, priced)).toEqual(first);
    expectFailed(
      await confirm(changeRequest(reservationId, priced, { specialInstructions: 'Ring twice' })),
      'pricing_already_used',
    );
  });
});

describe('the original of a change', () => {
  it('the original stays active after the change search and after pricing [transfer.change.original-stays-active]', async () => {
    const original = await client.reserve();
    await client.pricedChange(original.reservationId);
    expect(await client.readReservation(original.reservationId)).toEqual(original);
  });

  it('the original stays active during a pending change, and is closed when the change completes [transfer.change.original-stays-active]', async () => {
    const original = await client.reserve();
    const priced = await client.pricedChange(original.reservationId);
    expect((await client.confirm(original.reservationId, priced, {}, { scenario: 'pending' })).status).toBe('pending');
    const { searchId } = priced.search;
    expect((await client.read({ searchId })).status).toBe('pending');
    expect(await client.readReservation(original.reservationId)).toEqual(original);
    const settled = await client.read({ searchId });
    expect(settled).toMatchObject({ status: 'completed', reservations: [{ replaces: original.reservationId }] });
    expect((await client.readReservation(original.reservationId)).state).toBe('changed');
  });

  it('the original stays active after the change failed, immediately or later [transfer.change.original-stays-active]', async () => {
    const original = await client.reserve();
    const { reservationId } = original;
    const refused = await client.pricedChange(reservationId);
    expectFailed(await confirm(changeRequest(reservationId, refused), { scenario: 'failed' }), 'supplier_rejected');
    const pending = await client.pricedChange(reservationId);
    await client.confirm(reservationId, pending, {}, { scenario: 'pending-then-failed' });
    sandbox.clock.advance(30_000);
    expectFailed(
      await sandbox.get('/reservations/details', { query: { searchId: pending.search.searchId } }),
      'supplier_rejected',
    );
    expect(await client.readReservation(reservationId)).toEqual(original);
  });

  it('the original stays active until a pending change is due, even without a read of the change', async () => {
    const original = await client.reserve();
    const priced = await client.pricedChange(original.reservationId);
    await client.confirm(original.reservationId, priced, {}, { scenario: 'pending' });
    sandbox.clock.advance(29_999);
    expect(await client.readReservation(original.reservationId)).toEqual(original);
    sandbox.clock.advance(1);
    expect((await client.readReservation(original.reservationId)).state).toBe('changed');
  });

  it('a cancellation of the original makes the pending change fail', async () => {
    const { reservationId } = await client.reserve();
    const priced = await client.pricedChange(reservationId);
    await client.confirm(reservationId, priced, {}, { scenario: 'pending' });
    expect((await sandbox.post('/reservations/cancel', { reservationId })).status).toBe(200);
    await client.read({ searchId: priced.search.searchId });
    expectFailed(
      await sandbox.get('/reservations/details', { query: { searchId: priced.search.searchId } }),
      'reservation_not_changeable',
    );
    expect(await client.readReservation(reservationId)).toMatchObject({ state: 'cancelled', replacedBy: null });
  });
});

it('a reservation cannot be changed from its pickup on', async () => {
  const { reservationId, pickupDateTime } = await client.reserve();
  sandbox.clock.set(parseInstant(pickupDateTime) - 60_000);
  const priced = await client.pricedChange(reservationId);
  sandbox.clock.set(parseInstant(pickupDateTime));
  expectRefusal(
    await searchChange({ reservationId, pickupDateTime: '2027-03-16T13:00:00' }),
    'reservation_not_changeable',
  );
  expectFailed(await confirm(changeRequest(reservationId, priced)), 'reservation_not_changeable');
});
