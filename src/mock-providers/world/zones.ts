import { DAY, HOUR, MINUTE, toIso } from '../../base/clock.ts';
import { lazy } from '../../base/lazy.ts';
import { Lru } from '../../base/lru.ts';
import { readTable } from './read-table.ts';

/** zones.txt has the offsets between these instants: from Intl they take milliseconds for each zone. */
export const ZONES_FROM = Date.UTC(2024, 0, 1);
export const ZONES_UNTIL = Date.UTC(2040, 0, 1);

/** A time zone's local times. One object per zone, see zoneOf. */
export class Zone {
  readonly #name: string;
  readonly #periods: readonly Period[];
  /** The period of the latest offset: a timetable needs many offsets within a few days. */
  #latest: Period | undefined;
  #format: Intl.DateTimeFormat | undefined;

  /** Throws a RangeError for a name unknown to both zones.txt and Intl. */
  constructor(timeZone: string) {
    this.#name = timeZone;
    this.#periods = periodsOf(timeZone);
    if (this.#periods.length === 0) this.#format = newFormat(timeZone);
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
   * Returns the instant for a local time, `minutes` after midnight of a day passed as its `Date.UTC`. A time skipped by
   * the clocks yields the instant an hour later, a repeated time yields the first.
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
    const latest = this.#latest;
    if (latest && instant >= latest.from && instant < latest.until) return latest.offset;
    const found = this.#periods.find(({ from, until }) => instant >= from && instant < until);
    if (!found) return this.#readOffset(instant);
    this.#latest = found;
    return found.offset;
  }

  /** Returns the offset at an instant outside the table. */
  #readOffset(instant: number): number {
    const text = (this.#format ??= newFormat(this.#name)).format(instant);
    const [month = NaN, day, year = NaN, hour, minute] = Array.from(text.matchAll(NUMBERS), Number);
    return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / MINUTE) * MINUTE;
  }
}

/** A time with a constant offset. Instants, and milliseconds east of UTC. */
interface Period {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

const changesByZone = lazy(readChanges);

/** Returns a zone's periods; empty for a zone missing from zones.txt. */
function periodsOf(timeZone: string): readonly Period[] {
  const [first, ...changes] = changesByZone().get(timeZone)?.split(' ') ?? [];
  if (first === undefined) return [];
  const starts = [{ from: ZONES_FROM, offset: Number(first) * MINUTE }];
  for (let i = 0; i < changes.length; i += 2)
    starts.push({
      from: ZONES_FROM + (parseInt(changes[i] ?? '', 36) * HOUR) / 2,
      offset: Number(changes[i + 1]) * MINUTE,
    });
  return starts.map((start, index) => ({ ...start, until: starts[index + 1]?.from ?? ZONES_UNTIL }));
}

function readChanges(): Map<string, string> {
  return new Map(
    readTable('zones.txt').flatMap((line) => {
      const [names = '', changes = ''] = line.split('|');
      return names.split(' ').map((name): [string, string] => [name, changes]);
    }),
  );
}

/** Returns the zone with an IANA name. Throws a RangeError for a name unknown to Intl. */
export function zoneOf(timeZone: string): Zone {
  return zones.getOrCreate(timeZone, () => new Zone(timeZone));
}

/** Returns `Date.UTC` for a calendar date `2026-03-15`. */
export function dayOf(date: string): number {
  return Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10));
}

/** More than the zones of all airports, so that none is dropped. */
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

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...NUMERIC, timeZone });
}

function localText(wall: number): string {
  return `${toIso(wall).slice(0, 17)}00`;
}
