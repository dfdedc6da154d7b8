import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { useSandbox } from '../support/sandbox.ts';
import {
  AIRPORT_TO_TOWN,
  bookRequest,
  changeRequest,
  expectFailed,
  pricingRequest,
  transferClient,
} from './transfer-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns the local date-time in Madrid, an hour ahead of UTC in January. */
function inMadrid(instant: number): string {
  return new Date(instant + HOUR).toISOString().slice(0, 19);
}

/** Moves the clock to the next full hour: it never goes back. */
function nextHour({ clock }: TestSandbox): number {
  clock.set((Math.floor(clock.now() / HOUR) + 1) * HOUR);
  return clock.now();
}

describe('without a lead time', () => {
  const sandbox = useSandbox({ transferLeadMinutes: 0 });
  const client = transferClient(sandbox);
  const start = () => {
    const pickupAt = nextHour(sandbox) + 10 * MINUTE;
    return { pickupAt, soon: { pickupDateTime: inMadrid(pickupAt) } };
  };

  it('an offer and its pricing end with the pickup', async () => {
    const { pickupAt, soon } = start();
    const { search, offer, pricing } = await client.priced(undefined, soon);
    expect(search.offers.map(({ expiresAt }) => Date.parse(expiresAt))).toEqual(search.offers.map(() => pickupAt));
    expect(Date.parse(pricing.expiresAt)).toBe(pickupAt);
    expect(Date.parse(offer.expiresAt)).toBeLessThan(Date.parse(search.expiresAt));
  });

  it('pricing and booking work until the last millisecond before the pickup, and not at the pickup', async () => {
    const { pickupAt, soon } = start();
    const [priced, late] = [await client.priced(undefined, soon), await client.priced(undefined, soon)];
    sandbox.clock.set(pickupAt - 1);
    await client.price(priced.search, priced.offer);
    expect((await client.book(priced)).status).toBe('completed');
    sandbox.clock.set(pickupAt);
    expectRefusal(await sandbox.post('/pricing', pricingRequest(late.search, late.offer)), 'token_expired');
    expectFailed(await sandbox.post('/book', bookRequest(late)), 'token_expired');
    expect((await sandbox.get('/reservations/details', { query: { searchId: late.search.searchId } })).body.code).toBe(
      'reservation_not_found',
    );
  });

  it('a change confirmed at its new pickup leaves the original confirmed', async () => {
    const { pickupAt, soon } = start();
    const { reservationId } = await client.reserve();
    const late = await client.pricedChange(reservationId, soon);
    sandbox.clock.set(pickupAt);
    expectFailed(await sandbox.post('/reservations/changes', changeRequest(reservationId, late)), 'token_expired');
    expect((await client.readReservation(reservationId)).state).toBe('confirmed');
  });

  it('a change confirmed a millisecond before its new pickup replaces the original', async () => {
    const { pickupAt, soon } = start();
    const { reservationId } = await client.reserve();
    const change = await client.pricedChange(reservationId, soon);
    sandbox.clock.set(pickupAt - 1);
    expect((await client.confirm(reservationId, change)).status).toBe('completed');
    expect((await client.readReservation(reservationId)).state).toBe('changed');
  });

  it('a search of a pickup a millisecond ago is refused with pickup_in_past', async () => {
    const { pickupAt, soon } = start();
    sandbox.clock.set(pickupAt + 1);
    expectRefusal(await sandbox.post('/search', { ...AIRPORT_TO_TOWN, ...soon }), 'pickup_in_past', '/pickupDateTime');
  });
});

describe('with the lead time of each vehicle class', () => {
  const sandbox = useSandbox();
  const client = transferClient(sandbox);

  it.each([
    ['economy', 60, 2],
    ['standard', 60, 2],
    ['business', 120, 2],
    ['van', 120, 6],
    ['minibus', 240, 12],
    ['coach', 1440, 40],
  ])('a %s is offered until %i minutes before its pickup', async (vehicleClass, minutes, passengers) => {
    const found = async (pickupAt: number) => {
      const response = await sandbox.post('/search', {
        ...AIRPORT_TO_TOWN,
        passengers,
        pickupDateTime: inMadrid(pickupAt),
      });
      const offers: { vehicle: { class: string }; expiresAt: string }[] = response.body.offers ?? [];
      return offers.filter(({ vehicle }) => vehicle.class === vehicleClass);
    };
    // Not every hour has every class.
    let pickupAt = nextHour(sandbox) + 72 * HOUR;
    while ((await found(pickupAt)).length === 0) pickupAt += HOUR;
    const last = pickupAt - minutes * MINUTE;
    sandbox.clock.set(last - 1);
    const offers = await found(pickupAt);
    expect(offers.map(({ expiresAt }) => Date.parse(expiresAt))).toEqual(offers.map(() => last));
    expect(offers.length).toBeGreaterThan(0);
    sandbox.clock.set(last);
    expect(await found(pickupAt)).toEqual([]);
  });

  it('a pickup too soon for every vehicle is refused with pickup_too_soon', async () => {
    const now = nextHour(sandbox);
    const response = await sandbox.post('/search', { ...AIRPORT_TO_TOWN, pickupDateTime: inMadrid(now + 10 * MINUTE) });
    expectRefusal(response, 'pickup_too_soon', '/pickupDateTime');
    expect(response.body.message[0]).toContain(inMadrid(now + 10 * MINUTE));
  });

  it('a scenario without offers still returns an empty list for a pickup with enough time', async () => {
    const response = await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario: 'no-offers' });
    expect(response.body.offers).toEqual([]);
  });

  it('an offer does not outlive its search if the pickup is far ahead', async () => {
    const { expiresAt, offers } = await client.search();
    expect(offers.map((offer) => offer.expiresAt)).toEqual(offers.map(() => expiresAt));
  });

  it('pricing a change is refused once its reservation cannot be changed', async () => {
    const { reservationId } = await client.reserve();
    const { search, offer } = await client.pricedChange(reservationId);
    await sandbox.post('/reservations/cancel', { reservationId });
    const response = await sandbox.post('/pricing', pricingRequest(search, present(offer)));
    expectRefusal(response, 'reservation_not_changeable');
  });
});
