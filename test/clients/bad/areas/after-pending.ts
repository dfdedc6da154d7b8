import type { Reservation } from '../../../../src/interface/api.ts';
import { meaningOf } from '../../good/settle.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'resends-a-pending-booking',
    rule: 'transfer.booking.pending.no-resend',
    breaks: 'It asks for the outcome of a pending booking by sending the booking again.',
    scenario: 'pending',
    client: (good) => ({
      async book(traveller, booking) {
        const send = () => traveller.steps.send(traveller, { method: 'POST', path: '/book', body: booking });
        await send();
        await traveller.wait(5000);
        await send();
        return good.poll(traveller, { searchId: booking.searchId, pricingToken: booking.pricingToken });
      },
    }),
  },
  {
    name: 'resends-a-pending-change',
    rule: 'transfer.booking.pending.no-resend',
    breaks: 'It sends a change confirmation again when it is pending.',
    scenario: 'change:pending',
    client: (good) => ({
      async confirmChange(traveller, change) {
        const call = { method: 'POST', path: '/reservations/changes', body: change } as const;
        const received = await traveller.steps.send(traveller, call);
        if (meaningOf(received) === 'pending') await traveller.steps.send(traveller, call);
        return good.poll(traveller, { searchId: change.searchId, pricingToken: change.pricingToken });
      },
    }),
  },
  {
    name: 'never-reads-a-pending-booking',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'It leaves a pending booking to a message that never comes.',
    consequences: { 'polling.starts-late': 'what is never read is not read within a minute' },
    scenario: 'pending',
    client: () => ({
      poll: async (traveller) => {
        await traveller.wait(15 * 60_000);
        return { is: 'unknown' };
      },
      close: async () => {},
    }),
  },
  {
    name: 'stops-polling-without-a-last-read',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'It reads a pending booking for half a minute, and never again.',
    notAtExam: 'the exam does not wait for what a client would do minutes after its last call',
    scenario: 'book:pending(reads=100,after=PT5M)',
    client: (good) => ({
      async poll(traveller, { searchId }) {
        for (let reads = 0; reads < 6; reads++) {
          await traveller.wait(5000);
          await traveller.steps.read(traveller, { searchId });
        }
        return { is: 'unknown' };
      },
      async travel(traveller) {
        await good.travel(traveller);
        await traveller.wait(15 * 60_000);
        await traveller.steps.searchTransfer(traveller, {
          pickup: { iataCode: 'LHR' },
          dropoff: { address: '10 Downing Street, London' },
          pickupDateTime: '2027-04-01T10:00:00',
          passengers: 1,
        });
      },
      close: async () => {},
    }),
  },
  {
    name: 'books-another-while-one-is-pending',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'It takes pending for a failure, and books the same trip again from a new search.',
    scenario: 'book:pending-forever(calls=1)',
    consequences: { 'polling.starts-late': 'it looks at the first booking at the very end' },
    client: () => ({ poll: async () => ({ is: 'failed' }) }),
  },
  {
    name: 'follows-a-pending-booking',
    rule: 'transfer.booking.status-decides',
    breaks: 'It takes HTTP 200 for a confirmation, and reads reservations[0] without looking at the status.',
    consequences: { 'transfer.identifiers.reservation-id': 'reservations[0] of a pending booking has none' },
    scenario: 'pending',
    client: (good) => ({
      async settle(traveller, received, keys) {
        if (received?.status !== 200) return good.settle(traveller, received, keys);
        const { reservations } = received.body as { reservations: Reservation[] };
        const reservation = reservations[0] ?? ({ reservationId: 'undefined' } as Reservation);
        const supported = { supportsDriverAndVehicle: true, supportsTracking: true };
        await traveller.steps.follow(traveller, { ...reservation, ...supported });
        return good.settle(traveller, received, keys);
      },
    }),
  },
  {
    name: 'cancels-a-failed-booking',
    rule: 'transfer.booking.status-decides',
    breaks: 'It keeps a refused booking like one that was made, and cancels it.',
    consequences: { 'transfer.identifiers.needed-later': 'a failed booking has no identifier to cancel by' },
    scenario: 'failed',
    client: (good) => ({
      async ride(traveller, trip) {
        await good.ride(traveller, trip);
        await traveller.steps.cancel(traveller, { reservationId: 'undefined' } as Reservation);
      },
    }),
  },
] satisfies BadClient[];
