import { MINUTE } from '../src/base/clock.ts';
import { isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { readRetryAfter } from '../src/base/values/retry-after.ts';
import type { ConductArea, ConductCheck, Occasion, View } from '../src/check/judge/conduct.ts';
import { isBooking, readFor, statusOf } from '../src/check/judge/expectations/bookings.ts';
import { openWherePending, pendingOf } from '../src/check/judge/expectations/pending.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { receivedBody, sentBody } from '../src/check/judge/judged-exchange.ts';
import type { Knowledge } from '../src/check/judge/knowledge.ts';
import { fieldOf, offersIn, sentField } from '../src/check/judge/knowledge.ts';

const bookingsAndReads: ConductCheck['sees'] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];
const writing: ConductCheck['sees'] = [
  'searchFlights',
  'createFlightOrder',
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'searchReservationChanges',
  'confirmReservationChange',
  'cancelReservation',
];

const reading: ConductCheck['sees'] = [
  'getFlightOffer',
  'getRequiredFields',
  'getReservation',
  'getDriverAndVehicle',
  'getTracking',
];

const area: ConductArea = {
  name: 'advice',
  checks: [
    {
      title: 'a pending booking is polled at most once a second',
      rules: [],
      advice: 'polling.too-fast',
      sees: ['getReservation'],
      occasion: 'a read that returns pending',
      wrong: 'They read in a loop without a pause.',
      right: 'Wait a second before the second read, and longer before each further one.',
      scenarios: ['pending', 'pending-forever'],
      judge(view) {
        const { exchange } = view;
        for (const [name, value] of exchange.query) {
          const key = `${name}=${value}`;
          const before = view.find(key)?.exchange;
          const elapsed = exchange.at - (before?.at ?? -Infinity);
          // A frozen clock does not show the client's speed.
          if (elapsed > 0 && elapsed < SECOND)
            view.broken({
              expected: 'a second between two reads',
              actual: `a read ${elapsed} ms after the previous one`,
              before: before ? [before] : [],
            });
          if (statusOf(exchange) === 'pending') view.open(key);
          else view.find(key)?.drop();
        }
      },
    },
    {
      title: 'a pending booking is read within a minute',
      rules: [],
      advice: 'polling.starts-late',
      sees: bookingsAndReads,
      occasion: 'a pending booking',
      wrong: 'They read a pending booking only in a nightly run, so the traveller waits.',
      right: 'Read for the first time a few seconds after the booking.',
      scenarios: ['pending'],
      judge(view) {
        const { exchange } = view;
        if (!isBooking(exchange)) for (const open of view.opened()) judgeFirstRead(exchange, open);
        else openWherePending(view);
      },
    },
    {
      title: 'a refused request is not sent again unchanged',
      rules: [],
      advice: 'refusal.sent-again',
      sees: writing,
      occasion: 'a request that gets a 4xx',
      wrong:
        'They repeat every request that does not return 200. A 4xx means that the request is wrong, and it stays ' +
        'wrong.',
      right: 'Read `code` and `details` of the error, and send the corrected request.',
      scenarios: [],
      judge: (view) => adviseAtTime(2, view, isRefused),
    },
    {
      title: 'a refused request is not sent three times',
      rules: [],
      advice: 'refusal.sent-three-times',
      sees: writing,
      occasion: 'a request that gets a 4xx',
      wrong: 'They repeat in a loop that ignores the response.',
      right: 'End the loop at the first 4xx, and show the error.',
      scenarios: [],
      judge: (view) => adviseAtTime(3, view, isRefused),
    },
    {
      title: 'a client waits for the time in Retry-After',
      rules: [],
      advice: 'retry-after.ignored',
      sees: [...writing, ...reading],
      occasion: 'a response 429 or 503 with Retry-After',
      wrong: 'Their HTTP library repeats immediately, or by its own schedule, and the gateway keeps refusing.',
      right: 'Read `Retry-After`, a number of seconds or an HTTP date, and send the request again only after that.',
      scenarios: ['429', '503'],
      judge(view) {
        const { exchange } = view;
        const { operation, at, response } = exchange;
        const key = requestOf(exchange);
        const earlier = view.find(key);
        // A frozen clock does not show the client's speed.
        if (earlier && at > earlier.exchange.at && at < Number(earlier.data))
          view.broken({
            expected: `the same ${operation} after ${seconds(Number(earlier.data) - earlier.exchange.at)}`,
            actual: `after ${seconds(at - earlier.exchange.at)}`,
            before: [earlier.exchange],
          });
        const isAsked = response?.status === 429 || response?.status === 503;
        const waitMs = isAsked ? readRetryAfter(response.retryAfter, at) : undefined;
        if (waitMs !== undefined) view.open(key, at + waitMs);
        else earlier?.drop();
      },
    },
    {
      title: 'a failed booking is corrected before it is sent again',
      rules: [],
      advice: 'booking.failed-again',
      sees: ['bookTransfer', 'confirmReservationChange'],
      occasion: 'a failed booking or change confirmation',
      wrong: 'They send the failed booking again without a change.',
      right: 'Read `error.code`: correct the request, or select another offer.',
      scenarios: ['failed'],
      judge: (view) => adviseAtTime(2, view, (exchange) => statusOf(exchange) === 'failed'),
    },
    {
      title: 'no booking is made in live mode with the keys of a sandbox',
      rules: [],
      advice: 'live-mode.goes-on',
      sees: 'any',
      occasion: 'a response with liveMode true to a request with the key of a sandbox',
      wrong: 'They ignore liveMode, and a wrong base URL books real cars in a test.',
      right: 'Stop a test run at the first response with liveMode true.',
      scenarios: [],
      judge(view) {
        const { exchange } = view;
        const { operation } = exchange;
        if (operation === 'createFlightOrder' || operation === 'cancelReservation' || isBooking(exchange))
          view.find(LIVE)?.break({ expected: 'a stop at liveMode true', actual: `${operation} after it` });
        if (propertyOf(receivedBody(exchange), 'liveMode') === true && hasSandboxKey(exchange)) view.open(LIVE);
      },
    },
    {
      title: 'no address contains a secret key, token, e-mail address or phone number',
      rules: [],
      advice: 'secret.in-address',
      sees: 'any',
      occasion: 'a request with a secret key, a token, an e-mail address or a phone number in its path or query',
      wrong:
        'They put the secret key, a token or data of the traveller into the address, and logs, proxies and ' +
        'histories keep it.',
      right:
        'Send the secret key in the header Authorization and nowhere else, and all other values in the body. Replace ' +
        'a key that was in an address.',
      scenarios: [],
      judge(view) {
        const { path, query } = view.exchange;
        const leaked = [path, ...query.flat()].map((text) => leakedIn(text, view)).find((kind) => kind !== undefined);
        if (leaked === undefined) return;
        view.broken({ expected: 'an address without secrets', actual: `one with the ${leaked} in it` });
      },
    },
    {
      title: 'the partnerTrackingId contains no secrets and no data of travellers',
      rules: [],
      advice: 'secret.in-tracking-id',
      sees: ['bookTransfer', 'confirmReservationChange'],
      occasion:
        'a booking with a partnerTrackingId that contains a secret key, a token, an e-mail address, a phone number ' +
        'or a name ' +
        'in it',
      wrong:
        'They use a token or the name or e-mail address of the traveller as their own identifier. Suppliers, logs ' +
        'and reports keep it.',
      right: 'Use a neutral identifier: a UUID, or the booking number of your system.',
      scenarios: [],
      judge(view) {
        const body = sentBody(view.exchange);
        const id = propertyOf(body, 'partnerTrackingId');
        if (!isText(id)) return;
        const traveller = propertyOf(body, 'traveller');
        const parts: [name: string, value: unknown][] = [
          ...['bookingToken', 'pricingToken'].map((name): [string, unknown] => [name, propertyOf(body, name)]),
          ['e-mail address', propertyOf(traveller, 'email')],
          ['phone number', propertyOf(traveller, 'phoneNumber')],
        ];
        const [leaked] = SECRET.test(id)
          ? ['secret key']
          : (parts.find(([, part]) => isText(part) && id.includes(part)) ?? nameIn(id, traveller));
        if (leaked === undefined) return;
        view.broken({
          expected: 'a neutral partnerTrackingId',
          actual: `one with the ${leaked} in it`,
          pointer: '/partnerTrackingId',
        });
      },
    },
    {
      title: 'the offers of a search are used before the search is repeated',
      rules: [],
      advice: 'search.repeated',
      sees: [
        'searchFlights',
        'searchTransfers',
        'getFlightOffer',
        'getRequiredFields',
        'createFlightOrder',
        'priceTransfer',
      ],
      occasion: 'the same search five times within a minute',
      wrong: 'They search again for each view of a page, and never use the offers.',
      right: 'Keep the response until its offers expire, and then search again.',
      scenarios: [],
      judge(view) {
        const { exchange } = view;
        const used = usedIn(view);
        if (exchange.operation === 'searchFlights' || exchange.operation === 'searchTransfers')
          return takeSearch(view, used);
        const id = exchange.parameters['offerId'] ?? sentField(exchange, 'searchId');
        if (id !== undefined && used.size < MAX_USED) used.add(id);
      },
      end: (open) => {
        const burst = burstOf(open);
        return burst && isUnused(open) ? { outcome: 'broken', finding: searchedAgain(burst) } : null;
      },
    },
  ],
};

