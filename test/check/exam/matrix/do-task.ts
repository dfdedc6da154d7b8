import type { Belief, Task } from '../../../../src/check/exam/situation.ts';
import type { Reservation } from '../../../../src/interface/api.ts';
import { codeOf } from '../../../clients/good/http.ts';
import type { FlightTrip, Outcome, Received, Steps, TransferTrip, Traveller } from '../../../clients/steps.ts';

/** Does a task of the exam with the steps of a traveller, and returns what it believes at the end. */
export async function doTask(traveller: Traveller, task: Task): Promise<Belief> {
  const belief = await (task.endsWith('transfer') ? ride(traveller, task) : fly(traveller, task));
  await traveller.steps.close(traveller);
  return belief;
}

/** The whole ride, without what the task does not ask for. */
async function ride(traveller: Traveller, task: Task): Promise<Belief> {
  const { steps } = traveller;
  let outcome: Outcome | null = null;
  const changes = task === 'change-transfer';
  const cancels = task === 'cancel-transfer';
  let cancelled: Belief = 'not booked';
  const followed: Steps = {
    ...steps,
    book: async (...sent) => {
      const booked = await steps.book(...sent);
      if (!changes) outcome = booked;
      return booked;
    },
    change: async (own, reservation) => {
      if (changes) return steps.change(own, reservation);
      return cancels ? reservation : null;
    },
    confirmChange: async (...sent) => (outcome = await steps.confirmChange(...sent)),
    cancel: async (own, reservation) => {
      if (cancels || reservation.state !== 'confirmed') await steps.cancel(own, reservation);
    },
    send: async (own, call) => {
      const received = await steps.send(own, call);
      cancelled = afterCall(cancelled, call.path, received);
      return received;
    },
  };
  await followed.ride(withSteps(traveller, followed), TRANSFER);
  return cancels ? cancelled : beliefIn(outcome);
}

/** Returns what a client believes of its cancellation after a call. */
function afterCall(before: Belief, path: string, received: Received | null): Belief {
  if (path === '/reservations/cancel') {
    if (received === null || received.status >= 500) return 'unknown';
    const isCancelled = received.status === 200 || codeOf(received) === 'reservation_already_cancelled';
    return isCancelled ? 'booked' : 'not booked';
  }
  const { reservations } = { ...(received?.body as { reservations?: Reservation[] } | undefined) };
  return before === 'unknown' && reservations?.[0]?.state === 'cancelled' ? 'booked' : before;
}

async function fly(traveller: Traveller, task: Task): Promise<Belief> {
  const { steps } = traveller;
  let ordered: Received | null | undefined;
  const followed: Steps = {
    ...steps,
    send: async (own, call) => {
      const isOrder = /\/orders?\/(?!required)/.test(call.path) && !own.stopped;
      const received = await steps.send(own, call);
      if (isOrder) ordered = received;
      return received;
    },
  };
  for (const trip of task === 'hold-flight' ? HOLDS : ORDERS)
    if (ordered === undefined) await followed.fly(withSteps(traveller, followed), trip);
  if (ordered === null || (ordered && ordered.status >= 500)) return 'unknown';
  return ordered?.status === 200 ? 'booked' : 'not booked';
}

/** The same traveller: what one of the two sets, `stopped`, both have. */
function withSteps(traveller: Traveller, steps: Steps): Traveller {
  return new Proxy(traveller, { get: (own, name) => (name === 'steps' ? steps : Reflect.get(own, name)) });
}

function beliefIn(outcome: Outcome | null): Belief {
  if (outcome?.is === 'unknown') return 'unknown';
  return outcome?.is === 'completed' ? 'booked' : 'not booked';
}

const TRANSFER: TransferTrip = {
  airport: 'MAD',
  address: 'Calle de Alcalá 42, Madrid',
  pickupDateTime: '2027-03-15T11:30:00',
  passengers: 2,
};
/** A family overseas and back; within Spain where the provider of that one is down. */
const ORDERS: readonly FlightTrip[] = [
  {
    from: 'MAD',
    to: 'JFK',
    returns: true,
    passengers: ['adult', 'adult', 'child', 'infant_without_seat'],
    gdsprovider: 1,
    kind: 'instant',
  },
  { from: 'MAD', to: 'BCN', passengers: ['adult', 'child'], gdsprovider: 0, kind: 'instant' },
];
const HOLD: FlightTrip = { from: 'LHR', to: 'SIN', passengers: ['adult'], gdsprovider: 0, kind: 'hold' };
/** Searches again if the first offer has expired. */
const HOLDS: readonly FlightTrip[] = [HOLD, HOLD];
