import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { bookRequest, changeRequest, easy, expectFailed, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const details = (query: Record<string, string>) => sandbox.get('/reservations/details', { query });
const eachKey = (keys: Record<string, string>) => Object.entries(keys).map(([key, value]) => ({ [key]: value }));

it('a read finds a new reservation [transfer.endpoints.details]', async () => {
  const { reservationId } = await client.reserve();
  const response = await details({ reservationId });
  expect(response.status).toBe(200);
  expect(response.body.reservations[0].reservationId).toBe(reservationId);
});

it('a read returns the same for each of the four keys', async () => {
  const priced = await client.priced();
  const made = await client.book(priced, { partnerTrackingId: 'reads-1' });
  const { reservationId, confirmationNumber, searchId } = made.reservations[0];
  for (const query of eachKey({ reservationId, confirmationNumber, searchId, partnerTrackingId: 'reads-1' }))
    expect(await client.read(query)).toEqual(made);
});

it('a read accepts any encoding of its query', async () => {
  const made = await client.book(await client.priced(), { partnerTrackingId: 'van 1: a/b + (c)*' });
  for (const written of [
    'van+1%3A+a%2Fb+%2B+%28c%29*',
    'van%201:%20a/b%20%2B%20(c)*',
    'van%201%3A+a%2Fb%20%2b%20(c)%2A',
  ]) {
    const response = await sandbox.get(`/reservations/details?partnerTrackingId=${written}`);
    expect([response.status, response.body]).toEqual([200, made]);
  }
});

it('a read finds the reservation by its confirmation number [transfer.identifiers.confirmation-number]', async () => {
  const reservation = await client.reserve();
  expect((await client.read({ confirmationNumber: reservation.confirmationNumber })).reservations).toEqual([
    reservation,
  ]);
});

it('a read requires one identifier [transfer.identifiers.needed-later]', async () => {
  const { reservationId, searchId } = await client.reserve();
  expectRefusal(await details({}), 'reservation_key_required');
  expectRefusal(await details({ reservationId, searchId }), 'reservation_key_required');
  expectRefusal(
    await sandbox.post('/reservations/changes/search', { pickupDateTime: '2027-03-15T13:00:00' }),
    'invalid_request',
  );
  expectRefusal(await sandbox.post('/reservations/cancel', {}), 'invalid_request');
});

it.each(['reservationId', 'searchId', 'confirmationNumber', 'partnerTrackingId'])(
  'a read refuses an unknown %s',
  async (key) => {
    expectRefusal(await details({ [key]: '0'.repeat(32) }), 'reservation_not_found');
  },
);

it('a read finds no reservation of another profile, by any key', async () => {
  const { reservationId, confirmationNumber, searchId } = await client.reserve(undefined, {
    partnerTrackingId: 'reads-2',
  });
  const keys = await sandbox.sandbox.addProfile();
  for (const query of eachKey({ reservationId, confirmationNumber, searchId, partnerTrackingId: 'reads-2' })) {
    expectRefusal(await sandbox.get('/reservations/details', { keys, query }), 'reservation_not_found');
  }
});

describe('several bookings under one key', () => {
  const search = async () => {
    const priced = await client.priced();
    const again = async () => ({ ...priced, pricing: await client.price(priced.search, priced.offer) });
    return { priced, again, searchId: priced.search.searchId };
  };

  it('a lost active booking is still listed after a second one is cancelled', async () => {
    const { priced, again, searchId } = await search();
    await sandbox.post('/book', bookRequest(priced), { scenario: '502-after-commit' });
    const [second] = (await client.book(await again())).reservations;
    await sandbox.post('/reservations/cancel', { reservationId: second.reservationId });
    const { status, completed, reservations } = await client.read({ searchId });
    expect({ status, completed }).toEqual({ status: 'completed', completed: true });
    expect(reservations).toMatchObject([{ ...second, state: 'cancelled', cancelledAt: NOW }, { state: 'confirmed' }]);
  });

  it('an active booking is listed together with a pending one', async () => {
    const { priced, again, searchId } = await search();
    const [first] = (await client.book(priced)).reservations;
    await client.book(await again(), {}, { scenario: 'pending-forever' });
    expect(await client.read({ searchId })).toMatchObject({ status: 'completed', reservations: [first] });
  });

  it('a pending booking is listed together with a cancelled one', async () => {
    const { priced, again, searchId } = await search();
    const [first] = (await client.book(priced)).reservations;
    await sandbox.post('/reservations/cancel', { reservationId: first.reservationId });
    await client.book(await again(), {}, { scenario: 'pending-forever' });
    expect(await client.read({ searchId })).toMatchObject({
      status: 'pending',
      completed: false,
      reservations: [{ reservationId: first.reservationId, state: 'cancelled' }],
    });
  });

  it('a booking with a hidden cancellation is listed as active, together with a pending one', async () => {
    const { priced, again, searchId } = await search();
    const [first] = (await client.book(priced)).reservations;
    await client.book(await again(), {}, { scenario: 'pending-forever' });
    await sandbox.post('/reservations/cancel', { reservationId: first.reservationId }, { scenario: '502-late' });
    expect(await client.read({ searchId })).toMatchObject({ status: 'completed', reservations: [first] });
    sandbox.clock.advance(30_000);
    expect(await client.read({ searchId })).toMatchObject({
      status: 'pending',
      reservations: [{ reservationId: first.reservationId, state: 'cancelled' }],
    });
  });

  it('bookings of two searches with one partnerTrackingId are listed, the newest first', async () => {
    const partnerTrackingId = 'reads-3';
    const first = await client.reserve(undefined, { partnerTrackingId });
    const second = await client.reserve(undefined, { partnerTrackingId });
    await client.book(await client.priced(), { partnerTrackingId }, { scenario: 'pending-then-failed' });
    for (let read = 0; read < 3; read++)
      expect(await client.read({ partnerTrackingId })).toMatchObject({
        status: 'completed',
        searchId: second.searchId,
        reservations: [second, first],
      });
  });

  it.each(['pending-forever', '502-late', 'failed', 'pending-then-failed'])(
    'a read by the partnerTrackingId finds the original of a change under %s',
    async (scenario) => {
      const partnerTrackingId = `reads-${scenario}`;
      const original = await client.reserve(easy, { partnerTrackingId });
      const { reservationId } = original;
      const change = await client.pricedChange(reservationId);
      await sandbox.post('/reservations/changes', changeRequest(reservationId, change), { scenario });
      expect(await client.read({ partnerTrackingId })).toMatchObject({
        status: 'completed',
        completed: true,
        reservations: [original],
      });
    },
  );

  it('a completed change is listed before its original', async () => {
    const partnerTrackingId = 'reads-changed';
    const { reservationId } = await client.reserve(easy, { partnerTrackingId });
    const { reservations } = await client.confirm(reservationId, await client.pricedChange(reservationId));
    expect((await client.read({ partnerTrackingId })).reservations).toMatchObject([
      reservations[0],
      { reservationId, state: 'changed', replacedBy: reservations[0].reservationId },
    ]);
  });
});

it('a read of a search with only failed bookings returns the failure', async () => {
  const priced = await client.priced();
  const again = { ...priced, pricing: await client.price(priced.search, priced.offer) };
  for (const attempt of [priced, again]) await client.book(attempt, {}, { scenario: 'pending-then-failed' });
  sandbox.clock.advance(30_000);
  expectFailed(await details({ searchId: priced.search.searchId }), 'supplier_rejected');
});
