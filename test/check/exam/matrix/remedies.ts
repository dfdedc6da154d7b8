import { meaningOf } from '../../../clients/good/settle.ts';
import type { Keys, Outcome, Steps, Traveller } from '../../../clients/steps.ts';

/** A client that does what a remedy says, word for word. */
export interface Follower {
  /** Title of the check that prints it. */
  check: string;
  /** The remedy as the check has it: another text asks for another look at the client. */
  right: string;
  /** The steps that differ from those of the good client. */
  client: (good: Steps) => Partial<Steps>;
}

/** The remedies that leave a client a choice. The good client follows all others. */
export const followers: readonly Follower[] = [
  {
    check: 'the reservation is read after a 502 before another booking',
    right:
      'Disable repeats for `POST /book` and `POST /reservations/changes`. Read by the searchId or the ' +
      'partnerTrackingId that you sent. Book again only if a read says `failed`, or if five reads over half a minute ' +
      'find nothing.',
    client: () => ({ recover: (traveller, keys) => readFiveTimes(traveller, keys, 8000, 'not made') }),
  },
  {
    check: 'a booking is not sent again before its response',
    right:
      'Send a booking once and wait for its response. If the time-out ends the wait, read the reservation before ' +
      'you send anything.',
    client: () => ({ recover: (traveller, keys) => readFiveTimes(traveller, keys, 8000, 'unknown') }),
  },
  {
    check: 'the client reads the outcome of the booking after a 502',
    right:
      'Read the reservation even where nothing shall be booked again, five times over half a minute if it is not ' +
      'found, and cancel superfluous bookings.',
    client: () => ({ recover: (traveller, keys) => readFiveTimes(traveller, keys, 8000, 'unknown') }),
  },
  {
    check: 'the reservation is read by the known identifiers after a 502',
    right:
      'Store searchId, resultId, both tokens and partnerTrackingId before the booking is sent, and read by them ' +
      'after a 502.',
    client: (good) => {
      const sent = new Map<string, string>();
      return {
        fillBooking(traveller, selected) {
          const booking = good.fillBooking(traveller, selected);
          sent.set(booking.searchId, booking.partnerTrackingId ?? '');
          return booking;
        },
        read(traveller, query) {
          const partnerTrackingId = sent.get(query['searchId'] ?? '');
          return good.read(traveller, partnerTrackingId === undefined ? query : { partnerTrackingId });
        },
      };
    },
  },
  {
    check: 'a pending booking is not sent again',
    right:
      'Keep the searchId, read `GET /reservations/details?searchId=…` until the status is no longer `pending`, ' +
      'and send nothing else for this trip until then. Read again in a later run if the booking is pending for ' +
      'minutes.',
    client: () => ({ poll: (traveller, keys) => readFiveTimes(traveller, keys, 40_000, 'unknown') }),
  },
  {
    check: 'a pending booking is read until it has an outcome',
    right:
      'Read by searchId, partnerTrackingId or reservationId until the status is `completed` or `failed`, with ' +
      'growing pauses, and continue in a later run if it is still pending. Book again only after `failed`.',
    client: () => ({ poll: (traveller, keys) => readFiveTimes(traveller, keys, 1000, 'unknown') }),
  },
  {
    check: 'the journey of a lost flight order is not ordered again',
    right:
      'Do not order the journey again: no documented call reads an order, and the service may make every order ' +
      'that it gets. Report the outcome as unknown, and let a person check before any further order.',
    client: () => ({}),
  },
  {
    check: 'a token is used before its offer expires',
    right: 'Check expiresAt before each step, with a reserve of one minute, and search and price again after it.',
    client: (good) => {
      const again = new Set<Traveller>();
      return {
        async price(traveller, pricing) {
          const priced = await good.price(traveller, pricing);
          if (priced === null) again.add(traveller);
          return priced;
        },
        async ride(traveller, trip) {
          await good.ride(traveller, trip);
          if (again.delete(traveller) && !traveller.stopped) await good.ride(traveller, trip);
        },
      };
    },
  },
];

/** Reads a booking five times, with a pause before each read. `missing`: what five reads that show nothing mean. */
async function readFiveTimes(
  traveller: Traveller,
  { searchId }: Keys,
  pauseMs: number,
  missing: 'not made' | 'unknown',
): Promise<Outcome> {
  let isGone = true;
  for (let reads = 0; reads < 5; reads++) {
    await traveller.wait(pauseMs);
    const received = await traveller.steps.read(traveller, { searchId });
    const found = meaningOf(received);
    if (typeof found !== 'string' && found.is !== 'refused') {
      traveller.open.delete(searchId);
      return found;
    }
    isGone = isGone && typeof found !== 'string';
  }
  return { is: isGone ? missing : 'unknown' };
}
