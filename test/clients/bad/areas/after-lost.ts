import type { BookRequest } from '../../../../src/interface/api.ts';
import { orderCall } from '../../good/flights.ts';
import { isInterrupted } from '../../good/http.ts';
import { meaningOf } from '../../good/settle.ts';
import type { Keys, Outcome, Received, Steps, Traveller } from '../../steps.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'retries-a-booking-after-a-502',
    rule: 'transfer.502.read-before-rebooking',
    breaks: 'Its HTTP library sends every request again after 500, 502, 503 and 504, a booking too.',
    scenario: 'book:502-after-commit(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: retrying('/book'),
  },
  {
    name: 'retries-a-change-after-a-502',
    rule: 'transfer.502.read-before-rebooking',
    breaks: 'Its HTTP library sends a change confirmation again after a 502.',
    scenario: 'change:502(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: retrying('/reservations/changes'),
  },
  {
    name: 'books-from-a-new-search-after-a-502',
    rule: 'transfer.502.proves-nothing',
    breaks: 'It takes a 502 for a failure, and books the same trip from a new search.',
    scenario: 'book:502-after-commit(calls=1)',
    consequences: { 'transfer.502.read-before-rebooking': 'nothing was read before the second booking' },
    client: () => ({ recover: async () => ({ is: 'failed' }) }),
  },
  {
    name: 'reads-by-a-new-search-after-a-502',
    rule: 'transfer.502.keep-identifiers',
    breaks: 'It has lost the identifiers after a 502: it searches again, reads by that search, and books from it.',
    scenario: 'book:502-after-commit(calls=1)',
    consequences: {
      'transfer.502.proves-nothing': 'a read that cannot find the first booking shows nothing of it',
      'transfer.502.read-before-rebooking': 'the booking is not read before another one is made',
    },
    client: (good) => {
      const forgotten = new Set<Traveller>();
      return {
        async recover(traveller) {
          forgotten.add(traveller);
          return { is: 'failed' };
        },
        async price(traveller, pricing) {
          if (forgotten.delete(traveller)) await traveller.steps.read(traveller, { searchId: pricing.searchId });
          return good.price(traveller, pricing);
        },
      };
    },
  },
  {
    name: 'rebooks-after-a-timeout',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a booking again when no response came in time.',
    scenario: 'book:timeout-after-commit(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: resending,
  },
  {
    name: 'rebooks-after-a-cut-connection',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a booking again when the connection was cut.',
    scenario: 'book:dropped(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: resending,
  },
  {
    name: 'rebooks-after-an-unreadable-response',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a booking again when it could not read the response.',
    scenario: 'book:malformed-body(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: resending,
  },
  {
    name: 'rebooks-after-a-server-error',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a booking again when it got a 500.',
    scenario: 'book:server-error-after-commit(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: resending,
  },
  {
    name: 'books-from-a-new-search-after-a-server-error',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a 500 for a failure, and books the same trip from a new search.',
    scenario: 'book:server-error-after-commit(calls=1)',
    consequences: { 'transfer.502.read-before-rebooking': 'nothing was read before the second booking' },
    client: () => ({ recover: async () => ({ is: 'failed' }) }),
  },
  {
    name: 'changes-again-after-a-server-error',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a change confirmation again when it got a 500.',
    scenario: 'change:server-error(calls=1)',
    consequences: { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' },
    client: retrying('/reservations/changes'),
  },
  {
    name: 'hedges-a-slow-booking',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a booking a second time while the first one is on its way, and takes what comes first.',
    scenario: 'book:slow(delay=PT0.3S)',
    client: hedging('/book'),
  },
  {
    name: 'hedges-a-slow-change',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a change confirmation a second time while the first one is on its way.',
    scenario: 'change:slow(delay=PT0.3S)',
    client: hedging('/reservations/changes'),
  },
  {
    name: 'forgets-a-lost-cancellation',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a cancellation that got a 502 for done, and never looks.',
    scenario: 'cancel:502(calls=1)',
    client: () => ({
      async cancel(traveller, { reservationId }) {
        await traveller.steps.send(traveller, {
          method: 'POST',
          path: '/reservations/cancel',
          body: { reservationId },
        });
      },
    }),
  },
  {
    name: 'orders-again-after-a-server-error',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It sends a flight order again when it got a 500.',
    scenario: 'order:server-error-after-commit(calls=1)',
    client: reordering,
  },
  {
    name: 'orders-again-after-a-cut-connection',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It sends a flight order again when the connection was cut.',
    scenario: 'order:dropped-after-commit(calls=1)',
    client: reordering,
  },
  {
    name: 'orders-from-a-new-search-after-a-server-error',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a flight order with a 500 for a failure, and orders the journey from a new search.',
    scenario: 'order:server-error-after-commit(calls=1)',
    client: researching,
  },
  {
    name: 'orders-from-a-new-search-after-a-timeout',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a lost flight order for a failure, and orders the journey from a new search.',
    scenario: 'order:timeout-after-commit(calls=1)',
    client: researching,
  },
] satisfies BadClient[];

/** Orders the journey from a new search when the order is in doubt. */
function researching(good: Steps): Partial<Steps> {
  const lost = new Set<Traveller>();
  return {
    async orderFlight(traveller, selected, order) {
      if (isInterrupted(await traveller.steps.send(traveller, orderCall(selected, order)))) lost.add(traveller);
    },
    async fly(traveller, trip) {
      await good.fly(traveller, trip);
      if (lost.delete(traveller)) await good.fly(traveller, trip);
    },
  };
}

/** Sends an order in doubt again after a pause. */
function reordering(): Partial<Steps> {
  return {
    async orderFlight(traveller, selected, order) {
      const send = () => traveller.steps.send(traveller, orderCall(selected, order));
      if (!isInterrupted(await send())) return;
      await traveller.wait(5000);
      await send();
    },
  };
}

/** Sends requests of one path twice at the same time. */
function hedging(path: string): BadClient['client'] {
  return (good) => ({
    async send(traveller, call) {
      if (call.path !== path) return good.send(traveller, call);
      const [first] = await Promise.all([good.send(traveller, call), good.send(traveller, call)]);
      return first;
    },
  });
}

/** Sends requests of one path again while the status is one of those that HTTP libraries retry. */
function retrying(path: string): BadClient['client'] {
  return (good) => ({
    async send(traveller, call) {
      let received = await good.send(traveller, call);
      for (let again = 0; again < 2 && call.path === path && isRetried(received); again++) {
        await traveller.wait(1000 * 2 ** again);
        received = await good.send(traveller, call);
      }
      return received;
    },
  });
}

function isRetried(received: Received | null): boolean {
  return received !== null && [500, 502, 503, 504].includes(received.status);
}

/** Sends a lost booking again at once. */
function resending(good: Steps): Partial<Steps> {
  return {
    async book(traveller: Traveller, booking: BookRequest): Promise<Outcome> {
      const keys: Keys = { searchId: booking.searchId, pricingToken: booking.pricingToken };
      const send = () => traveller.steps.send(traveller, { method: 'POST', path: '/book', body: booking });
      let received = await send();
      if (isInterrupted(received) && meaningOf(received) === 'lost') received = await send();
      return good.settle(traveller, received, keys);
    },
  };
}
