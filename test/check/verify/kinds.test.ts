import { describe, expect, it } from 'vitest';
import {
  isCurrency,
  isCurrencyCode,
  isDecimal,
  isRecord,
  isText,
  isTimestamp,
} from '../../../src/base/values/kinds.ts';

describe('a timestamp', () => {
  it.each([
    '2027-01-10T12:00:00Z',
    '2027-01-10T12:00:00.123Z',
    '2027-01-10T12:00:00+01:00',
    '2027-01-10T23:59:59-0330',
    '2027-01-10T12:00Z',
    '2028-02-29T00:00:00Z',
  ])('has a zone: %s', (value) => {
    expect(isTimestamp(value)).toBe(true);
  });

  it.each([
    '2027-01-10T12:00:00',
    '2027-01-10',
    '2027-02-30T12:00:00Z',
    '2027-02-29T00:00:00Z',
    '2027-01-10T25:00:00Z',
    '2027-13-10T12:00:00Z',
    'Sun, 10 Jan 2027 12:00:00 GMT',
    '',
    1799582400,
    null,
    undefined,
  ])('has no other form: %s', (value) => {
    expect(isTimestamp(value)).toBe(false);
  });
});

it('an amount as a string is decimal', () => {
  expect(['50.00', '0', '1234.5'].map(isDecimal)).toEqual([true, true, true]);
  expect(['', '50,00', '50.', 'EUR 50', 50, null].map(isDecimal)).toEqual([false, false, false, false, false, false]);
});

it('a currency code is three capital letters', () => {
  expect(['EUR', 'eur', '€', 'EURO', 978, null].map(isCurrencyCode)).toEqual([true, false, false, false, false, false]);
  expect(['EUR', 'XOF', 'XXX', 'ZZZ', 'eur', null].map(isCurrency)).toEqual([true, true, false, false, false, false]);
});

it('an object is neither a list nor null', () => {
  expect([{}, [], null, 'x', undefined].map(isRecord)).toEqual([true, false, false, false, false]);
  expect(['x', '', null, 7].map(isText)).toEqual([true, false, false, false]);
});
