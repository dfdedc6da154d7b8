import type { Steps, TransferTrip, Traveller } from '../steps.ts';
import { meaningOf } from './settle.ts';

/** A lawful client that does something in another way than the good one. */
interface Habit {
  does: string;
  scenario: string;
  client: (good: Steps) => Partial<Steps>;
}

/** Lawful habits that look like bad ones. */
export const habits: readonly Habit[] = [
  {
    does: 'reads a pending booking by two identifiers at the same time',
    scenario: 'book:pending',
    client: () => ({
      async poll(traveller, keys) {
        for (let reads = 1; ; reads++) {
          await traveller.wait(2000 * reads);
          const partnerTrackingId = `trip-${traveller.number}-${keys.searchId.slice(0, 8)}`;
          const queries: Record<string, string>[] = [{ searchId: keys.searchId }, { partnerTrackingId }];
          const [received] = await Promise.all(queries.map((query) => traveller.steps.read(traveller, query)));
          const found = meaningOf(received ?? null);
          if (typeof found === 'string' && reads < 10) continue;
          traveller.open.delete(keys.searchId);
          return typeof found === 'string' ? { is: 'unknown' } : found;
        }
      },
    }),
  },
  {
    does: 'cancels a booking that a read shows after a 502, and books the trip again',
    scenario: 'book:502-after-commit(calls=1)',
    client: (good) => ({
      async ride(traveller, trip) {
        await good.ride({ ...traveller, steps: withoutChange(traveller.steps) }, trip);
        await good.ride(traveller, trip);
      },
    }),
  },
  {
    does: 'takes two cars for one trip',
    scenario: 'book:completed',
    client: (good) => ({
      async ride(traveller, trip) {
        await good.ride(keeping(traveller), trip);
        await good.ride(traveller, trip);
      },
    }),
  },
  {
    does: 'books out and back under one partnerTrackingId after a 502',
    scenario: 'book:502-after-commit(calls=1)',
    client: (good) => ({
      fillBooking: (traveller, selected) => ({
        ...good.fillBooking(traveller, selected),
        partnerTrackingId: `journey-${traveller.number}`,
      }),
      async ride(traveller, trip) {
        const back: TransferTrip = { ...trip, pickupDateTime: '2027-03-18T09:00:00' };
        await good.ride(keeping(traveller), trip);
        await good.ride(keeping(traveller), back);
      },
    }),
  },
];

function withoutChange(steps: Steps): Steps {
  return { ...steps, change: (_traveller, reservation) => Promise.resolve(reservation) };
}

/** The same traveller, who neither changes nor cancels. */
function keeping(traveller: Traveller): Traveller {
  return { ...traveller, steps: { ...withoutChange(traveller.steps), cancel: () => Promise.resolve() } };
}
