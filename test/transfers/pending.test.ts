import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { expectFailed, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const details = (query: Record<string, string>) => sandbox.get('/reservations/details', { query });

/** A booking that is pending, and the search that it can be read by. */
async function bookPending(scenario: 'pending' | 'pending-then-failed', more = {}) {
  const priced = await client.priced();
  const response = await client.book(priced, more, { scenario });
  return { priced, response, searchId: priced.search.searchId };
}

describe('a pending booking', () => {
  it('is neither completed nor failed and has no reservation yet [transfer.booking.pending]', async () => {
    const { response, searchId } = await bookPending('pending', { partnerTrackingId: 'pending-1' });
    expect(response).toEqual({
      status: 'pending',
      completed: false,
      searchId,
      partnerTrackingId: 'pending-1',
      reservations: [],
      liveMode: false,
    });
  });

  it('returns its outcome at the second read [transfer.booking.pending.read-outcome]', async () => {
    const { searchId } = await bookPending('pending');
    expect((await client.read({ searchId })).status).toBe('pending');
    const settled = await client.read({ searchId });
    expect(settled).toMatchObject({ status: 'completed', completed: true });
    expect(await client.read({ reservationId: settled.reservations[0].reservationId })).toEqual(settled);
  });

  it('can be read by the partnerTrackingId too', async () => {
    await bookPending('pending', { partnerTrackingId: 'pending-2' });
    expect((await client.read({ partnerTrackingId: 'pending-2' })).status).toBe('pending');
    expect((await client.read({ partnerTrackingId: 'pending-2' })).status).toBe('completed');
  });

  it('returns its outcome once it is due, and not a millisecond before', async () => {
    const [early, late] = [await bookPending('pending'), await bookPending('pending')];
    sandbox.clock.advance(29_999);
    expect((await client.read({ searchId: early.searchId })).status).toBe('pending');
    sandbox.clock.advance(1);
    expect((await client.read({ searchId: late.searchId })).status).toBe('completed');
  });

  it('can fail, with the reason and without a reservation', async () => {
    const { searchId } = await bookPending('pending-then-failed');
    expect((await client.read({ searchId })).status).toBe('pending');
    const failed = await details({ searchId });
    expectFailed(failed, 'supplier_rejected');
    expect((await details({ searchId })).body).toEqual(failed.body);
  });

  it('is still pending after a resend, does not count it as a read, and is not booked twice', async () => {
    const { priced, response, searchId } = await bookPending('pending');
    for (let i = 0; i < 3; i++) expect(await client.book(priced)).toEqual(response);
    expect((await client.read({ searchId })).status).toBe('pending');
    const settled = await client.read({ searchId });
    expect(await client.book(priced)).toEqual(settled);
  });

  it('settles once under concurrent reads', async () => {
    const { searchId } = await bookPending('pending');
    await client.read({ searchId });
    const responses = await Promise.all(Array.from({ length: 20 }, () => client.read({ searchId })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill('completed'));
    expect(new Set(responses.flatMap(({ reservations }) => reservations.map((r) => r.reservationId))).size).toBe(1);
  });

  it('is invisible to another profile', async () => {
    const { searchId } = await bookPending('pending', { partnerTrackingId: 'pending-3' });
    const keys = await sandbox.sandbox.addProfile();
    const queries: Record<string, string>[] = [{ searchId }, { partnerTrackingId: 'pending-3' }];
    for (const query of queries) {
      expectRefusal(await sandbox.get('/reservations/details', { keys, query }), 'reservation_not_found');
    }
    expect((await client.read({ searchId })).status).toBe('pending');
  });
});
