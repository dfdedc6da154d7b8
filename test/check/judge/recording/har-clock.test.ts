import { describe, expect, it } from 'vitest';
import type { EntrySketch } from '../support/recordings.ts';
import { book, harOf, SERVICE } from '../support/recordings.ts';
import { verdictsIn } from '../support/verdicts-in.ts';

const START = Date.parse('2027-01-10T12:00:00Z');
const PENDING = book().received;
/** Service clock minus recorder clock, in seconds, at the start of a call. */
type Ahead = number | ((seconds: number) => number);

/** A call whose response has the Date of a service clock, at its middle. */
function call(seconds: number, sketch: EntrySketch, ahead: Ahead = 0, response: object = {}): EntrySketch {
  const difference = typeof ahead === 'number' ? ahead : ahead(seconds);
  const date = { name: 'Date', value: new Date(START + (seconds + 0.005 + difference) * 1000).toUTCString() };
  return { ...sketch, seconds, response: { headers: [date], ...response } };
}

/** An order so many seconds after the expiry of its offer, by the service clock. */
function order(late: number, { ahead = 0, others = [] }: { ahead?: Ahead; others?: readonly number[] } = {}) {
  const difference = typeof ahead === 'number' ? ahead : ahead(EXPIRY);
  const expiresAt = new Date(START + (EXPIRY + difference) * 1000).toISOString();
  const search = {
    method: 'POST',
    url: `${SERVICE}/v1/flights/search`,
    sent: {},
    received: { offers: [{ offerId: 'off_1', expiresAt }] },
  };
  const ordered = { method: 'POST', url: `${SERVICE}/v1/flights/order/0/off_1`, sent: {}, received: {} };
  const read = { url: `${SERVICE}/v1/flights/offer/0/off_2`, received: {} };
  const calls = [
    call(0.1, search, ahead),
    ...others.map((at) => call(at, read, ahead)),
    call(EXPIRY + late, ordered, ahead),
  ];
  return calls.sort((a, b) => (a.seconds ?? 0) - (b.seconds ?? 0));
}

/** Seconds from the first call to the expiry by the recorder clock. */
const EXPIRY = 10;
const spread = Array.from({ length: 18 }, (_, i) => 0.5 + i * 0.55);
const moved = (seconds: number) => (seconds > 5 ? 1260 : 0);

async function expiryIn(calls: readonly EntrySketch[]) {
  const { rules } = await verdictsIn(harOf(calls), new URL(SERVICE));
  return rules.find(({ id }) => id === 'offer.expiry.ends-offer')?.verdict;
}

async function adviceIn(calls: readonly EntrySketch[]) {
  const { advice } = await verdictsIn(harOf(calls), new URL(SERVICE));
  return advice.map(({ id }) => id);
}

describe('the service clock in a HAR file', () => {
  it.each([
    ['0.3 s late by equal clocks', order(0.3, { others: spread }), 'broken'],
    ['0.3 s early by equal clocks', order(-0.3, { others: spread }), 'kept'],
    ['0.3 s late by a clock six hours ahead', order(0.3, { ahead: 21_600.37, others: spread }), 'broken'],
    ['0.3 s early by a clock six hours behind', order(-0.3, { ahead: -21_600.37, others: spread }), 'kept'],
    ['within the uncertainty', order(0.005, { ahead: 0.5, others: spread }), 'undecided'],
    ['0.3 s late with two calls alone', order(0.3, { ahead: 0.2 }), 'undecided'],
    ['2 s late with two calls alone', order(2, { ahead: 0.2 }), 'broken'],
    ['2 s early with two calls alone', order(-2, { ahead: 0.2 }), 'kept'],
    ['late by a moved clock', order(0.3, { ahead: moved, others: spread }), 'broken'],
    ['early by a moved clock', order(-0.3, { ahead: moved, others: spread }), 'kept'],
  ])('decides an order %s', async (_, calls, verdict) => {
    expect(await expiryIn(calls)).toBe(verdict);
  });

  it.each([
    ['without a Date', undefined],
    ['with a Date in words', 'noon'],
    ['with a Date of another age', 'Thu, 01 Jan 1960 00:00:00 GMT'],
  ])('is the clock of the recorder in a file %s', async (_, value) => {
    const headers = value === undefined ? [] : [{ name: 'Date', value }];
    const dated = (late: number) => order(late).map((one) => ({ ...one, response: { headers } }));
    expect([await expiryIn(dated(0.001)), await expiryIn(dated(-0.001))]).toEqual(['broken', 'kept']);
  });

  it('is known for a call before the first Date', async () => {
    const [search, ...others] = order(0.3, { ahead: 3600, others: spread });
    expect(await expiryIn([{ ...search, response: { headers: [] } }, ...others])).toBe('broken');
  });

  it.each([
    [0.3, ['polling.too-fast']],
    [1.2, []],
  ])('shows reads %f s apart, within one second of the Date or not', async (pause, advice) => {
    const read = { url: `${SERVICE}/reservations/details?searchId=s_1`, received: PENDING };
    const calls = [
      call(0.1, book({ sent: { searchId: 's_1' } })),
      ...[1, 2, 3].map((n) => call(0.1 + n * pause, read)),
    ];
    expect(await adviceIn(calls)).toEqual(advice);
  });

  it.each([
    [0.6, ['retry-after.ignored']],
    [1.2, []],
  ])('shows a repeat %f s after Retry-After: 1', async (pause, advice) => {
    const refused = call(0.1, book({ received: {} }));
    const wait = { status: 429, headers: [{ name: 'Retry-After', value: '1' }] };
    expect(await adviceIn([{ ...refused, response: wait }, call(0.1 + pause, book())])).toEqual(advice);
  });
});
