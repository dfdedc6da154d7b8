import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const START = Date.parse('2027-01-10T12:00:00Z');
const ada = traveller('ada');
const pending = [ada.search(), ada.price(), ada.book('pending', {}, { at: START })];
const LIVE_KEY = ['X-Service-Id', 'pk_live_a:dp_a'];
const SANDBOX_KEY = ['X-Service-Id', 'pk_sandbox_a:dp_a'];

/** Reads so many milliseconds after the booking. */
function reads(...times: number[]): Sketch[] {
  return times.map((time, i) =>
    ada.read(i === times.length - 1 ? 'completed' : 'pending', undefined, { at: START + time }),
  );
}

describe('advice', () => {
  it('never makes a rule broken', () => {
    const { advice, notable } = judge([...pending, ...reads(500, 700, 900)]);
    expect(advice).toEqual(['polling.too-fast']);
    expect(notable).toEqual({});
  });

  it('is given for polls within a second, but not under a frozen clock', () => {
    expect(judge([...pending, ...reads(1000, 2000, 4000)]).advice).toEqual([]);
    expect(judge([...pending, ...reads(1000, 1000, 1000)]).advice).toEqual([]);
    expect(judge([...pending, ...reads(1000, 1999)]).advice).toEqual(['polling.too-fast']);
  });

  it('is given if the first read comes later than a minute', () => {
    expect(judge([...pending, ...reads(60_000)]).advice).toEqual([]);
    expect(judge([...pending, ...reads(61_000)]).advice).toEqual(['polling.starts-late']);
  });

  it('is given when a refused request is sent again, and when it is sent three times', () => {
    const refused = ada.price({ amenities: ['sauna'] }, { status: 400, received: { code: 'unknown_amenity' } });
    expect(judge([ada.search(), refused, ada.price()]).advice).toEqual([]);
    expect(judge([ada.search(), refused, refused]).advice).toEqual(['refusal.sent-again']);
    const often = judge([ada.search(), refused, refused, refused, refused]);
    expect(often.advice).toEqual(['refusal.sent-again', 'refusal.sent-three-times']);
    expect(often.verdicts.advice.map(({ count }) => count)).toEqual([1, 1]);
    const later = { ...refused, at: START + 3_600_000 };
    expect(judge([ada.search(), refused, later]).advice).toEqual([]);
    const overlapping = judge([ada.search(), refused, { ...refused, overlaps: true }]);
    expect(overlapping.advice).toEqual([]);
  });

  it.each(['unreadable', 'unknown'] as const)('is not given for two requests whose bodies are %s', (sentBody) => {
    const refused = ada.price({}, { status: 400, received: { code: 'malformed_json' }, sentBody });
    expect(judge([ada.search(), refused, refused, refused]).advice).toEqual([]);
  });

  it('is given when a booking that failed is sent again word for word', () => {
    const failed = [ada.search(), ada.price(), ada.book('failed')];
    expect(judge([...failed, ada.book('failed')]).advice).toEqual(['booking.failed-again']);
    const renamed = ada.book('failed', { partnerTrackingId: 'another one' });
    expect(judge([...failed, renamed]).advice).toEqual(['booking.failed-again']);
    expect(judge([...failed, ada.book('failed', { specialInstructions: 'ring' })]).advice).toEqual([]);
  });

  it('is given when a booking follows liveMode true with the key of a sandbox', () => {
    const live = { received: { ...(ada.search().received as object), liveMode: true } };
    const inSandbox = ada.search({ ...live, headers: SANDBOX_KEY });
    const rest = [ada.price(), ada.book('completed'), ada.read('completed')];
    expect(judge([inSandbox, ...rest]).advice).toEqual(['live-mode.goes-on']);
    expect(judge([ada.search({ ...live, headers: LIVE_KEY }), ...rest]).advice).toEqual([]);
  });

  it.each(['/search?key=sk_sandbox_abc', '/search?key=sk_…', '/sk_live_abc/search'])(
    'is given to the address %s',
    (target) => expect(judge([ada.search({ target })]).advice).toEqual(['secret.in-address']),
  );

  it.each([
    ['a token', ada.ids.pricingToken],
    ['an e-mail address', 'ada@example.com'],
    ['a phone number', '+447700900123'],
  ])('is given to an address with %s', (_, value) => {
    const target = `/reservations/tracking?${new URLSearchParams({ by: value }).toString()}`;
    const { advice } = judge([ada.search(), ada.price(), ada.track({}, { target })]);
    expect(advice).toEqual(['secret.in-address']);
  });

  it.each([
    ['risk_level=desk_2', 'a word that ends in sk_'],
    ['searchId=search-ada', 'an identifier of the service'],
    ['partnerTrackingId=trip@447700900123', 'an identifier of the client'],
    ['after=2027-03-15T11:30:00+01:00', 'a time'],
  ])('is not given to ?%s, with %s', (query) => {
    expect(
      judge([ada.search(), ada.read('completed', {}, { target: `/reservations/details?${query}` })]).advice,
    ).toEqual([]);
  });

  it.each([
    ['ADA_byron_7', ['secret.in-tracking-id']],
    ['ada-7', []],
    ['byron-7', []],
  ])('is given to the partnerTrackingId %s only if it has both names', (partnerTrackingId, advice) => {
    expect(judge([ada.search(), ada.price(), ada.book('completed', { partnerTrackingId })]).advice).toEqual(advice);
  });

  it('is not given if identical searches of several travellers are refused within a second', () => {
    const refused = { status: 403, received: { code: 'invalid_credentials' } };
    const searches = (ms: number) => [0, ms, 2 * ms].map((after) => ada.search({ ...refused, at: START + after }));
    expect(judge(searches(0)).advice).toEqual([]);
    expect(judge(searches(400)).advice).toEqual([]);
    expect(judge(searches(2000)).advice).toEqual(['refusal.sent-again', 'refusal.sent-three-times']);
  });

  it('is given for repeated identical searches if none is used', () => {
    const five = [1, 2, 3, 4, 5].map((n) => traveller(`view-${n}`));
    const searches = five.map((one) => one.search());
    expect(judge(searches).advice).toEqual(['search.repeated']);
    expect(judge(searches.slice(1)).advice).toEqual([]);
    expect(judge([...searches, traveller('view-3').price()]).advice).toEqual([]);
    expect(judge(searches.map((search, i) => ({ ...search, at: START + i * 20_000 }))).advice).toEqual([]);
  });

  it('is not given for identical searches of several travellers if one is used', () => {
    const [first, ...others] = [1, 2, 3, 4, 5].map((n) => traveller(`view-${n}`).search());
    const meanwhile = { ...ada.price(), overlaps: true };
    expect(judge([first, meanwhile, ...others, traveller('view-3').price()]).advice).toEqual([]);
  });

  it('is not given for searches that found nothing or lost their response', () => {
    const five = [1, 2, 3, 4, 5].map((n) => traveller(`view-${n}`).search());
    expect(judge(five.map((search) => ({ ...search, status: null }))).advice).toEqual([]);
    expect(judge(five.map((search) => ({ ...search, received: { offers: [] } }))).advice).toEqual([]);
  });
});
