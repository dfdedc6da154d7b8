import { describe, expect, it } from 'vitest';
import { searchGds0 } from '../../src/mock-providers/gds-0/gds-0.ts';
import type { Itinerary } from '../../src/mock-providers/world/timetable.ts';
import { timetable } from '../../src/mock-providers/world/timetable.ts';
import { KNOWN_ROUTES } from './known-routes.ts';

/** Weekdays, weekends, summer, winter, and days on which clocks change. */
const DATES =
  '2026-12-24 2027-01-05 2027-02-13 2027-03-14 2027-03-28 2027-05-17 2027-07-04 2027-08-20 2027-10-31 2027-11-10'.split(
    ' ',
  );

describe('a well-known route', () => {
  it.each(KNOWN_ROUTES)(
    '$from to $to: $airlines, $stops stops, with its usual duration',
    ({ from, to, airlines, stops, minutes }) => {
      for (const date of DATES) {
        const { itineraries } = timetable(from, to, date);
        expect(Math.min(...itineraries.map(stopsOf)), date).toBe(stops);
        const quickest = Math.min(...itineraries.map(({ durationMinutes }) => durationMinutes));
        expect(quickest, date).toBeGreaterThanOrEqual(minutes[0]);
        expect(quickest, date).toBeLessThanOrEqual(minutes[1]);
        const sold = itineraries.filter((one) => stopsOf(one) === stops).map(({ airline }) => airline.iataCode);
        expect(sold, date).toEqual(expect.arrayContaining([...airlines]));
      }
    },
  );

  it('has offers on every date', () => {
    for (const { from, to } of KNOWN_ROUTES) {
      for (const departure_date of DATES) {
        const request = {
          slices: [{ origin: from, destination: to, departure_date }],
          passengers: [{ type: 'adult' }] as const,
          cabin_class: 'economy',
        } as const;
        const situation = { seed: 'known', world: 'known', now: Date.UTC(2026, 11, 1), offers: 6, lifetimeMs: 60_000 };
        expect(searchGds0({ data: request }, situation).data.offers.length, `${from}-${to}`).toBeGreaterThan(0);
      }
    }
  });
});

function stopsOf({ flights }: Itinerary): number {
  return flights.length - 1;
}