export default area;

function judgeFirstRead(read: JudgedExchange, open: Occasion): void {
  const { booking } = pendingOf(open);
  if (readFor(read, booking) === null) return;
  const seconds = Math.ceil((read.at - booking.at) / SECOND);
  if (read.at - booking.at <= MINUTE) open.drop();
  else open.break({ expected: 'a read within a minute', actual: `the first one after ${seconds} s` });
}

/** True if the client must not send the request again unchanged. The statuses 408, 425 and 429 ask for a repeat. */
function isRefused({ response }: JudgedExchange): boolean {
  if (!response || response.status < 400 || response.status > 499) return false;
  return ![408, 425, 429].includes(response.status);
}

/** Advises when the same request was refused this many times. */
function adviseAtTime(times: number, view: View, isOne: (exchange: JudgedExchange) => boolean): void {
  const { exchange } = view;
  if (!isOne(exchange) || !isReadable(exchange)) return;
  const key = requestOf(exchange);
  const earlier = view.find(key);
  if (earlier && isSideBySide(earlier.exchange, exchange)) return;
  const isRecent = earlier && exchange.at - earlier.exchange.at <= REPEATED_WITHIN;
  const before = isRecent ? [...(earlier.data as JudgedExchange[]), exchange] : [exchange];
  if (before.length === times)
    view.broken({ expected: 'another request', actual: `the same one, ${COUNTED[times]}`, before });
  view.open(key, before.slice(0, times));
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** True if two travellers may make the same search concurrently, before either knows the other's results. */
function isSideBySide(earlier: JudgedExchange, { operation, at }: JudgedExchange): boolean {
  return (operation === 'searchFlights' || operation === 'searchTransfers') && at - earlier.at < SECOND;
}

/** True for a readable body. Two unreadable bodies cannot be compared. */
function isReadable({ request: { body } }: JudgedExchange): boolean {
  return body.kind === 'none' || body.kind === 'json';
}

/** Returns the request as text, equal for equal requests. Ignores the client's own partnerTrackingId. */
function requestOf(exchange: JudgedExchange): string {
  const { operation, path, query } = exchange;
  const body = JSON.stringify(sentBody(exchange), (name, value: unknown) =>
    name === 'partnerTrackingId' ? undefined : value,
  );
  return `${operation} ${path} ${JSON.stringify(query)} ${headersOf(exchange)} ${body}`;
}

/** Returns a request's credentials: with another key pair it is a different request. */
function headersOf({ request }: JudgedExchange): string {
  return `${request.header('authorization')} ${request.header('x-service-id')}`;
}

function hasSandboxKey({ request }: JudgedExchange): boolean {
  return /sandbox|test/i.test(request.header('x-service-id') ?? '');
}

/** Names the sensitive value in a text from an address; undefined if it has none. */
function leakedIn(text: string, { known }: View): string | undefined {
  if (SECRET.test(text)) return 'secret key';
  if (known.pricing(text) || known.transferOffer('bookingToken', text)) return 'token';
  if (EMAIL.test(text)) return 'e-mail address';
  return PHONE.test(text) ? 'phone number' : undefined;
}

/** Looks for a traveller's first and last name together: one name alone can be part of another text by chance. */
function nameIn(id: string, traveller: unknown): [what: string] | [] {
  const names = ['firstName', 'lastName'].map((name) => propertyOf(traveller, name));
  const isNamed = names.every((name) => isText(name) && id.toLowerCase().includes(name.toLowerCase()));
  return isNamed ? ['name of the traveller'] : [];
}

/** Returns the search and offer ids that a client has used in its requests, in any order. */
function usedIn({ known }: View): Set<string> {
  const used = usedBy.get(known) ?? new Set<string>();
  usedBy.set(known, used);
  return used;
}

/** One search with its repetitions. */
interface Searches {
  /** The latest repetitions. */
  latest: JudgedExchange[];
  /** Set after five repetitions within a minute. */
  burst?: JudgedExchange[];
  used: Set<string>;
}

function searchesOf({ data }: Occasion): Searches {
  return data as Searches;
}

function burstOf(open: Occasion): readonly JudgedExchange[] | undefined {
  return searchesOf(open).burst;
}

function takeSearch(view: View, used: Set<string>): void {
  const { exchange } = view;
  const key = `${exchange.operation} ${JSON.stringify(sentBody(exchange))}`;
  const open = view.find(key) ?? view.open(key, { latest: [], used } satisfies Searches);
  const searches = searchesOf(open);
  const last = searches.burst?.at(-1);
  // The client may use the offers from a burst a little later.
  if (searches.burst && last && exchange.at - last.at > MINUTE) {
    if (isUnused(open)) return open.break(searchedAgain(searches.burst));
    delete searches.burst;
  }
  const { latest } = searches;
  if (latest.push(exchange) > OFTEN) latest.shift();
  const [first] = latest;
  if (first && latest.length === OFTEN && exchange.at - first.at <= MINUTE) searches.burst ??= [...latest];
}

/** True if every search found offers and the client used none. */
function isUnused(open: Occasion): boolean {
  const { burst = [], used } = searchesOf(open);
  return burst.every((search) => {
    const offers = offersIn(search);
    if (offers.length === 0 || used.has(fieldOf(search, 'searchId') ?? '')) return false;
    return !offers.some(({ offerId }) => typeof offerId === 'string' && used.has(offerId));
  });
}

function searchedAgain(burst: readonly JudgedExchange[]) {
  return {
    expected: 'the offers of a search, kept and used until they expire',
    actual: `the same search ${burst.length} times within a minute, and none of their offers used`,
    before: burst,
  };
}

const SECOND = 1000;
const LIVE = 'live';
/** Used ids by the client's knowledge: one object per profile. */
const usedBy = new WeakMap<Knowledge, Set<string>>();
/** After this time, the same request counts as a person's new attempt. */
const REPEATED_WITHIN = 10 * MINUTE;
const OFTEN = 5;
const MAX_USED = 10_000;
const COUNTED: Record<number, string> = { 2: 'a second time', 3: 'a third time' };
const SECRET = /(?<![A-Za-z0-9])sk_/;
const EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;
/** Phone number in E.164 format. A blank replaces a plus that is not encoded. */
const PHONE = /^[+ ][1-9]\d{6,14}$/;
