import type { BookRequest } from '../../../../src/interface/api.ts';
import { meaningOf } from '../../good/settle.ts';
import type { Call, Received, Steps, Traveller, WireRequest } from '../../steps.ts';
import { body, calls } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'polls-five-times-a-second',
    rule: 'polling.too-fast',
    level: 'advice',
    breaks: 'It reads a pending booking every 200 milliseconds.',
    scenario: 'pending(reads=8)',
    client: (good) => ({
      async poll(traveller, keys) {
        for (let reads = 0; reads < 6; reads++) {
          await traveller.wait(200);
          await traveller.steps.read(traveller, { searchId: keys.searchId });
        }
        return good.poll(traveller, keys);
      },
    }),
  },
  {
    name: 'polls-after-five-minutes',
    rule: 'polling.starts-late',
    level: 'advice',
    breaks: 'It leaves pending bookings to a job that runs every five minutes.',
    scenario: 'pending',
    client: (good) => ({
      async poll(traveller, keys) {
        await traveller.wait(5 * 60_000);
        return good.poll(traveller, keys);
      },
    }),
  },
  {
    name: 'cancels-again-after-a-refusal',
    rule: 'refusal.sent-again',
    level: 'advice',
    breaks: 'It sends a cancellation that was refused once more.',
    scenario: 'cancel-refused',
    client: cancelling(2),
  },
  {
    name: 'cancels-until-it-works',
    rule: 'refusal.sent-three-times',
    level: 'advice',
    breaks: 'It sends a cancellation that was refused again and again.',
    scenario: 'cancel-refused',
    consequences: { 'refusal.sent-again': 'the second time comes before the third' },
    client: cancelling(4),
  },
  {
    name: 'repeats-at-once-after-a-429',
    rule: 'retry-after.ignored',
    level: 'advice',
    breaks: 'Its HTTP library sends a request that got a 429 again after a tenth of a second.',
    scenario: 'book:429(calls=2)',
    client: impatient(429),
  },
  {
    name: 'repeats-at-once-after-a-503',
    rule: 'retry-after.ignored',
    level: 'advice',
    breaks: 'It sends a pricing that got a 503 again after a tenth of a second, regardless of Retry-After.',
    scenario: 'pricing:503(form=date,calls=1)',
    client: impatient(503),
  },
  {
    name: 'repeats-a-429-under-another-tracking-id',
    rule: 'retry-after.ignored',
    level: 'advice',
    breaks: 'It sends a booking that got a 429 again after a tenth of a second, with a new partnerTrackingId.',
    scenario: 'book:429(calls=2)',
    client: renaming,
  },
  {
    name: 'books-again-what-failed',
    rule: 'booking.failed-again',
    level: 'advice',
    breaks: 'It sends a booking that failed again as it was.',
    scenario: 'failed',
    client: (good) => ({
      async book(traveller, booking) {
        await good.book(traveller, booking);
        return good.book(traveller, booking);
      },
    }),
  },
  {
    name: 'books-again-what-failed-under-another-tracking-id',
    rule: 'booking.failed-again',
    level: 'advice',
    breaks: 'It sends a booking that failed again, with a new partnerTrackingId.',
    scenario: 'failed',
    client: renaming,
  },
  {
    name: 'goes-on-in-live-mode',
    rule: 'live-mode.goes-on',
    level: 'advice',
    breaks: 'It never looks at liveMode, and books at the live service with the keys of a sandbox.',
    settings: { liveMode: true },
    client: (good) => ({
      async send(traveller, call) {
        const received = await good.send(traveller, call);
        traveller.stopped = false;
        return received;
      },
    }),
  },
  {
    name: 'puts-the-secret-into-an-address',
    rule: 'secret.in-address',
    level: 'advice',
    breaks: 'It sends its secret key in the query too.',
    client: calls('/reservations/driver-vehicle', (call, { credential: { secretKey } }) => ({
      ...call,
      query: { ...call.query, key: secretKey },
    })),
  },
  {
    name: 'puts-a-token-into-an-address',
    rule: 'secret.in-address',
    level: 'advice',
    breaks: 'It sends the pricingToken in the query of the booking too.',
    client: (good) => ({
      send: (traveller, call) => good.send(traveller, call.path === '/book' ? inQuery(call, 'pricingToken') : call),
    }),
  },
  {
    name: 'puts-the-email-address-into-an-address',
    rule: 'secret.in-address',
    level: 'advice',
    breaks: 'It reads a reservation by the e-mail address of the traveller too.',
    client: calls('/reservations/driver-vehicle', (call) => ({
      ...call,
      query: { ...call.query, email: 'ada.1@example.com' },
    })),
  },
  {
    name: 'tracks-by-the-name-of-the-traveller',
    rule: 'secret.in-tracking-id',
    level: 'advice',
    breaks: 'It makes its partnerTrackingId of the name of the traveller.',
    client: body('/book', (sent) => {
      sent.partnerTrackingId = `${sent.traveller.lastName}-${sent.traveller.firstName}-1`;
    }),
  },
  {
    name: 'tracks-by-the-email-address',
    rule: 'secret.in-tracking-id',
    level: 'advice',
    breaks: 'It uses the e-mail address of the traveller in its partnerTrackingId.',
    client: body('/book', (sent) => {
      sent.partnerTrackingId = `${sent.partnerTrackingId}-${sent.traveller.email}`;
    }),
  },
  {
    name: 'tracks-by-the-pricing-token',
    rule: 'secret.in-tracking-id',
    level: 'advice',
    breaks: 'It uses the pricingToken as its partnerTrackingId.',
    client: body('/book', (sent) => {
      sent.partnerTrackingId = sent.pricingToken;
    }),
  },
  {
    name: 'searches-for-each-page-view',
    rule: 'search.repeated',
    level: 'advice',
    breaks: 'It searches again for every view of a page, and orders nothing.',
    client: (good) => ({
      async searchTransfer(traveller, search) {
        for (let views = 0; views < 6; views++) {
          await good.searchTransfer(traveller, { ...search, passengers: search.passengers + 1 });
          await traveller.wait(5000);
        }
        return good.searchTransfer(traveller, search);
      },
    }),
  },
] satisfies BadClient[];

