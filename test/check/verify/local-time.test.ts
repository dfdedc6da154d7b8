import { describe, expect, it } from 'vitest';
import { dayAt, instantOf } from '../../../src/base/values/local-time.ts';

describe('the instant of a local date-time', () => {
  it.each([
    ['2027-01-15T10:00:00', 'Europe/Madrid', '2027-01-15T09:00:00.000Z'],
    ['2027-07-15T10:00', 'Europe/Madrid', '2027-07-15T08:00:00.000Z'],
    ['2027-01-15T23:30:00', 'America/New_York', '2027-01-16T04:30:00.000Z'],
    ['2027-01-15T00:10:00', 'Asia/Kolkata', '2027-01-14T18:40:00.000Z'],
  ])('%s in %s', (local, zone, expected) => {
    expect(new Date(instantOf(local, zone) ?? 0).toISOString()).toBe(expected);
  });

  it.each([
    ['with a zone of its own', '2027-01-15T10:00:00Z', 'Europe/Madrid'],
    ['in a zone that does not exist', '2027-01-15T10:00:00', 'Europe/Atlantis'],
    ['in no zone', '2027-01-15T10:00:00', undefined],
    ['close to a change of the clocks', '2027-03-28T03:30:00', 'Europe/Madrid'],
    ['that is no text', 7, 'Europe/Madrid'],
  ])('is not known %s', (_, local, zone) => {
    expect(instantOf(local, zone)).toBeNull();
  });
});

it('a day begins at midnight of its zone', () => {
  const instant = Date.UTC(2027, 0, 15, 23, 30);
  expect([dayAt(instant, 'Europe/London'), dayAt(instant, 'Europe/Madrid'), dayAt(instant, 'nowhere')]).toEqual([
    '2027-01-15',
    '2027-01-16',
    null,
  ]);
});
