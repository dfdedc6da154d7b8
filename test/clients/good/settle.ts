import type { Reservation } from '../../../src/interface/api.ts';
import type { Keys, Outcome, Received, Steps, Traveller } from '../steps.ts';
import { codeOf, isInterrupted } from './http.ts';

export const settling: Pick<Steps, 'settle' | 'poll' | 'recover' | 'read' | 'close'> = {
  settle(traveller, received, keys) {
    const found = meaningOf(received);
    traveller.open.set(keys.searchId, keys);
    if (found === 'lost') return traveller.steps.recover(traveller, keys);
    if (found === 'pending') return traveller.steps.poll(traveller, keys);
    return Promise.resolve(ended(traveller, keys, found));
  },

  async poll(traveller, keys) {
    for (const seconds of POLL_AFTER_SECONDS) {
      await traveller.wait(seconds * 1000);
      const found = meaningOf(await traveller.steps.read(traveller, { searchId: keys.searchId }));
      if (typeof found !== 'string') return ended(traveller, keys, found);
    }
    return { is: 'unknown' };
  },

  // A booking may show late, so one read without it proves nothing.
  async recover(traveller, keys) {
    let absent = false;
    for (const seconds of RECOVER_AFTER_SECONDS) {
      await traveller.wait(seconds * 1000);
      const received = await traveller.steps.read(traveller, { searchId: keys.searchId });
      const found = meaningOf(received);
      if (found === 'pending') return traveller.steps.poll(traveller, keys);
      if (typeof found !== 'string' && found.is !== 'refused') return ended(traveller, keys, found);
      absent = codeOf(received) === 'reservation_not_found';
    }
    return absent ? ended(traveller, keys, { is: 'not made' }) : { is: 'unknown' };
  },

  read: (traveller, query) => traveller.steps.send(traveller, { method: 'GET', path: '/reservations/details', query }),

  async close(traveller) {
    if (traveller.open.size > 0) await traveller.wait(60_000);
    for (const { searchId } of traveller.open.values()) await traveller.steps.read(traveller, { searchId });
  },
};

/** Reads the response to a booking, a change confirmation or a read (§3). */
export function meaningOf(received: Received | null): Outcome | 'pending' | 'lost' {
  if (received === null || isInterrupted(received)) return 'lost';
  if (received.status !== 200) return { is: 'refused' };
  const { status, completed, reservations } = received.body as {
    status: string;
    completed: boolean;
    reservations: Reservation[];
  };
  if (status === 'failed') return { is: 'failed' };
  const [first, ...others] = reservations;
  return status === 'completed' && completed && first
    ? { is: 'completed', reservations: [first, ...others] }
    : 'pending';
}

function ended(traveller: Traveller, { searchId }: Keys, outcome: Outcome): Outcome {
  traveller.open.delete(searchId);
  return outcome;
}

const POLL_AFTER_SECONDS = [2, 5, 10, 20, 30, 60, 60];
const RECOVER_AFTER_SECONDS = [2, 10, 25, 30];
