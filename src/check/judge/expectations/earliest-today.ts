import { DAY, HOUR, toIso } from '../../../base/clock.ts';

/** The date of an instant where it is earliest, twelve hours behind UTC: a date before it is in the past everywhere. */
export function earliestToday(at: number): string {
  const day = Math.floor((at - 12 * HOUR) / DAY);
  if (day !== latestDay) [latestDay, latestDate] = [day, toIso(day * DAY).slice(0, 10)];
  return latestDate;
}

/** Nearly all requests are made on the same day. */
let latestDay = NaN;
let latestDate = '';
