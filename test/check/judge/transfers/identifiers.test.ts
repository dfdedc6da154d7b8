import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const rule = (name: string) => `transfer.identifiers.${name}`;
const ada = traveller('ada');
const bob = traveller('bob');
const priced = [ada.search(), ada.price()];
const booked = [...priced, ada.book('completed'), ada.read('completed')];
const read = (query: Record<string, string>) => ada.read(400, query);

describe('an identifier in its place', () => {
  it('keeps each rule', () => {
    const { changes } = ada;
    const { notable, verdict } = judge([
      ...booked,
      ada.read('completed', { reservationId: ada.reservationId }),
      ada.read('completed', { confirmationNumber: ada.confirmationNumber }),
      ada.track(),
      ...[changes.search(), changes.price(), changes.confirm('completed'), changes.read('completed')],
      ada.cancel({ reservationId: 'reservation-ada-change' }),
    ]);
    expect(notable).toEqual({});
    const names = ['search-id', 'result-id', 'booking-token', 'pricing-token', 'reservation-id', 'confirmation-number'];
    for (const name of [...names, 'needed-later']) expect(verdict(rule(name)).verdict).toBe('kept');
  });

  it('may come from a reservation that names its replacement', () => {
    const changed = { reservationId: ada.reservationId, state: 'changed', replacedBy: 'reservation-new' };
    const original = { received: { status: 'completed', searchId: ada.ids.searchId, reservations: [changed] } };
    const found = ada.read('completed', { reservationId: ada.reservationId }, original);
    expect(judge([...booked, found, ada.track({ reservationId: 'reservation-new' })]).notable).toEqual({});
  });
});

describe('a miscopied identifier breaks its rule, even if earlier responses are missing', () => {
  const { searchId } = ada.ids;

  it.each([
    ['its capitals', searchId.toUpperCase()],
    ['quotes around it', `"${searchId}"`],
    ['a blank after it', `${searchId} `],
    ['no hyphen', searchId.replace('-', '')],
  ])('%s', (_, copy) => {
    const { notable, verdict } = judge([...booked, read({ searchId: copy })], 'it began late');
    expect(verdict(rule('search-id')).findings).toMatchObject([
      { expected: `the searchId as received, "${searchId}"`, actual: `"${copy}", which none did` },
    ]);
    expect(Object.keys(notable)).toEqual([rule('search-id')]);
  });

  it('is undecided if the service accepted it', () => {
    const accepted = ada.read('completed', { searchId: searchId.toUpperCase() });
    expect(judge([...booked, accepted]).verdict(rule('search-id')).broken).toBe(0);
  });
});

const REFUSED = { status: 400, received: { code: 'refused' } };

