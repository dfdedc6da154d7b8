import { expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { expectFailed, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const details = (query: Record<string, string>) => sandbox.get('/reservations/details', { query });
const eachKey = (keys: Record<string, string>) => Object.entries(keys).map(([key, value]) => ({ [key]: value }));

it('finds a reservation just made [transfer.endpoints.details]', async () => {
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

it('finds it by its confirmation number [transfer.identifiers.confirmation-number]', async () => {
  const reservation = await client.reserve();
  expect((await client.read({ confirmationNumber: reservation.confirmationNumber })).reservations).toEqual([
    reservation,
  ]);
});

it('needs one identifier and shows nothing without [transfer.identifiers.needed-later]', async () => {
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
  'refuses a %s that nothing has',
  async (key) => {
    expectRefusal(await details({ [key]: '0'.repeat(32) }), 'reservation_not_found');
  },
);

it('shows no reservation of another profile, by any key', async () => {
  const { reservationId, confirmationNumber, searchId } = await client.reserve(undefined, {
    partnerTrackingId: 'reads-2',
  });
  const keys = await sandbox.sandbox.addProfile();
  for (const query of eachKey({ reservationId, confirmationNumber, searchId, partnerTrackingId: 'reads-2' })) {
    expectRefusal(await sandbox.get('/reservations/details', { keys, query }), 'reservation_not_found');
  }
});

it('of one partnerTrackingId shows the latest booking that has not failed', async () => {
  const partnerTrackingId = 'reads-3';
  await client.reserve(undefined, { partnerTrackingId });
  const second = await client.reserve(undefined, { partnerTrackingId });
  await client.book(await client.priced(), { partnerTrackingId }, { scenario: 'pending-then-failed' });
  expect((await client.read({ partnerTrackingId })).status).toBe('pending');
  expect((await client.read({ partnerTrackingId })).reservations).toEqual([second]);
});

it('of one search whose bookings all failed shows the failure', async () => {
  const priced = await client.priced();
  const again = { ...priced, pricing: await client.price(priced.search, priced.offer) };
  for (const attempt of [priced, again]) await client.book(attempt, {}, { scenario: 'pending-then-failed' });
  sandbox.clock.advance(30_000);
  expectFailed(await details({ searchId: priced.search.searchId }), 'supplier_rejected');
});
