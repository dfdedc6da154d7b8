import { Lru } from '../lru.ts';

/**
 * Converts a local date-time in a time zone to an instant, in epoch milliseconds: `2027-03-01T10:00:00`,
 * `Europe/Madrid`. Null if it is not certain: for another notation, an unknown zone, and within three hours of a clock
 * change.
 */
export function instantOf(local: unknown, timeZone: unknown): number | null {
  if (typeof local !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return null;
  if (typeof timeZone !== 'string' || formatOf(timeZone) === null) return null;
  return instants.getOrCreate(`${local} ${timeZone}`, () => ({ instant: computeInstant(local, timeZone) })).instant;
}

function computeInstant(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  const offsets = [-MARGIN_MS, 0, MARGIN_MS].map((margin) => offsetAt(asUtc + margin, timeZone));
  const [offset = null] = offsets;
  if (offset === null || Number.isNaN(asUtc) || offsets.some((other) => other !== offset)) return null;
  return asUtc - offset;
}

/** Returns the calendar day at an instant in a time zone, `2027-03-01`; null for an unknown zone. */
export function dayAt(instant: number, timeZone: unknown): string | null {
  const offset = offsetAt(instant, timeZone);
  return offset === null ? null : new Date(instant + offset).toISOString().slice(0, 10);
}

/** Returns local time's offset from UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: unknown): number | null {
  const format = formatOf(timeZone);
  if (format === null || Number.isNaN(instant)) return null;
  const parts = format.formatToParts(instant);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(instant / 60_000) * 60_000;
}

function formatOf(timeZone: unknown): Intl.DateTimeFormat | null {
  if (typeof timeZone !== 'string' || timeZone === '') return null;
  return formats.getOrCreate(timeZone, () => ({ format: createFormat(timeZone) })).format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    return null;
  }
}

/** A run reads some hundred local times, each in several dozen places, and `Intl` is slow. */
const instants = new Lru<{ instant: number | null }>(10_000);

/** Enough for all real zones and more, because a target may invent names. */
const formats = new Lru<{ format: Intl.DateTimeFormat | null }>(1000);

const MARGIN_MS = 3 * 3_600_000;
