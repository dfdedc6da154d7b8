import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, formatDuration, parseDuration } from '../src/clock.ts';

describe('a duration', () => {
  it.each([
    ['PT0S', 0], ['PT21M', 21 * MINUTE], ['PT10.5S', 10_500], ['PT0.001S', 1], ['P1DT2H3M4S', DAY + 2 * HOUR + 3 * MINUTE + 4000],
    ['PT90M', 90 * MINUTE], ['P366D', 366 * DAY], ['pt5m', 5 * MINUTE],
  ])('%s is %i milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['', 'P', 'PT', '21M', 'PT21', 'P1M', 'P1Y', '-PT1M', 'PT-1M', 'P367D', 'P366DT0.001S', 'PT1.0001S', 'PT1M ', 'PT99999999999999999999S'])('"%s" is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it.each([[0, 'PT0S'], [1, 'PT0.001S'], [21 * MINUTE, 'PT21M'], [90 * MINUTE, 'PT1H30M'], [DAY, 'P1D'], [DAY + 1500, 'P1DT1.5S'], [-HOUR, '-PT1H']])('%i milliseconds are %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('reads back as it was written', () => {
    for (const ms of [1, 999, 60_001, 3_600_000, 86_399_999, 366 * DAY]) expect(parseDuration(formatDuration(ms))).toBe(ms);
  });
});
