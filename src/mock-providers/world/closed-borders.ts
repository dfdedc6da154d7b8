import { lazy } from '../../base/lazy.ts';
import type { Airport } from './places.ts';
import { readTable } from './read-table.ts';

/** True if nobody flies between the countries of two airports, or if an airline does not fly over the other country. */
export function isBorderClosed({ country: a }: InCountry, { country: b }: InCountry): boolean {
  return a !== b && (closed().has(a + b) || closed().has(b + a));
}

type InCountry = Pick<Airport, 'country'>;

const closed = lazy(() => new Set(readTable('closed-borders.txt').flatMap(readPairs)));

/** The European Union, and other countries under its air rules. */
const EU = 'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** Reads `KP KR JP` as `KPKR`, `KPJP`. A line with # at its beginning is a remark. */
function readPairs(line: string): string[] {
  if (line.startsWith('#')) return [];
  const [country = '', ...others] = line.split(' ');
  return others.flatMap((other) => (other === '@EU' ? EU : [other])).map((other) => country + other);
}
