import { expect, it } from 'vitest';
import { bookTransfer } from '../../src/transfers/book.ts';
import { cancelReservation } from '../../src/transfers/cancel-reservation.ts';
import { confirmReservationChange } from '../../src/transfers/confirm-change.ts';
import { getReservation } from '../../src/transfers/read-reservation.ts';
import type { Transfers } from '../../src/transfers/transfers.ts';
import { present } from '../support/present.ts';
import { useTransfers } from './domain.ts';

/** Every check of every request has passed before the first of them writes: as close as a race can get. */

const domain = useTransfers();

/** The same domain, in which nothing is written before `count` requests have come to that point. */
function meeting(count: number): Transfers {
  const { transfers } = domain;
  let [waiting, go] = [count, () => {}];
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  const meet = async () => {
    if (--waiting === 0) go();
    await all;
  };
  const bookings: Transfers['bookings'] = {
    ...transfers.bookings,
    add: async (booking) => (await meet(), transfers.bookings.add(booking)),
    cancel: async (...args) => (await meet(), transfers.bookings.cancel(...args)),
    settle: async (...args) => (await meet(), transfers.bookings.settle(...args)),
  };
  return { ...transfers, bookings };
}

it('twenty bookings of one pricing make one reservation and return the same result', async () => {
  const request = await domain.priced();
  const together = meeting(20);
  const responses = await Promise.all(Array.from({ length: 20 }, () => bookTransfer(together, domain.call(), request)));
  expect(responses[0]).toMatchObject({ status: 'completed' });
  for (const response of responses) expect(response).toEqual(responses[0]);
  expect(await domain.store.bookings.find('dp_domain', { pricingToken: request.pricingToken })).toHaveLength(1);
});

it('twenty different bookings of one pricing make one reservation, and nineteen are refused', async () => {
  const request = await domain.priced();
  const together = meeting(20);
  const responses = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      bookTransfer(together, domain.call(), { ...request, partnerTrackingId: `p-${i}` }),
    ),
  );
  expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const response of responses)
    if (response.status === 'rejected') expect(response.reason).toMatchObject({ code: 'pricing_already_used' });
  expect(await domain.store.bookings.find('dp_domain', { searchId: request.searchId })).toHaveLength(1);
});

it('two changes of one reservation: one is made, the other is refused and not stored', async () => {
  const { reservationId } = await domain.reserve();
  const requests = [await domain.pricedChange(reservationId), await domain.pricedChange(reservationId)];
  const together = meeting(2);
  const responses = await Promise.allSettled(
    requests.map((request) => confirmReservationChange(together, domain.call(), request)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const loser = responses.findIndex(({ status }) => status === 'rejected');
  expect(responses[loser]).toMatchObject({ reason: { code: 'reservation_not_changeable' } });
  expect(await domain.store.bookings.find('dp_domain', { searchId: requests[loser].searchId })).toEqual([]);
});

it.each([
  ['the pricing', 'find'],
  ['the reservation', 'findReservation'],
] as const)('a change that another request confirms after this one has read %s is returned', async (_, read) => {
  const { transfers } = domain;
  const { reservationId } = await domain.reserve();
  const request = await domain.pricedChange(reservationId);
  let other: Promise<unknown> | undefined;
  const bookings: Transfers['bookings'] = {
    ...transfers.bookings,
    [read]: async (...args: [string, { pricingToken: string } & { reservationId: string }]) => {
      const found = await transfers.bookings[read](...args);
      await (other ??= confirmReservationChange(transfers, domain.call(), request));
      return found;
    },
  };
  const own = await confirmReservationChange({ ...transfers, bookings }, domain.call(), request);
  expect(own).toEqual(await other);
});

it('a change and a cancellation: one is made, the other refused', async () => {
  for (const cancelFirst of [true, false]) {
    const { reservationId } = await domain.reserve();
    const change = await domain.pricedChange(reservationId);
    const together = meeting(2);
    const both = [
      () => cancelReservation(together, domain.call(), { reservationId }),
      () => confirmReservationChange(together, domain.call(), change),
    ];
    const responses = await Promise.allSettled((cancelFirst ? both : both.reverse()).map((run) => run()));
    const { state } = (await getReservation(domain.transfers, domain.call(), { reservationId })).reservations[0];
    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = present(responses.find((response) => response.status === 'rejected'));
    expect(refusal.reason.code).toBe(
      state === 'cancelled' ? 'reservation_not_changeable' : 'reservation_not_cancellable',
    );
  }
});

it('ten cancellations: one is made, nine are refused as already cancelled', async () => {
  const { reservationId } = await domain.reserve();
  const together = meeting(10);
  const responses = await Promise.allSettled(
    Array.from({ length: 10 }, () => cancelReservation(together, domain.call(), { reservationId })),
  );
  expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const response of responses)
    if (response.status === 'rejected')
      expect(response.reason).toMatchObject({ code: 'reservation_already_cancelled' });
});

it('twenty reads that settle a pending booking make one reservation', async () => {
  const request = await domain.priced();
  await bookTransfer(
    domain.transfers,
    domain.call({
      supplier: { booking: { outcome: 'pending', settlesTo: 'completed', afterReads: 0, afterMs: null } },
    }),
    request,
  );
  const together = meeting(20);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => getReservation(together, domain.call(), { searchId: request.searchId })),
  );
  expect(responses[0]).toMatchObject({ status: 'completed' });
  for (const response of responses) expect(response).toEqual(responses[0]);
});

it('twenty resends that book again make twenty more bookings, each with new ids', async () => {
  const request = await domain.priced();
  const first = await bookTransfer(domain.transfers, domain.call(), request);
  const together = meeting(20);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => bookTransfer(together, domain.call({ resend: 'books-again' }), request)),
  );
  const seenIds = [first, ...responses].map(({ reservations }) => reservations[0].reservationId);
  expect(new Set(seenIds).size).toBe(21);
  const kept = await domain.store.bookings.find('dp_domain', { searchId: request.searchId });
  expect(kept.map(({ bookingId }) => bookingId).sort()).toEqual(seenIds.sort());
});

it('concurrent reads and resends of a hidden booking make one reservation', async () => {
  const request = await domain.priced();
  const late = domain.call({ supplier: { booking: { outcome: 'completed-late', afterReads: 0, afterMs: null } } });
  await bookTransfer(domain.transfers, late, request);
  const together = meeting(20);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2
        ? getReservation(together, domain.call(), { searchId: request.searchId })
        : bookTransfer(
            { ...together, bookings: { ...together.bookings, add: (booking) => domain.store.bookings.add(booking) } },
            domain.call(),
            request,
          ),
    ),
  );
  expect(responses[0]).toMatchObject({ status: 'completed' });
  for (const response of responses) expect(response).toEqual(responses[0]);
  expect(await domain.store.bookings.find('dp_domain', { searchId: request.searchId })).toHaveLength(1);
});
