import { isTimestamp } from './values/kinds.ts';

/**
 * A time source. Only this file reads the machine's clocks. Instants are epoch milliseconds (UTC).
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { Clock } from 'taxiway';
 *
 * const anHourAhead: Clock = { now: () => Date.now() + 3_600_000 };
 * const sandbox = await createSandbox({ clock: anHourAhead });
 * ```
 */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since an arbitrary start, never going back: for measurements only. */
export const monotonicClock: Clock = { now: () => performance.now() };

/**
 * A frozen clock that can be advanced and set; it never goes back.
 *
 * @example
 * ```ts
 * import { createSandbox, VirtualClock } from 'taxiway';
 *
 * const clock = new VirtualClock('2027-01-10T12:00:00Z');
 * const sandbox = await createSandbox({ clock });
 * clock.advance(15 * 60_000);
 * await sandbox.close();
 * ```
 */
export class VirtualClock implements Clock {
  #now: number;

  constructor(start: number | string) {
    this.#now = typeof start === 'number' ? start : parseInstant(start);
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock forward by `milliseconds`. Throws a RangeError for a negative span. */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError(`a clock cannot go back: advance(${milliseconds})`);
    this.#now += milliseconds;
  }

  /** Sets the clock to `instant`. Throws a RangeError for an instant before the current one. */
  set(instant: number | string): void {
    this.advance((typeof instant === 'number' ? instant : parseInstant(instant)) - this.#now);
  }
}

/** Reads an ISO 8601 instant (`2026-03-01T09:00:00Z`). Throws a RangeError for any other text or a nonexistent day. */
export function parseInstant(text: string): number {
  if (!isTimestamp(text))
    throw new RangeError(
      `${JSON.stringify(text)} is not an ISO 8601 instant with a zone, on an existing day, ` +
        'for example 2026-03-01T09:00:00Z',
    );
  return Date.parse(text);
}

/**
 * Returns the milliseconds in an ISO 8601 duration with days, hours, minutes and seconds, at most 366 days; undefined
 * for any other text.
 */
export function parseDuration(text: string): number | undefined {
  const match = ISO_DURATION.exec(text);
  if (!match) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match.map((part) => Number(part ?? 0));
  const ms = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return ms <= LONGEST_DURATION_MS ? ms : undefined;
}

/** Returns `PT21M` for milliseconds; `-PT1H` for a negative span. */
export function formatDuration(ms: number): string {
  const total = Math.abs(ms);
  const [days, hours, minutes] = [
    Math.floor(total / DAY),
    Math.floor((total % DAY) / HOUR),
    Math.floor((total % HOUR) / MINUTE),
  ];
  const seconds = (total % MINUTE) / 1000;
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${seconds > 0 ? `${seconds}S` : ''}`;
  const text = `${days > 0 ? `${days}D` : ''}${time && `T${time}`}`;
  return `${ms < 0 ? '-' : ''}P${text || 'T0S'}`;
}

/** Returns `2026-03-01T09:00:00.000Z` for an instant. */
export function toIso(instant: number): string {
  const day = Math.floor(instant / DAY);
  const date = dateOf(day);
  const ms = Math.floor(instant - day * DAY);
  const [seconds, rest] = [Math.floor(ms / 1000), ms % 1000];
  const hours = TWO_DIGITS[Math.floor(seconds / 3600)];
  const minutes = TWO_DIGITS[Math.floor(seconds / 60) % 60];
  const fraction = `${Math.floor(rest / 100)}${TWO_DIGITS[rest % 100]}`;
  return `${date}${hours}:${minutes}:${TWO_DIGITS[seconds % 60]}.${fraction}Z`;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** Returns `2026-03-01T` for days since 1970. */
function dateOf(day: number): string {
  const place = day & (LATEST_DATES - 1);
  const known = dates[place];
  if (known?.day === day) return known.text;
  const text = new Date(day * DAY).toISOString().slice(0, -13);
  dates[place] = { day, text };
  return text;
}

/** Instants in one response fall on few days, and formatting the date is slow. A power of two. */
const LATEST_DATES = 16;
const dates: { day: number; text: string }[] = [];

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The last instant with a four-digit year, as in every date in the interface. */
export const LAST_INSTANT = 253_402_300_799_999;

const LONGEST_DURATION_MS = 366 * DAY;
const ISO_DURATION = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/i;
