import { DAY, HOUR, MINUTE } from '../../clock.ts';

/** A time zone's local times. One object per zone, see zoneOf; what Intl says is asked once a day and zone. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  #lastDate = { minute: NaN, text: '' };

  /** Throws a RangeError for a name that Intl does not know. */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { ...NUMERIC, timeZone });
  }

  /** Local date-time without zone: `2026-03-15T09:35:00`. */
  local(instant: number): string {
    return localText(instant + this.offset(instant));
  }

  /** The calendar day: `2026-03-15`. Asked for the present again and again, so the last answer is kept. */
  date(instant: number): string {
    const minute = Math.floor(instant / MINUTE);
    if (minute !== this.#lastDate.minute) this.#lastDate = { minute, text: this.local(instant).slice(0, 10) };
    return this.#lastDate.text;
  }

  /**
   * The instant of a local time, `minutes` after midnight of a day given as `Date.UTC` of it. A time that the
   * clocks skip gives the instant an hour later by the wall, one that comes twice gives the first.
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
    const start = this.#offsetAtStart(day);
    return start === this.#offsetAtStart(day + 1) ? start : this.#ask(instant);
  }

  #offsetAtStart(day: number): number {
    const known = this.#offsets.get(day);
    if (known !== undefined) return known;
    if (this.#offsets.size >= DAYS_KEPT) this.#offsets.clear();
    const offset = this.#ask(day * DAY);
    this.#offsets.set(day, offset);
    return offset;
  }

  #ask(instant: number): number {
    const [month, day, year, hour, minute] = this.#format.format(instant).match(NUMBERS) as unknown as number[];
    const wall = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!);
    return wall - Math.floor(instant / MINUTE) * MINUTE;
  }
}

/** The zone of an IANA name. Throws a RangeError for a name that Intl does not know. */
export function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) zones.set(timeZone, (zone = new Zone(timeZone)));
  return zone;
}

/** `Date.UTC` of a calendar date `2026-03-15`. */
export function dayOf(date: string): number {
  return Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10));
}

const zones = new Map<string, Zone>();
const DAYS_KEPT = 800;
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
  const day = Math.floor(wall / DAY);
  const time = wall - day * DAY;
  return `${dayText(day)}T${two(Math.floor(time / HOUR))}:${two(Math.floor((time % HOUR) / MINUTE))}:00`;
}

/** The same few days come again and again in a timetable. */
function dayText(day: number): string {
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY).toISOString().slice(0, 10);
    lastDay = day;
  }
  return lastDayText;
}

let lastDay = NaN;
let lastDayText = '';

function two(n: number): string {
  return n < 10 ? `0${n}` : `${n}`;
}
