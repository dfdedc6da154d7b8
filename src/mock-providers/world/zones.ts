import { DAY, MINUTE, toIso } from '../../base/clock.ts';
import { Lru } from '../../base/lru.ts';

/** The local times of a time zone. One object per zone, see zoneOf. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;
  /**
   * The offset of each day, null where it changes within the day. Intl takes microseconds for an offset, and a
   * timetable needs many of a few days.
   */
  readonly #offsets = new Lru<number | null, number>(800);

  /** Throws a RangeError for a name that Intl does not know. */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { ...NUMERIC, timeZone });
  }

  /** Local date-time without zone: `2026-03-15T09:35:00`. */
  local(instant: number): string {
    return localText(instant + this.offset(instant));
  }

  /** The calendar day: `2026-03-15`. */
  date(instant: number): string {
    return new Date(instant + this.offset(instant)).toISOString().slice(0, 10);
  }

  /**
   * The instant of a local time, `minutes` after midnight of a day passed as its `Date.UTC`. A time that the
   * clocks skip yields the instant an hour later, a time that comes twice yields the first.
   */
  instant(day: number, minutes: number): number {
    const wall = day + minutes * MINUTE;
    const before = this.offset(wall - DAY);
    if (this.offset(wall - before) === before) return wall - before;
    const after = this.offset(wall + DAY);
    return this.offset(wall - after) === after ? wall - after : wall - before;
  }

  /** Milliseconds east of UTC. */
  offset(instant: number): number {
    const day = Math.floor(instant / DAY);
    return this.#offsets.getOrCreate(day, () => this.#offsetOfDay(day)) ?? this.#readOffset(instant);
  }

  #offsetOfDay(day: number): number | null {
    const start = this.#readOffset(day * DAY);
    return start === this.#readOffset((day + 1) * DAY) ? start : null;
  }

  #readOffset(instant: number): number {
    const text = this.#format.format(instant);
    const [month = NaN, day, year = NaN, hour, minute] = Array.from(text.matchAll(NUMBERS), Number);
    return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / MINUTE) * MINUTE;
  }
}

/** The zone of an IANA name. Throws a RangeError for a name that Intl does not know. */
export function zoneOf(timeZone: string): Zone {
  return zones.getOrCreate(timeZone, () => new Zone(timeZone));
}

/** `Date.UTC` of a calendar date `2026-03-15`. */
export function dayOf(date: string): number {
  return Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10));
}

/** More than the airports have, so none is dropped. An Intl formatter is slow to create. */
const zones = new Lru<Zone>(500);
const NUMBERS = /\d+/g;
const NUMERIC = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

function localText(wall: number): string {
  return `${toIso(wall).slice(0, 17)}00`;
}
