import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, bookRequest, changeRequest, pricingRequest, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const details = (query: Record<string, string>) => sandbox.get('/reservations/details', { query });

it('a request that did not complete returns 502, on every address [transfer.502.did-not-complete]', async () => {
  const priced = await client.priced();
  const { reservationId } = await client.reserve();
  const change = await client.pricedChange(reservationId);
  const scenario = '502';
  const responses = [
    await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario }),
    await sandbox.post('/pricing', pricingRequest(priced.search, priced.offer), { scenario }),
    await sandbox.post('/book', bookRequest(priced), { scenario }),
    await sandbox.get('/reservations/details', { query: { reservationId }, scenario }),
    await sandbox.post('/reservations/changes/search', { reservationId, passengers: 1 }, { scenario }),
    await sandbox.post('/reservations/changes', changeRequest(reservationId, change), { scenario }),
    await sandbox.post('/reservations/cancel', { reservationId }, { scenario }),
    await sandbox.get('/reservations/driver-vehicle', { query: { reservationId }, scenario }),
    await sandbox.get('/reservations/tracking', { query: { reservationId }, scenario }),
  ];
  for (const { status, body } of responses)
    expect({ status, code: body.code, liveMode: body.liveMode }).toEqual({
      status: 502,
      code: 'upstream_failed',
      liveMode: false,
    });
});

describe('after a 502', () => {
  it('a booking may not have been made [transfer.502.proves-nothing]', async () => {
    const priced = await client.priced();
    expect(
      (await sandbox.post('/book', bookRequest(priced, { partnerTrackingId: '502-1' }), { scenario: '502' })).status,
    ).toBe(502);
    expectRefusal(await details({ partnerTrackingId: '502-1' }), 'reservation_not_found');
    expect((await client.book(priced, { partnerTrackingId: '502-1' })).status).toBe('completed');
  });

  it('a booking may have been made, with an identical response [transfer.502.proves-nothing]', async () => {
    const priced = await client.priced();
    const request = bookRequest(priced, { partnerTrackingId: '502-2' });
    const [before, after] = [
      await sandbox.post('/book', request, { scenario: '502' }),
      await sandbox.post('/book', request, { scenario: '502-after-commit' }),
    ];
    const { requestId: _before, ...bodyBefore } = before.body;
    const { requestId: _after, ...bodyAfter } = after.body;
    expect([after.status, bodyAfter]).toEqual([before.status, bodyBefore]);
    expect(await client.read({ partnerTrackingId: '502-2' })).toMatchObject({
      status: 'completed',
      searchId: priced.search.searchId,
    });
    expect(await client.book(priced, { partnerTrackingId: '502-2' })).toEqual(
      await client.read({ partnerTrackingId: '502-2' }),
    );
  });

  it('a change may have been made or not [transfer.502.proves-nothing]', async () => {
    const { reservationId } = await client.reserve();
    const priced = await client.pricedChange(reservationId);
    await sandbox.post('/reservations/changes', changeRequest(reservationId, priced), { scenario: '502' });
    expect((await client.readReservation(reservationId)).state).toBe('confirmed');
    await sandbox.post('/reservations/changes', changeRequest(reservationId, priced), { scenario: '502-after-commit' });
    expect((await client.readReservation(reservationId)).state).toBe('changed');
  });

  it('a cancellation may have been made', async () => {
    const { reservationId } = await client.reserve();
    expect(
      (await sandbox.post('/reservations/cancel', { reservationId }, { scenario: '502-after-commit' })).status,
    ).toBe(502);
    expect((await client.readReservation(reservationId)).state).toBe('cancelled');
  });
});
