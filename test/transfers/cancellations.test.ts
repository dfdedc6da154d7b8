import { describe, expect, it } from 'vitest';
import { HOUR, parseInstant, toIso } from '../../src/base/clock.ts';
import type { TransferOffer } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { easy, FLIGHT, transferClient } from './transfer-client.ts';

const cancellation =
  (sandbox: ReturnType<typeof useSandbox>) =>
  (reservationId: string, options = {}) =>
    sandbox.post('/reservations/cancel', { reservationId }, options);

describe('a cancellation', () => {
  const sandbox = useSandbox();
  const client = transferClient(sandbox);
  const cancel = cancellation(sandbox);

  it('closes the reservation immediately and permanently', async () => {
    const { reservationId, totalAmount } = await client.reserve();
    const response = await cancel(reservationId);
    expect(response.body).toMatchObject({
      reservationId,
      state: 'cancelled',
      refundPercent: 100,
      refundAmount: totalAmount,
      currency: 'EUR',
      cancelledAt: toIso(sandbox.clock.now()),
    });
    expect(await client.readReservation(reservationId)).toMatchObject({
      state: 'cancelled',
      cancelledAt: response.body.cancelledAt,
    });
    expectRefusal(await cancel(reservationId), 'reservation_already_cancelled');
  });

  it('is refused for a reservation that is unknown, of another profile, replaced or not cancellable', async () => {
    const { reservationId } = await client.reserve();
    const keys = await sandbox.sandbox.addProfile();
    expectRefusal(await cancel('0'.repeat(32)), 'reservation_not_found');
    expectRefusal(await cancel(reservationId, { keys }), 'reservation_not_found');
    await client.confirm(reservationId, await client.pricedChange(reservationId));
    expectRefusal(await cancel(reservationId), 'reservation_not_cancellable');
    const fixed = await client.reserve((offer) => !offer.cancellation.cancellable, { flight: FLIGHT });
    expectRefusal(await cancel(fixed.reservationId), 'reservation_not_cancellable', '/reservationId');
  });
});

describe('the refund', () => {
  const sandbox = useSandbox();
  const client = transferClient(sandbox);
  const cancel = cancellation(sandbox);
  const twoTiers = (offer: TransferOffer) => easy(offer) && offer.cancellation.tiers.length === 2;

  it('depends on the notice to the millisecond, and is zero from the pickup on', async () => {
    const reservations = [];
    for (let i = 0; i < 6; i++) reservations.push(await client.reserve(twoTiers));
    const {
      cancellation: {
        tiers: [long, short],
      },
      pickupDateTime,
      totalAmount,
    } = reservations[0];
    const pickupAt = parseInstant(pickupDateTime);
    const steps = [
      [pickupAt - long.noticeHours * HOUR, long.refundPercent],
      [pickupAt - long.noticeHours * HOUR + 1, short.refundPercent],
      [pickupAt - short.noticeHours * HOUR, short.refundPercent],
      [pickupAt - short.noticeHours * HOUR + 1, 0],
      [pickupAt - 1, 0],
    ] as const;
    for (const [i, [instant, percent]] of steps.entries()) {
      sandbox.clock.set(instant);
      const { body } = await cancel(reservations[i].reservationId);
      expect(body.refundPercent).toBe(percent);
      expect(body.refundAmount).toBeCloseTo((reservations[i].totalAmount * percent) / 100, 2);
    }
    expect(totalAmount).toBeGreaterThan(0);
    sandbox.clock.advance(1);
    expectRefusal(await cancel(reservations[5].reservationId), 'reservation_not_cancellable', '/reservationId');
  });
});
