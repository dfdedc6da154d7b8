import { describe, expect, it } from 'vitest';
import { asked, found, order, ordered } from '../support/flight-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

const FIELDS: [rule: string, flag: string, field: string][] = [
  ['title', 'title', 'title'],
  ['name', 'name', 'firstName'],
  ['last-name', 'lastName', 'lastName'],
  ['gender', 'gender', 'gender'],
  ['born-date', 'bornDate', 'bornDate'],
  ['nationality', 'nationality', 'country'],
  ['phone', 'phone', 'phone_number'],
  ['email', 'email', 'email'],
];

describe('an order after required-fields asked for', () => {
  it.each(FIELDS)('%s must be in the order', (rule, flag, field) => {
    const judged = (sent: object) => judgeSketches([found(), asked({ [flag]: true }), ordered(sent)]);
    expect(judged(order({}, { [field]: undefined })).broken).toEqual([`flight-order.mapping.${rule}`]);
    expect(judged(order({}, { [field]: null })).broken).toContain(`flight-order.mapping.${rule}`);
    const { broken, verdict } = judged(order());
    expect(broken).toEqual([]);
    expect(verdict(`flight-order.mapping.${rule}`).verdict).toBe('kept');
  });

  it('the type must be in the order', () => {
    const { broken } = judgeSketches([found(), asked({ type: true }), ordered(order({}, { type: undefined }))]);
    expect(broken.sort()).toEqual(['flight-order.mapping.type', 'flight-order.passengers.types-match']);
  });

  it('is judged by the response that the client had already received', () => {
    const underWay = { ...asked({ email: true }), began: 2, ended: 9 };
    const sent = { ...ordered(order({}, { email: undefined })), began: 3, ended: 10 };
    const { broken } = judgeSketches([found(), asked({ email: true }), underWay, sent]);
    expect(broken).toEqual(['flight-order.mapping.email']);
  });

  it.each(FIELDS)('%s may be missing from the order if it is not asked for', (rule, flag, field) => {
    const sketches = [found(), asked({ [flag]: false }), ordered(order({}, { [field]: undefined }))];
    const { broken, verdict } = judgeSketches(sketches);
    expect(broken).toEqual([]);
    expect(verdict(`flight-order.mapping.${rule}`).verdict).toBe('not met');
  });

  it('a field of one passenger is matched by the position of the passenger id in the offer', () => {
    const fields = asked({});
    const flags = { ...fields, received: { passengers: [{ idx: 1, title: true }, { idx: 0 }] } };
    const [first, second] = order()['passengers'] as [object, object];
    const passengers = [{ ...second, title: undefined }, first];
    const { verdict } = judgeSketches([found(), flags, ordered(order({ passengers }))]);
    expect(verdict('flight-order.mapping.title').findings).toMatchObject([{ pointer: '/passengers/0/title' }]);
  });
});

describe('the holder of an order', () => {
  it.each<[string, string[], Record<string, unknown>]>([
    ['phone', ['holder-phone'], { holder: { phone: '+34612345678' } }],
    ['email', ['holder-email'], { holderEmail: 'ada@example.com' }],
    ['country code', ['holder-country-code'], { holder: { countryCode: 'ES' } }],
    ['', ['holder-phone', 'holder-email', 'holder-country-code'], { holder: {} }],
  ])('has no field of its own: %s', (_field, rules, changes) => {
    const { broken } = judgeSketches([found(), ordered(order(changes))]);
    expect(broken).toEqual(rules.map((rule) => `flight-order.mapping.${rule}`));
  });

  it.each([
    ['phone', 'phone_number', 'holder-phone'],
    ['email', 'email', 'holder-email'],
  ])('has the %s of the first passenger', (flag, field, rule) => {
    const judged = (sent: object) => judgeSketches([found(), asked({}, { [flag]: true }), ordered(sent)]);
    expect(judged(order({}, { [field]: undefined })).broken).toEqual([`flight-order.mapping.${rule}`]);
    expect(judged(order()).verdict(`flight-order.mapping.${rule}`)).toMatchObject({ verdict: 'kept' });
  });

  it('an order of gdsprovider 1 without holder fields keeps the rule', () => {
    const { verdict } = judgeSketches([found({ gdsprovider: 1 }), ordered(order(), { gdsprovider: '1' })]);
    for (const rule of ['holder-phone', 'holder-email', 'holder-country-code'])
      expect(verdict(`flight-order.mapping.${rule}`).verdict).toBe('kept');
  });
});

describe('the flags that stand for no field', () => {
  it.each(['age', 'address', 'city', 'postalCode', 'documentIssuedAt'])('are not sent: %s', (name) => {
    const { broken, warned } = judgeSketches([found(), ordered(order({}, { [name]: 'x' }))]);
    expect({ broken, warned }).toEqual({ broken: ['flight-order.mapping.generic-flags'], warned: [] });
  });

  it('an order without them keeps the rules, which are not met if required-fields does not ask', () => {
    const verdictOf = (flags: object) =>
      judgeSketches([found(), asked({ ...flags }), ordered()]).verdict('flight-order.mapping.generic-flags').verdict;
    expect(verdictOf({ age: true })).toBe('kept');
    expect(verdictOf({ age: false })).toBe('not met');
  });
});