describe('a wrong identifier breaks its rule', () => {
  const faults: [string, Sketch[], string][] = [
    ['no searchId in pricing', [ada.search(), ada.price({ searchId: undefined })], 'search-id'],
    ['a resultId as searchId in a booking', [...priced, ada.book(400, { searchId: ada.ids.resultId })], 'search-id'],
    [
      'the searchId of another search',
      [...priced, bob.search(), ada.book('failed', { searchId: bob.ids.searchId })],
      'search-id',
    ],
    ['a reservationId as searchId in a read', [...booked, read({ searchId: ada.reservationId })], 'search-id'],
    ['an invented searchId in a read', [...booked, read({ searchId: 'made-up' })], 'search-id'],
    ['no resultId in pricing', [ada.search(), ada.price({ resultId: undefined })], 'result-id'],
    ['a resultId that the search did not return', [ada.search(), ada.price({ resultId: '1' })], 'result-id'],
    [
      'the resultId of another offer than both tokens',
      [...priced, ada.book('failed', { resultId: 'result-ada-other' })],
      'result-id',
    ],
    [
      'the resultId of another search',
      [...priced, bob.search(), ada.book('failed', { resultId: bob.ids.resultId })],
      'result-id',
    ],
    ['no bookingToken in a booking', [...priced, ada.book(400, { bookingToken: undefined })], 'booking-token'],
    ['a resultId as bookingToken', [ada.search(), ada.price({ bookingToken: ada.ids.resultId })], 'booking-token'],
    [
      'the searchId as pricingToken',
      [...priced, ada.book('failed', { pricingToken: ada.ids.searchId })],
      'pricing-token',
    ],
    ['an invented pricingToken', [...priced, ada.book('failed', { pricingToken: 'free' })], 'pricing-token'],
    ['an invented bookingToken', [ada.search(), ada.price({ bookingToken: 'some-token' }, REFUSED)], 'booking-token'],
    ['a ride of nothing', [...booked, ada.track({})], 'reservation-id'],
    [
      'the confirmationNumber as reservationId',
      [...booked, ada.track({ reservationId: ada.confirmationNumber })],
      'reservation-id',
    ],
    ['an invented reservationId', [...booked, ada.cancel({ reservationId: 'made-up' }, REFUSED)], 'reservation-id'],
    [
      'the reservationId as confirmationNumber',
      [...booked, read({ confirmationNumber: ada.reservationId })],
      'confirmation-number',
    ],
    ['an invented confirmationNumber', [...booked, read({ confirmationNumber: 'TX-0' })], 'confirmation-number'],
    ['a read without an identifier', [...booked, read({})], 'needed-later'],
    ['a read by undefined', [...booked, read({ reservationId: 'undefined' })], 'needed-later'],
    ['a cancellation without an identifier', [...booked, ada.cancel({ reservationId: undefined })], 'needed-later'],
    [
      'a change search by the confirmationNumber',
      [...booked, ada.changes.search({ reservationId: ada.confirmationNumber })],
      'needed-later',
    ],
    [
      'a change search by nothing known',
      [...booked, ada.changes.search({ reservationId: 'abc' }, REFUSED)],
      'needed-later',
    ],
    ['a change search without one', [...booked, ada.changes.search({ reservationId: undefined })], 'needed-later'],
  ];
  it.each(faults)('%s', (_, exchanges, name) => {
    expect(judge(exchanges).notable).toEqual({ [rule(name)]: 'broken' });
  });
});

it('an unknown identifier that the service accepted does not count as invented', () => {
  const accepted = [ada.search(), ada.price({ bookingToken: 'some-token' })];
  expect(judge(accepted).notable).toMatchObject({ [rule('booking-token')]: 'undecided' });
});

describe('an identifier that may come from before the recording', () => {
  it.each([
    ['searchId', ada.read('completed', { searchId: 'older' }), 'search-id'],
    ['reservationId', ada.track({ reservationId: 'older' }), 'reservation-id'],
    ['confirmationNumber', ada.read('completed', { confirmationNumber: 'older' }), 'confirmation-number'],
  ])('is not judged: a %s', (_, exchange, name) => {
    expect(judge([exchange], 'it begins late').notable).toEqual({ [rule(name)]: 'undecided' });
  });

  it.each<[string, Sketch[], string]>([
    ['an empty pricingToken', [ada.book(400, { pricingToken: '' })], 'transfer.pricing.mandatory'],
    ['a bookingToken that is "undefined"', [ada.price({ bookingToken: 'undefined' })], rule('booking-token')],
    ['another searchId than was priced', [ada.price(), ada.book(400, { searchId: 'older' })], rule('search-id')],
  ])('is judged if no earlier response can have returned it: %s', (_, exchanges, id) => {
    expect(judge(exchanges, 'it begins late').verdict(id).verdict).toBe('broken');
  });

  it('is judged if it is used as another kind of identifier', () => {
    const { notable } = judge([...booked, ada.track({ reservationId: ada.ids.searchId })], 'it begins late');
    expect(notable).toMatchObject({ [rule('reservation-id')]: 'broken' });
  });
});
