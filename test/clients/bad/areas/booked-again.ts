import { orderCall } from '../../good/flights.ts';
import { meaningOf } from '../../good/settle.ts';
import type { Keys, Steps, Traveller } from '../../steps.ts';
import type { BadClient } from '../bad-client.ts';

const RULE = { rule: 'transfer.502.read-before-rebooking', level: 'warn' } as const;

export default [
  {
    ...RULE,
    name: 'reads-and-sends-it-again-anyway',
    breaks: 'It reads a booking after a 502, does not look at the response, and sends the booking again.',
    scenario: 'book:502-after-commit(calls=1)',
    client: (good) => ({
      async book(traveller, booking) {
        const keys: Keys = { searchId: booking.searchId, pricingToken: booking.pricingToken };
        const send = () => traveller.steps.send(traveller, { method: 'POST', path: '/book', body: booking });
        const received = await send();
        if (meaningOf(received) !== 'lost') return good.settle(traveller, received, keys);
        await readBlindly(traveller, keys);
        return good.settle(traveller, await send(), keys);
      },
    }),
  },
  {
    ...RULE,
    name: 'reads-and-books-a-new-search-anyway',
    breaks: 'It reads a booking after a time-out, does not look at the response, and books from a new search.',
    scenario: 'book:timeout-after-commit(calls=1)',
    client: () => ({
      async recover(traveller, keys) {
        await readBlindly(traveller, keys);
        traveller.open.delete(keys.searchId);
        return { is: 'failed' };
      },
    }),
  },
  {
    ...RULE,
    name: 'sends-a-pending-booking-again-once-it-is-completed',
    breaks: 'It reads a pending booking until it is completed, and sends it again to get a confirmation.',
    scenario: 'book:pending',
    client: confirmingAgain,
  },
  {
    ...RULE,
    name: 'sends-a-completed-booking-again',
    breaks: 'Its form stays open after the confirmation, and a second click sends the booking again.',
    client: confirmingAgain,
  },
  {
    ...RULE,
    name: 'reads-and-confirms-a-change-again-anyway',
    breaks: 'It reads a change after a 502, does not look at the response, and confirms the change again.',
    scenario: 'change:502-after-commit(calls=1)',
    client: confirmingAfterRead(readBlindly),
  },
  {
    ...RULE,
    name: 'reads-the-original-and-confirms-a-change-again-anyway',
    breaks: 'It reads the original after a 502, does not look at its state, and confirms the change again.',
    scenario: 'change:502-after-commit(calls=1)',
    client: confirmingAfterRead((traveller, _, { reservationId }) =>
      traveller.steps.read(traveller, { reservationId }),
    ),
  },
  {
    name: 'sends-an-order-again-that-was-made',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'Its form stays open after the order, and a second click sends the order again.',
    client: (good) => ({
      async orderFlight(traveller, selected, order) {
        await good.orderFlight(traveller, selected, order);
        await traveller.wait(1500);
        await traveller.steps.send(traveller, orderCall(selected, order));
      },
    }),
  },
  {
    name: 'sends-a-pending-booking-under-another-profile',
    rule: 'transfer.identifiers.pricing-token',
    breaks: 'It sends a pending booking word for word with the keys of another profile.',
    notAtExam: 'a client of the exam gets one key pair, and so has no other profile',
    scenario: 'book:pending',
    consequences: {
      'transfer.identifiers.search-id': 'the search belongs to the first profile too',
      'transfer.identifiers.result-id': 'so does the offer',
      'transfer.identifiers.booking-token': 'and its token',
      'transfer.pricing.mandatory': 'the second profile priced nothing',
      'transfer.booking.call-order': 'nor did it search',
    },
    client: (good) => ({
      async poll(traveller, keys) {
        const { otherCredential } = traveller;
        const body = sent.get(keys.searchId);
        if (body)
          await good.send({ ...traveller, credential: otherCredential }, { method: 'POST', path: '/book', body });
        return good.poll(traveller, keys);
      },
      fillBooking(traveller, selected) {
        const booking = good.fillBooking(traveller, selected);
        sent.set(booking.searchId, booking);
        return booking;
      },
    }),
  },
] satisfies BadClient[];

/** The bookings that were filled in, by their searchId. */
const sent = new Map<string, object>();

async function readBlindly(traveller: Traveller, { searchId }: Keys): Promise<void> {
  await traveller.wait(2000);
  await traveller.steps.read(traveller, { searchId });
}

/** Sends a booking once more when it is completed. */
function confirmingAgain(good: Steps): Partial<Steps> {
  return {
    async book(traveller, booking) {
      const outcome = await good.book(traveller, booking);
      await traveller.wait(1500);
      if (outcome.is === 'completed')
        await traveller.steps.send(traveller, { method: 'POST', path: '/book', body: booking });
      return outcome;
    },
  };
}

type Change = Parameters<Steps['confirmChange']>[1];

/** Reads after a lost confirmation of a change, and confirms it again regardless of the read. */
function confirmingAfterRead(
  read: (traveller: Traveller, keys: Keys, change: Change) => Promise<unknown>,
): (good: Steps) => Partial<Steps> {
  return (good) => ({
    async confirmChange(traveller, change) {
      const keys: Keys = { searchId: change.searchId, pricingToken: change.pricingToken };
      const send = () =>
        traveller.steps.send(traveller, { method: 'POST', path: '/reservations/changes', body: change });
      const received = await send();
      if (meaningOf(received) !== 'lost') return good.settle(traveller, received, keys);
      await read(traveller, keys, change);
      return good.settle(traveller, await send(), keys);
    },
  });
}
