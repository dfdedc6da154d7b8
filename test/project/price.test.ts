import { expect, it } from 'vitest';
import { growths, readRecorded } from '../../bench/price/recorded.ts';

it('a price grows by more than 3 points of a share, by a statement, or by more than 1 % of the modules', () => {
  const recorded = readRecorded();
  const now = structuredClone(recorded);
  expect(growths(recorded, now)).toEqual(new Map());

  now.calls['search'].shares['store'] += 2.9;
  now.starts.start.shares['Ajv'] -= 2;
  now.loaded.modules += 1;
  expect(growths(recorded, now)).toEqual(new Map());

  now.calls['search'].shares['store'] += 0.2;
  now.calls['book'].statements += 1;
  now.starts.firstSearch.shares['judge'] += 4;
  now.loaded.modules = Math.ceil(recorded.loaded.modules * 1.02);
  expect([...growths(recorded, now).keys()]).toEqual([
    'start, modules',
    'book, SQL statements',
    'firstSearch, share of judge in percent',
    'search, share of store in percent',
  ]);
});

it('the recorded price has a reason, and shares that make up the whole of each call', () => {
  const { why, calls, starts } = readRecorded();
  expect(why).toMatch(/\w{3}/);
  for (const { shares } of [...Object.values(calls), ...Object.values(starts)]) {
    const whole = Object.values(shares).reduce((sum, share) => sum + share, 0);
    // Each share is a median of its own.
    expect(whole).toBeGreaterThan(90);
    expect(whole).toBeLessThan(110);
  }
});