/** Sends a value of the body in the query too. */
function inQuery(call: Call, name: string): Call {
  return { ...call, query: { ...call.query, [name]: String((call.body as Record<string, unknown>)[name]) } };
}

/** Sends a cancellation so many times. */
function cancelling(times: number): BadClient['client'] {
  return (good) => ({
    async cancel(traveller, reservation) {
      for (let sent = 0; sent < times; sent++) await good.cancel(traveller, reservation);
    },
  });
}

/** Sends requests that got a status again, long before Retry-After is over. */
function impatient(status: number): BadClient['client'] {
  return (good) => ({
    async send(traveller, call) {
      const transmit = traveller.transmit.bind(traveller);
      const hasty = {
        ...traveller,
        async transmit(request: WireRequest) {
          let received = await transmit(request);
          for (let again = 0; again < 3 && received?.status === status; again++) {
            await traveller.wait(100);
            received = await transmit(request);
          }
          return received;
        },
      };
      const received = await good.send(hasty, call);
      traveller.stopped = hasty.stopped;
      return received;
    },
  });
}

/** Sends a booking that was not made once more at once, under another identifier of its own. */
function renaming(good: Steps): Partial<Steps> {
  return {
    async book(traveller, booking) {
      const { searchId, pricingToken, partnerTrackingId } = booking;
      let received = await sendOnce(traveller, booking);
      if (received?.status === 429 || isFailed(received)) {
        await traveller.wait(100);
        received = await sendOnce(traveller, { ...booking, partnerTrackingId: `${partnerTrackingId}-2` });
      }
      return good.settle(traveller, received, { searchId, pricingToken });
    },
  };
}

function isFailed(received: Received | null): boolean {
  const meaning = meaningOf(received);
  return typeof meaning === 'object' && meaning.is === 'failed';
}

/** Sends a booking without the pause that a 429 asks for. */
function sendOnce(traveller: Traveller, body: BookRequest): Promise<Received | null> {
  const call = { method: 'POST', path: '/book', body } as const;
  const headers = traveller.steps.headers(traveller, call);
  return traveller.transmit({ method: 'POST', target: '/book', headers, body: JSON.stringify(body) });
}
