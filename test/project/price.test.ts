import { expect, it } from 'vitest';
import type { Shares } from '../../bench/price/code-parts.ts';
import { growths, readRecorded } from '../../bench/price/recorded.ts';

it('a price has grown if a share rose by 3 points in most rounds, or if statements, modules or code grew', () => {
  const recorded = readRecorded();
  const now = { loaded: { ...recorded.loaded }, starts: withLow(recorded.starts), calls: withLow(recorded.calls) };
  expect(growths(recorded, now)).toEqual(new Map());

  now.calls['search'].lowShares['store'] += 2.9;
  now.calls['search'].shares['store'] += 9;
  now.starts.start.lowShares['Ajv'] -= 2;
  now.calls['details'].lowShares['node:http and sockets'] += 9;
  now.loaded.modules -= 1;
  now.loaded.characters *= 1.02;
  expect(growths(recorded, now)).toEqual(new Map());

  now.calls['search'].lowShares['store'] += 0.2;
  now.calls['details'].lowShares['node:http and sockets'] += 2;
  now.calls['book'].statements += 1;
  now.starts.firstSearch.lowShares['judge'] += 4;
  now.loaded.modules = recorded.loaded.modules + 1;
  now.loaded.generated += 1;
  now.loaded.characters *= 1.02;
  expect([...growths(recorded, now).keys()]).toEqual([
    'start, modules',
    'start, generated functions',
    'start, characters',
    'book, SQL statements',
    'firstSearch, share of judge in percent',
    'search, share of store in percent',
    'details, share of node:http and sockets in percent',
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

/** The same prices as a measurement has them, with the shares of its lower rounds. */
function withLow<Priced extends Record<string, { shares: Shares }>>(priced: Priced) {
  const measured = Object.entries(priced).map(([name, one]) => [
    name,
    { ...structuredClone(one), lowShares: { ...one.shares } },
  ]);
  return Object.fromEntries(measured) as { [Name in keyof Priced]: Priced[Name] & { lowShares: Shares } };
}
