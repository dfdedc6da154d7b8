import { expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/base/values/retry-after.ts';

const NOON = Date.UTC(2027, 0, 10, 12);

it.each([
  ['2', 2000],
  [' 120 ', 120_000],
  ['0', 0],
  ['Sun, 10 Jan 2027 12:00:30 GMT', 30_000],
  ['Sun, 10 Jan 2027 11:00:00 GMT', 0],
  ['Sun, 99 Jan 2027 12:00:30 GMT', undefined],
  ['2027-01-10T12:00:30Z', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After "%s" asks for a wait of %s milliseconds', (text, ms) => {
  expect(readRetryAfter(text, NOON)).toBe(ms);
});
