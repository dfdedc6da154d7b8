import { DAY } from '../../base/clock.ts';

/**
 * Moves the dates in the examples of a rendered openapi.yaml by whole days: the first departure is then 60 days after
 * `now` (epoch milliseconds). Birth dates and passports stay, and so does a document without a departure.
 */
export function shiftExamples(document: string, now: number): string {
  const [, first] = FIRST_DEPARTURE.exec(document) ?? [];
  if (first === undefined) return document;
  const departure = Date.parse(first);
  const days = Math.floor((now - departure) / DAY) + AHEAD_DAYS;
  return document.replaceAll(DATES, (date) => {
    const instant = Date.parse(date);
    if (days === 0 || !(Math.abs(instant - departure) <= NEAR_DAYS * DAY)) return date;
    return new Date(instant + days * DAY).toISOString().slice(0, 10);
  });
}

const FIRST_DEPARTURE = /\bdeparture_date\W{1,4}(\d{4}-\d\d-\d\d)/;
const AHEAD_DAYS = 60;
/** The dates of one journey are at most this many days apart. */
const NEAR_DAYS = 100;
const DATES = /(?<![\w-])\d{4}-\d\d-\d\d(?![\d-])/g;
