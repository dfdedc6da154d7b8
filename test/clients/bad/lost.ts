import type { BookRequest } from '../../../src/interface/api.ts';
import { orderCall } from '../good/flights.ts';
import { isInterrupted } from '../good/http.ts';
import { meaningOf } from '../good/settle.ts';
import type { Keys, Outcome, Received, Steps, Traveller } from '../steps.ts';
import type { BadClient } from './bad-client.ts';

/** Orders the journey from a new search when the order is in doubt. */
export function researching(good: Steps): Partial<Steps> {
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
export function reordering(): Partial<Steps> {
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
export function hedging(path: string): BadClient['client'] {
  return (good) => ({
    async send(traveller, call) {
      if (call.path !== path) return good.send(traveller, call);
      const [first] = await Promise.all([good.send(traveller, call), good.send(traveller, call)]);
      return first;
    },
  });
}

/** Sends a flight order twice at the same time. */
export function hedgingOrders(): Partial<Steps> {
  return {
    async orderFlight(traveller, selected, order) {
      const send = () => traveller.steps.send(traveller, orderCall(selected, order));
      await Promise.all([send(), send()]);
    },
  };
}

/** Sends requests of one path again while the status is one of those that HTTP libraries retry. */
export function retrying(path: string): BadClient['client'] {
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
export function resending(good: Steps): Partial<Steps> {
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

/** Sends a change confirmation in doubt again at once. */
export function changingAgain(good: Steps): Partial<Steps> {
  return {
    async confirmChange(traveller, change) {
      const keys: Keys = { searchId: change.searchId, pricingToken: change.pricingToken };
      const send = () =>
        traveller.steps.send(traveller, { method: 'POST', path: '/reservations/changes', body: change });
      const received = await send();
      return good.settle(traveller, isInterrupted(received) ? await send() : received, keys);
    },
  };
}

/** Takes a booking or a change in doubt for a failure, and begins all over from a new search. */
export function startingOver(good: Steps): Partial<Steps> {
  const lost = new Set<Traveller>();
  return {
    async recover(traveller) {
      lost.add(traveller);
      return { is: 'failed' };
    },
    async change(traveller, reservation) {
      const changed = await good.change(traveller, reservation);
      return lost.delete(traveller) ? good.change(traveller, reservation) : changed;
    },
  };
}

/** Takes a booking or a change in doubt for a failure, and stops there for good. */
export function neverLooking(): Partial<Steps> {
  return {
    async recover(traveller) {
      traveller.open.clear();
      traveller.stopped = true;
      return { is: 'failed' };
    },
  };
}

/** Searches again after a booking in doubt, reads by the new search, and books from it. */
export function forgettingIdentifiers(good: Steps): Partial<Steps> {
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
}

/** Takes a cancellation in doubt for done, and never looks. */
export function cancellingBlindly(): Partial<Steps> {
  return {
    async cancel(traveller, { reservationId }) {
      await traveller.steps.send(traveller, { method: 'POST', path: '/reservations/cancel', body: { reservationId } });
    },
  };
}
