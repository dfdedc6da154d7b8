import { toIso } from '../../base/clock.ts';

/** Returns `15MAR26` for `2026-03-15`, also at the beginning of a local date-time. */
export function compactDate(date: string): string {
  return date.slice(8, 10) + MONTHS[+date.slice(5, 7) - 1] + date.slice(2, 4);
}

/** Returns `0935` for `2026-03-15T09:35:00`. */
export function compactTime(dateTime: string): string {
  return dateTime.slice(11, 13) + dateTime.slice(14, 16);
}

/** Returns `21NOV26 0757`: an instant in UTC, to the minute. */
export function compactMinute(instant: number): string {
  const iso = toIso(instant);
  return `${compactDate(iso)} ${compactTime(iso)}`;
}

/** Returns `0725` for 445 minutes. */
export function compactDuration(minutes: number): string {
  return two(Math.floor(minutes / 60)) + two(minutes % 60);
}

/** Returns `2026-03-15` for `15MAR26`. */
export function plainDate(compact: string): string {
  return `20${compact.slice(5, 7)}-${two(MONTHS.indexOf(compact.slice(2, 5)) + 1)}-${compact.slice(0, 2)}`;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

function two(n: number): string {
  return String(n).padStart(2, '0');
}
