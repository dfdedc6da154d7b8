import { describe, expect, it } from 'vitest';
import { found, order, ordered, passenger } from '../support/flight-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

const child = { ...passenger, id: 'pas_2', type: 'child' };

describe('an order breaks its rule', () => {
  it.each<[string, string[], object[]]>([
    ['with an id in other letters', ['ids-match'], [{ ...passenger, id: 'PAS_1' }, child]],
    ['with an id and a blank', ['ids-match'], [{ ...passenger, id: 'pas_1 ' }, child]],
    ['with a number for an id', ['ids-match'], [{ ...passenger, id: 1 }, child]],
    [
      'with one number for both ids',
      ['ids-match', 'no-duplicate-ids'],
      [
        { ...passenger, id: 0 },
        { ...child, id: 0 },
      ],
    ],
    ['with an empty id', ['no-empty-ids'], [{ ...passenger, id: '' }, child]],
    ['without an id', ['no-empty-ids'], [{ ...passenger, id: undefined }, child]],
    ['with one id twice', ['no-duplicate-ids'], [passenger, { ...child, id: 'pas_1' }]],
    ['without the child', ['none-missing'], [passenger]],
    ['without anybody', ['none-missing'], []],
    ['with one traveller more', ['no-extra'], [passenger, child, { ...passenger, id: 'pas_3' }]],
    ['with another type', ['types-match'], [passenger, { ...child, type: 'adult' }]],
    [
      'with the ids swapped',
      ['types-match'],
      [
        { ...passenger, id: 'pas_2' },
        { ...child, id: 'pas_1' },
      ],
    ],
  ])('%s', (_fault, rules, passengers) => {
    const { broken } = judgeSketches([found(), ordered(order({ passengers }))]);
    expect(broken).toEqual(rules.map((rule) => `flight-order.passengers.${rule}`));
  });

  it.each<[string, string, unknown]>([
    ['title', 'title', 1],
    ['first-name', 'firstName', 1],
    ['last-name', 'lastName', null],
    ['gender', 'gender', 0],
    ['born-date', 'bornDate', '31/12/1990'],
    ['born-date', 'bornDate', '1990-02-30'],
    ['born-date', 'bornDate', '1990-12-31T00:00:00Z'],
    ['email', 'email', 'ada.example.com'],
    ['email', 'email', ''],
    ['email', 'email', 'mailto:ada@example.com'],
    ['email', 'email', '<ada@example.com>'],
    ['email', 'email', 'ada@example.com;'],
    ['email', 'email', 'ada@example,com'],
    ['email', 'email', 'ada@example..com'],
    ['phone-number', 'phone_number', '612345678'],
    ['phone-number', 'phone_number', '+34 612 345 678'],
    ['phone-number', 'phone_number', '0034612345678'],
    ['phone-number', 'phone_number', '+3461234567890123'],
    ['country', 'country', 'ESP'],
    ['country', 'country', 'Spain'],
    ['country', 'country', 'UK'],
    ['infant-passenger-id', 'infant_passenger_id', 3],
  ])('an order of %s with %s %j breaks its rule', (rule, field, value) => {
    const { broken, verdict } = judgeSketches([found(), ordered(order({}, { [field]: value }))]);
    expect(broken).toEqual([`flight-order.passengers.${rule}`]);
    expect(verdict(`flight-order.passengers.${rule}`).findings).toMatchObject([{ pointer: `/passengers/0/${field}` }]);
  });

  it('an order with name in place of firstName breaks its rule', () => {
    const { broken } = judgeSketches([found(), ordered(order({}, { firstName: undefined, name: 'Ada' }))]);
    expect(broken).toEqual(['flight-order.passengers.first-name']);
  });
});

describe('an order breaks no rule', () => {
  it('an order with its passengers in another order breaks no rule', () => {
    const { broken } = judgeSketches([found(), ordered(order({ passengers: [child, passenger] }))]);
    expect(broken).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['email', "o'connor+tag@sub.example.co.uk"],
    ['email', '"Ada Byron"@example.com'],
    ['email', 'josé@ejemplo.es'],
    ['phone_number', '+6831234'],
    ['phone_number', '+881612345678901'.slice(0, 16)],
    ['bornDate', '2000-02-29'],
    ['country', 'BQ'],
    ['title', 'dr'],
    ['gender', 'x'],
    ['firstName', '艾達'],
  ])('an order with %s %j breaks no rule', (field, value) => {
    expect(judgeSketches([found(), ordered(order({}, { [field]: value }))])).toMatchObject({ broken: [], warned: [] });
  });

  it.each(['es', 'XK'])('an order with country %s gets a warning only', (country) => {
    const { broken, warned } = judgeSketches([found(), ordered(order({}, { country }))]);
    expect({ broken, warned }).toEqual({
      broken: [],
      warned: ['flight-order.passengers.country: flight.personal-values'],
    });
  });
});

it.each(['pas_1', 'pas_2', '2'])('the infant_passenger_id %s, no infant of the offer, gets a warning', (id) => {
  const { broken, warned } = judgeSketches([found(), ordered(order({}, { infant_passenger_id: id }))]);
  expect({ broken, warned }).toEqual({
    broken: [],
    warned: ['flight-order.passengers.infant-passenger-id: flight.infant-passenger-id'],
  });
});

it('does not judge a field that no passenger has', () => {
  const { verdict } = judgeSketches([found(), ordered()]);
  expect(verdict('flight-order.passengers.infant-passenger-id').verdict).toBe('not met');
});
