import { findAirport } from './places.ts';
import { readTable } from './read-table.ts';

/** A populated place. Angles in degrees. */
export interface Town {
  /** In English where it is known. */
  readonly name: string;
  /** 2-letter ISO country code. */
  readonly country: string;
  /** `US-NY`: in the USA and Canada with the state or province; else the country. */
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly inhabitants: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** Returns the towns of a name in any language, as plainName writes it. The first call reads the tables. */
export function townsNamed(plain: string): readonly Town[] {
  tables ??= readTables();
  const { lines, entries, rows, next } = tables;
  const found: Town[] = [];
  for (let entry = entries.get(plain) ?? NONE; entry !== NONE; entry = next[entry] ?? NONE)
    found.push(readTown(lines[rows[entry] ?? 0] ?? ''));
  return found;
}

/** The names of all towns as chains of entries: tens of thousands of lists take twice the time to make. */
interface Tables {
  lines: readonly string[];
  /** The last entry of each name. */
  entries: ReadonlyMap<string, number>;
  /** The row in `lines` of each entry. */
  rows: Int32Array;
  /** The entry of the same name before each one, or NONE. */
  next: Int32Array;
}

const NONE = -1;
let tables: Tables | undefined;

function readTables(): Tables {
  const lines = readTable('towns.txt');
  const names = readTable('town-names.txt');
  const entries = new Map<string, number>();
  const rows = new Int32Array(lines.length + names.length);
  const next = new Int32Array(rows.length);
  const add = (name: string, entry: number, row: number) => {
    rows[entry] = row;
    next[entry] = entries.get(name) ?? NONE;
    entries.set(name, entry);
  };
  for (const [row, line] of lines.entries()) add(keyOf(line), row, row);
  for (const [index, line] of names.entries()) {
    const end = line.indexOf('|');
    add(line.slice(0, end), lines.length + index, parseInt(line.slice(end + 1), 36));
  }
  return { lines, entries, rows, next };
}

function keyOf(line: string): string {
  const last = line.slice(line.lastIndexOf('|') + 1);
  return IATA_CODE.test(last) ? line.slice(0, line.indexOf('|')).toLowerCase() : last;
}

const IATA_CODE = /^[A-Z]{3}$/;

function readTown(line: string): Town {
  const [name = '', region = '', latitude, longitude, thousands, airport = ''] = line.split('|');
  return {
    name,
    country: region.slice(0, 2),
    region,
    latitude: Number(latitude),
    longitude: Number(longitude),
    inhabitants: Number(thousands) * 1000,
    timeZone: findAirport(airport)?.timeZone ?? 'UTC',
  };
}
