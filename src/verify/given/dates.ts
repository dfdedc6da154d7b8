import { toIso } from '../../clock.ts';

const DAY_MS = 86_400_000;

/** `2027-03-01` for 2027-02-28 and 1. */
export function addDays(date: string, days: number): string {
  return toDate(Date.parse(date) + days * DAY_MS);
}

/** The calendar day, in UTC, of an instant in epoch milliseconds. */
export function toDate(instant: number): string {
  return toIso(instant).slice(0, 10);
}
