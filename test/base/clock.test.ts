import { describe, expect, it } from 'vitest';
import { DAY, formatDuration, HOUR, MINUTE, parseDuration, toIso } from '../../src/base/clock.ts';
import { Random } from '../../src/base/ids.ts';

describe('a duration', () => {
  it.each([
    ['PT0S', 0],
    ['PT21M', 21 * MINUTE],
    ['PT10.5S', 10_500],
    ['PT0.001S', 1],
    ['P1DT2H3M4S', DAY + 2 * HOUR + 3 * MINUTE + 4000],
    ['PT90M', 90 * MINUTE],
    ['P366D', 366 * DAY],
    ['pt5m', 5 * MINUTE],
  ])('%s is %i milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each([
    '',
    'P',
    'PT',
    '21M',
    'PT21',
    'P1M',
    'P1Y',
    '-PT1M',
    'PT-1M',
    'P367D',
    'P366DT0.001S',
    'PT1.0001S',
    'PT1M ',
    'PT99999999999999999999S',
  ])('"%s" is not a duration', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it.each([
    [0, 'PT0S'],
    [1, 'PT0.001S'],
    [21 * MINUTE, 'PT21M'],
    [90 * MINUTE, 'PT1H30M'],
    [DAY, 'P1D'],
    [DAY + 1500, 'P1DT1.5S'],
    [-HOUR, '-PT1H'],
  ])('%i milliseconds are %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('keeps its value when it is written and read', () => {
    for (const ms of [1, 999, 60_001, 3_600_000, 86_399_999, 366 * DAY])
      expect(parseDuration(formatDuration(ms))).toBe(ms);
  });
});

describe('toIso', () => {
  it.each([
    0, -1, 1, 86_399_999, 86_400_000, -62_135_596_800_000, 253_402_300_799_999, 253_402_300_800_000, 8.64e15, -8.64e15,
  ])('writes the instant %d as Date does', (instant) => {
    expect(toIso(instant)).toBe(new Date(instant).toISOString());
  });

  it('writes any instant as Date does, regardless of the previous instant', () => {
    const random = new Random('instants');
    for (let i = 0; i < 20_000; i++) {
      const instant = Math.floor(((random.fraction() - 0.3) * 4e14) / random.pick([1, 1000, 1_000_000]));
      expect(toIso(instant)).toBe(new Date(instant).toISOString());
    }
  });

  it.each([NaN, Infinity, 8.64e15 + 86_400_000])('throws a RangeError for %d, which is not an instant', (instant) => {
    expect(() => toIso(instant)).toThrow(RangeError);
  });
});
