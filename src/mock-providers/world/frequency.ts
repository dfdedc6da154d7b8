import { isDomestic } from './countries.ts';
import { distanceKm } from './geography.ts';
import { hash } from './hash.ts';
import type { Route } from './network.ts';
import type { Airport } from './places.ts';

/**
 * Returns the maximum number of flights per day on a route, the same in both directions: many between major airports
 * near each other, one for routes with little traffic.
 */
export function dailyFlights({ airline, origin, destination }: Route): number {
  const km = distanceKm(origin, destination);
  const least = Math.min(TRAFFIC[origin.service], TRAFFIC[destination.service]);
  const chance = hash(airline.iataCode + pairOf(origin, destination)) % 3;
  if (least <= 1) return least === 1 && km < 1500 && chance === 0 ? 2 : 1;
  if (least === 2) return km < 2500 ? 1 + (chance > 0 ? 1 : 0) : 1;
  if (km > 4500) return chance === 0 ? 2 : 1;
  if (airline.kind === 'low')
    return km < 1500 || (km < 2500 && isDomestic(origin, destination)) ? 2 + (chance === 0 ? 1 : 0) : 1;
  return km < 1500 ? 4 + chance : 2 + (chance > 0 ? 1 : 0);
}

/**
 * Returns the weekdays of the k-th flight, one bit each: every day for the first flights on busy routes, some days on
 * routes with little traffic.
 */
export function weeklyPattern({ airline, origin, destination }: Route, k: number): number {
  const least = Math.min(TRAFFIC[origin.service], TRAFFIC[destination.service]);
  const daily = least === 3 ? 2 : 1;
  if (least >= 2 && k < daily) return EVERY_DAY;
  const draw = hash(`${airline.iataCode}${pairOf(origin, destination)}${k}`);
  if (least >= 2) return EVERY_DAY & ~(1 << (draw % 7));
  const patterns = least === 1 ? OFTEN : SELDOM;
  return patterns[draw % patterns.length] ?? EVERY_DAY;
}

/** `weekday` as in getUTCDay. */
export function runsOn(weekdays: number, weekday: number): boolean {
  return (weekdays & (1 << weekday)) !== 0;
}

const TRAFFIC = { major: 3, large: 2, medium: 1, small: 0, none: 0 } as const;
const EVERY_DAY = 0b1111111;
const OFTEN = [EVERY_DAY, EVERY_DAY, 0b0111110, 0b1110110, 0b1011011];
const SELDOM = [0b0101010, 0b0010100, 0b1010010, 0b0111110, 0b1001001];

/** Returns a key that is the same in both directions. */
function pairOf(a: Airport, b: Airport): string {
  return a.iataCode < b.iataCode ? a.iataCode + b.iataCode : b.iataCode + a.iataCode;
}
