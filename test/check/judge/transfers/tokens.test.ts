import { describe, expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const UNCHANGED = 'transfer.token.unchanged';
const OPAQUE = 'transfer.token.opaque';
const BOUND = 'transfer.token.bound-to-offer';
const EXPIRES = 'transfer.token.expires-with-offer';
const ada = traveller('ada');
const bob = traveller('bob');
const { bookingToken, pricingToken } = ada.ids;

describe('a token', () => {
  it('an unchanged token keeps the rules', () => {
    const { notable, verdict } = judge([ada.search(), ada.price(), ada.book('completed'), ada.read('completed')]);
    expect(notable).toEqual({});
    for (const rule of [UNCHANGED, OPAQUE, BOUND, EXPIRES]) expect(verdict(rule)).toMatchObject({ kept: 2 });
  });

  it.each([
    ['in lower case', (token: string) => token.toLowerCase()],
    ['in upper case', (token: string) => token.toUpperCase()],
    ['percent-encoded', encodeURIComponent],
    ['percent-encoded twice', (token: string) => encodeURIComponent(encodeURIComponent(token))],
    ['encoded in Base64', (token: string) => Buffer.from(token).toString('base64')],
    ['made safe for addresses', (token: string) => token.replace(/\+/g, '-').replace(/\//g, '_')],
    ['without its padding', (token: string) => token.replace(/=$/, '')],
    ['with a blank for each +', (token: string) => token.replaceAll('+', ' ')],
    ['cut', (token: string) => token.slice(0, 20)],
    ['with something added', (token: string) => ` ${token}\n`],
    ['with other punctuation', (token: string) => token.replace(/[+/]/g, '')],
    ['with other characters in it', (token: string) => `${token.slice(0, 9)}X${token.slice(10)}`],
  ])('%s is named as an edit of the one that was issued', (how, edit) => {
    for (const gap of [null, 'the recording begins in the middle']) {
      const priced = judge([ada.search(), ada.price({ bookingToken: edit(bookingToken) })], gap);
      expect(priced.verdict(UNCHANGED).findings).toMatchObject([
        { actual: `the same ${how}`, expected: expect.stringContaining(bookingToken), pointer: '/bookingToken' },
      ]);
      const changed = { pricingToken: edit(pricingToken) };
      const booked = judge([ada.search(), ada.price(), ada.book('failed', changed)], gap);
      expect(booked.verdict(UNCHANGED).findings).toMatchObject([
        { actual: `the same ${how}`, pointer: '/pricingToken' },
      ]);
      expect(Object.keys(booked.notable)).toEqual([UNCHANGED]);
    }
  });

  it('an edited token is recognised even after many later pricings', () => {
    const later = Array.from({ length: 400 }, (_, i) =>
      ada.price({}, { received: { pricingToken: `a-later-pricing-${i}` } }),
    );
    const booked = ada.book('failed', { pricingToken: encodeURIComponent(pricingToken) });
    expect(judge([ada.search(), ada.price(), ...later, booked]).verdict(UNCHANGED).findings).toMatchObject([
      { actual: 'the same percent-encoded', expected: expect.stringContaining(pricingToken) },
    ]);
  });

  it.each([
    ['decoded from Base64', (token: string) => Buffer.from(token, 'base64').toString('utf8')],
    ['decoded from Base64 and encoded again', (token: string) => Buffer.from(token, 'base64').toString('base64')],
  ])('%s was not taken as opaque', (how, edit) => {
    const { notable, verdict } = judge([ada.search(), ada.price({ bookingToken: edit(bookingToken) })]);
    expect(notable).toEqual({ [UNCHANGED]: 'broken', [OPAQUE]: 'broken' });
    expect(verdict(OPAQUE).findings).toMatchObject([{ actual: `the same ${how}` }]);
  });

  it('an unknown token breaks the rule only if all responses are known', () => {
    const invented = [
      ada.search(),
      ada.price({ bookingToken: 'something-quite-different' }, { status: 400, received: { code: 'refused' } }),
    ];
    const rule = 'transfer.identifiers.booking-token';
    expect(judge(invented).notable).toEqual({ [rule]: 'broken' });
    expect(judge(invented, 'it begins late').notable).toEqual({ [rule]: 'undecided', [UNCHANGED]: 'undecided' });
  });

  it('a token that looks like a sequential one may come from before the recording', () => {
    const search = ada.search({
      received: { searchId: 's', offers: [{ resultId: 'r', bookingToken: 'booking-token-000000000001' }] },
    });
    const price = ada.price({ searchId: 's', resultId: 'r', bookingToken: 'booking-token-000000000002' });
    expect(judge([search, price], 'it begins late').notable).toMatchObject({ [UNCHANGED]: 'undecided' });
  });
});

describe('a token of another offer', () => {
  it('breaks the rule, whether from the same search or another one', () => {
    const both = [ada.search(), bob.search(), ada.price(), bob.price()];
    const other = judge([ada.search(), ada.price({ bookingToken: `bt_other+${bookingToken}` })]);
    expect(other.notable).toEqual({ [BOUND]: 'broken' });
    expect(other.findings).toMatchObject([
      { actual: 'the bookingToken of result result-ada-other of the same search' },
    ]);
    expect(judge([...both, ada.price({ bookingToken: bob.ids.bookingToken })]).notable).toEqual({ [BOUND]: 'broken' });
    expect(judge([...both, ada.book('failed', { pricingToken: bob.ids.pricingToken })]).notable).toEqual({
      [BOUND]: 'broken',
    });
  });
});

describe('a token at its end', () => {
  const [before, at] = [Date.parse('2027-01-10T12:19:59.999Z'), Date.parse('2027-01-10T12:20:00Z')];

  it('works until the millisecond before expiresAt', () => {
    const { notable } = judge([ada.search(), ada.price({}, { at: before }), ada.book('failed', {}, { at: before })]);
    expect(notable).toEqual({});
  });

  it('breaks the rule from expiresAt on, regardless of the response', () => {
    const priced = judge([ada.search(), ada.price({}, { at })]);
    expect(priced.notable).toEqual({ [EXPIRES]: 'broken' });
    expect(priced.findings[0]?.exchanges.map(({ id }) => id)).toEqual(['x1', 'x2']);
    const booked = [ada.search(), ada.price(), ada.book('completed', {}, { at }), ada.read('completed')];
    expect(judge(booked).notable).toEqual({ [EXPIRES]: 'broken' });
  });

  it('ends with its offer, regardless of the expiry that its pricing states', () => {
    const expiresAt = '2027-01-10T13:00:00.000Z';
    const { pricingToken, searchId, resultId } = ada.ids;
    const priced = ada.price({}, { received: { pricingToken, searchId, resultId, expiresAt } });
    const booked = [ada.book('completed', {}, { at }), ada.read('completed')];
    expect(judge([ada.search(), priced, ...booked]).notable).toEqual({ [EXPIRES]: 'broken' });
  });

  it('a token refused too early by the service is not the fault of the client', () => {
    expect(judge([ada.search(), ada.price({}, { status: 400 }), ada.price()]).notable).toEqual({});
  });
});
