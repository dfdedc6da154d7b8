import { DAY, HOUR, toIso } from '../../../base/clock.ts';
import { isCountryCode } from '../../../base/countries.ts';

/** The notations that the document names, of texts that clients send. */

/** `YYYY-MM-DD`, of a day that exists (§2.1, §2.4). */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))];
  return day >= 1 && day <= daysOf(year, month);
}

/** E.164: a plus and at most 15 digits, the first of which is not 0. */
export function isPhoneNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\+[1-9]\d{1,14}$/.test(value);
}

/**
 * A name, an at sign, and a domain without empty parts. Lenient where addresses are unusual: letters of all scripts,
 * and a quoted name with whatever it has.
 */
export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && EMAIL.test(value);
}

/** In the form of a code of IATA for an airport or a city. */
export function isIataCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value);
}

/** Of a timestamp with a zone, in epoch milliseconds; NaN for anything else. */
export function instantOf(value: unknown): number {
  return typeof value === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? Date.parse(value) : NaN;
}

/** 0 for a month that does not exist. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return DAYS[month - 1] ?? 0;
}

const PART = String.raw`[^\s@.,;:<>()\[\]"\\]+`;
const EMAIL = new RegExp(String.raw`^(?:${PART}(?:\.+${PART})*\.?|"[^"]+")@(?:${PART}(?:\.${PART})*|\[[^\s@]+\])$`);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A code that ISO 3166-1 assigns, in capitals. */
export function isCountry(value: unknown): boolean {
  return typeof value === 'string' && isCountryCode(value);
}

/**
 * A code in small letters, and XK, which ISO leaves to its users and many of them give Kosovo: the document does not
 * say that they are wrong.
 */
export function isCountryInSmallLetters(value: unknown): boolean {
  return typeof value === 'string' && (value === 'XK' || isCountryCode(value.toUpperCase()));
}

/** The date of an instant where it is earliest, twelve hours behind UTC: a date before it is in the past everywhere. */
export function earliestToday(at: number): string {
  const day = Math.floor((at - 12 * HOUR) / DAY);
  if (day !== latestDay) [latestDay, latestDate] = [day, toIso(day * DAY).slice(0, 10)];
  return latestDate;
}

/** Nearly all requests are made on the same day. */
let latestDay = NaN;
let latestDate = '';
