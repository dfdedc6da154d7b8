/**
 * Where the time comes from. Nothing else in the project reads the machine's clock.
 * Instants are epoch milliseconds (UTC).
 */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is moved; it never goes back. */
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

  /** Sets the clock to `instant`. Throws a RangeError for an instant before the present one. */
  set(instant: number | string): void {
    this.advance((typeof instant === 'number' ? instant : parseInstant(instant)) - this.#now);
  }
}

/** Reads an ISO 8601 instant (`2026-03-01T09:00:00Z`). Throws a RangeError when it is none. */
export function parseInstant(text: string): number {
  const instant = ISO_INSTANT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) {
    throw new RangeError(`"${text}" is not an ISO 8601 instant with a zone, for example 2026-03-01T09:00:00Z`);
  }
  return instant;
}

/** The milliseconds of an ISO 8601 duration of days, hours, minutes and seconds, at most 366 days; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const match = ISO_DURATION.exec(text);
  if (!match) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match.map((part) => Number(part ?? 0));
  const ms = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return ms <= LONGEST_DURATION_MS ? ms : undefined;
}

/** `PT21M` for milliseconds; `-PT1H` for a span that goes back. */
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

/**
 * Whether something has been over for as long as it lasted. From then on it counts as unknown; its record is
 * removed some time after that, and nobody can tell when.
 */
export function isLongOver(lifetime: { createdAt: number; expiresAt: number }, now: number): boolean {
  return now >= forgottenAt(lifetime);
}

/** The instant from which on something counts as unknown. */
export function forgottenAt({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }): number {
  return expiresAt + (expiresAt - createdAt);
}

/** `2026-03-01T09:00:00.000Z` for an instant. */
export function toIso(instant: number): string {
  const day = Math.floor(instant / DAY);
  if (day !== lastDay.day) lastDay = { day, text: new Date(day * DAY).toISOString().slice(0, -13) };
  const ms = Math.floor(instant - day * DAY);
  const [seconds, rest] = [Math.floor(ms / 1000), ms % 1000];
  return `${lastDay.text}${TWO_DIGITS[Math.floor(seconds / 3600)]}:${TWO_DIGITS[Math.floor(seconds / 60) % 60]}:${TWO_DIGITS[seconds % 60]}.${Math.floor(rest / 100)}${TWO_DIGITS[rest % 100]}Z`;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** The instants of one answer are mostly of one day, and its date is the dear part. */
let lastDay = { day: NaN, text: '' };

/** Starts measuring; the answer tells the milliseconds that have passed since. For logs only, never for the domain. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

/** The value of an HTTP Date header for an instant. */
export function toHttpDate(instant: number): string {
  const second = Math.floor(instant / 1000);
  if (second !== lastHttpDate.second) lastHttpDate = { second, text: new Date(instant).toUTCString() };
  return lastHttpDate.text;
}

let lastHttpDate = { second: NaN, text: '' };

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The last instant that has four digits for its year, as every date of the interface does. */
export const LAST_INSTANT = 253_402_300_799_999;

const LONGEST_DURATION_MS = 366 * DAY;
const ISO_DURATION = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/i;
const ISO_INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
