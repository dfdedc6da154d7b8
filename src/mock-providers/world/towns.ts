import { lazy } from '../../base/lazy.ts';
import { tableBytes } from './read-table.ts';
import type { Line } from './sorted-lines.ts';
import { SortedLines } from './sorted-lines.ts';

/** A populated place. Angles in degrees. */
export interface Town {
  /** In English if known. */
  readonly name: string;
  /** 2-letter ISO country code. */
  readonly country: string;
  /** `US-NY`: in the USA and Canada with the state or province; else the country. */
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Number of inhabitants, to about a sixth. */
  readonly inhabitants: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** Returns the towns with this name in any language, in the spelling of plainName. Reads those lines alone. */
export function townsNamed(plain: string): readonly Town[] {
  const { lines, places } = table();
  return lines
    .find(plain)
    .map(({ sign, text }) => (sign === '|' ? { sign, key: plain, text } : lines.at(parseInt(text, 36))))
    .map((line) => readTown(line, places));
}

/** Returns a key's spelled name: `new york` is `New York`. */
export function spelledLike(key: string): string {
  return key.replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase());
}

/** A town's size in the table by its inhabitants: each size is a third larger than the one before. */
export function sizeOf(inhabitants: number): number {
  return Math.max(0, Math.min(35, Math.round(Math.log(Math.max(1, inhabitants) / LEAST) / Math.log(STEP))));
}

interface Table {
  lines: SortedLines;
  /** Country or region, and time zone. */
  places: readonly string[];
}

const LEAST = 500;
const STEP = 4 / 3;
const table = lazy(readTable);

function readTable(): Table {
  const bytes = tableBytes('towns.txt');
  const end = bytes.indexOf('\n');
  return { lines: new SortedLines(bytes.subarray(end + 1)), places: bytes.toString('utf8', 0, end).split('|') };
}

function readTown({ key, text }: Line, places: readonly string[]): Town {
  const place = places[parseInt(text.slice(0, 2), 36)] ?? '';
  const [region = '', timeZone = ''] = place.split(' ');
  return {
    name: text.slice(11) || spelledLike(key),
    country: region.slice(0, 2),
    region,
    latitude: round(parseInt(text.slice(2, 6), 36) / 1000 - 90),
    longitude: round(parseInt(text.slice(6, 10), 36) / 1000 - 180),
    inhabitants: Math.round(LEAST * STEP ** parseInt(text.slice(10, 11), 36)),
    timeZone,
  };
}

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
