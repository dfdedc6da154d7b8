import { DAY, HOUR, toIso } from '../../../base/clock.ts';
import { isCountryCode } from '../../../base/countries.ts';
import { isTimestamp } from '../../../base/values/kinds.ts';

/** Documented notations for texts from clients. */

/** True for a `YYYY-MM-DD` date on an existing day (§2.1, §2.4). */
export function isCalendarDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isTimestamp(`${value}T00:00Z`);
}

/** True for E.164: a plus and at most 15 digits, the first not 0. */
export function isPhoneNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\+[1-9]\d{1,14}$/.test(value);
}

/**
 * True for a name, an at sign, and a domain without empty parts. Lenient with unusual addresses: accepts letters from
 * all scripts, and a quoted name with any content.
 */
export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && EMAIL.test(value);
}

/** True for text shaped like an IATA airport or city code. */
export function isIataCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value);
}

/** Converts a timestamp with a zone into epoch milliseconds; NaN for any other value. */
export function instantOf(value: unknown): number {
  return typeof value === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? Date.parse(value) : NaN;
}

/** Removes accents, capitals and needless blanks: people and forms write the same name in many ways. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();
}

const PART = String.raw`[^\s@.,;:<>()\[\]"\\]+`;
const EMAIL = new RegExp(String.raw`^(?:${PART}(?:\.+${PART})*\.?|"[^"]+")@(?:${PART}(?:\.${PART})*|\[[^\s@]+\])$`);

/** True for an upper-case code assigned by ISO 3166-1. */
export function isCountry(value: unknown): boolean {
  return typeof value === 'string' && isCountryCode(value);
}

/**
 * True for a lower-case country code, and for XK. ISO reserves XK for private use, and many use it for Kosovo. The
 * document does not forbid either form.
 */
export function isCountryInSmallLetters(value: unknown): boolean {
  return typeof value === 'string' && (value === 'XK' || isCountryCode(value.toUpperCase()));
}

/**
 * Returns the earliest local date at an instant, twelve hours behind UTC. An earlier date is in the past everywhere.
 */
export function earliestToday(at: number): string {
  const day = Math.floor((at - 12 * HOUR) / DAY);
  if (day !== latestDay) [latestDay, latestDate] = [day, toIso(day * DAY).slice(0, 10)];
  return latestDate;
}

/** Caches one day: nearly all requests are made on the same day. */
let latestDay = NaN;
let latestDate = '';
