import type { Reservation } from '../../../src/interface/api.ts';
import type { Keys, Steps, TransferSearch, Traveller } from '../steps.ts';
import { isInterrupted, take } from './http.ts';

export const changes: Pick<Steps, 'change' | 'searchChange' | 'confirmChange' | 'cancel'> = {
  async change(traveller, reservation) {
    const { steps } = traveller;
    const { reservationId } = reservation;
    const search = await steps.searchChange(traveller, { reservationId, pickupDateTime: '2027-03-15T13:00:00' });
    const offer = search && steps.chooseTransfer(traveller, search);
    if (!search || !offer) return reservation;
    const { resultId, bookingToken } = offer;
    const pricingToken = await steps.price(traveller, { searchId: search.searchId, resultId, bookingToken });
    if (pricingToken === null || Date.parse(offer.expiresAt) <= traveller.now()) return reservation;
    const change = { reservationId, searchId: search.searchId, resultId, pricingToken };
    const outcome = await steps.confirmChange(traveller, change);
    if (outcome.is === 'unknown') return null;
    if (outcome.is !== 'completed') return reservation;
    const [changed] = outcome.reservations;
    await steps.read(traveller, { reservationId: changed.reservationId });
    return changed;
  },

  searchChange: (traveller, search) =>
    take<TransferSearch>(traveller, { method: 'POST', path: '/reservations/changes/search', body: search }),

  async confirmChange(traveller, change) {
    const { steps } = traveller;
    const keys: Keys = { searchId: change.searchId, pricingToken: change.pricingToken };
    const call = { method: 'POST', path: '/reservations/changes', body: change } as const;
    const outcome = await steps.settle(traveller, await steps.send(traveller, call), keys);
    if (outcome.is !== 'not made') return outcome;
    return steps.settle(traveller, await steps.send(traveller, call), keys);
  },

  async cancel(traveller, { reservationId }) {
    const call = { method: 'POST', path: '/reservations/cancel', body: { reservationId } } as const;
    if (!isInterrupted(await traveller.steps.send(traveller, call))) return;
    if (!(await isStillConfirmed(traveller, reservationId))) return;
    if (isInterrupted(await traveller.steps.send(traveller, call))) await isStillConfirmed(traveller, reservationId);
  },
};

/** True if reads show that a cancellation with a lost response was not made. */
async function isStillConfirmed(traveller: Traveller, reservationId: string): Promise<boolean> {
  let state: string | undefined;
  for (const seconds of [2, 40]) {
    await traveller.wait(seconds * 1000);
    const received = await traveller.steps.read(traveller, { reservationId });
    state = (received?.body as { reservations?: Reservation[] } | undefined)?.reservations?.[0]?.state;
    if (state === 'cancelled') return false;
  }
  return state === 'confirmed';
}
