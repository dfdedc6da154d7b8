import { lazy } from '../../base/lazy.ts';
import type { Point } from './geography.ts';
import { crowKm } from './geography.ts';
import { findAirport } from './places.ts';
import { readTable } from './read-table.ts';
import { plainName } from './spelling.ts';
import type { Town } from './towns.ts';

/** Returns the towns with this name, in the spelling of plainName, that towns.txt lacks or places elsewhere. */
export function landmarksNamed(plain: string): readonly Town[] {
  return read().flatMap(({ town, names }) => (town.inhabitants > 0 && names.includes(plain) ? [town] : []));
}

/** Returns the middle of a town part if a street's plain words name it. */
export function quarterIn(street: string, town: Point): Point | undefined {
  const text = ` ${street} `;
  return read().find(
    ({ names, middle }) => names.some((name) => text.includes(` ${name} `)) && crowKm(town, middle) < TOWN_KM,
  )?.middle;
}

const TOWN_KM = 40;

interface Landmark {
  names: readonly string[];
  middle: Point;
  town: Town;
}

const read = lazy(() => readTable('landmarks.txt').map(readLandmark));

function readLandmark(line: string): Landmark {
  const [names = '', place = '', inhabitants, region = '', airport = ''] = line.split('|');
  const [name = ''] = names.split(';');
  const [latitude = NaN, longitude = NaN] = place.split(' ').map(Number);
  const timeZone = findAirport(airport)?.timeZone;
  if (!timeZone) throw new RangeError(`airport "${airport}" of "${name}" in landmarks.txt is not in airports.tsv`);
  const country = region.slice(0, 2);
  return {
    names: names.split(';').map(plainName),
    middle: { lat: latitude, lng: longitude },
    town: { name, country, region, latitude, longitude, inhabitants: Number(inhabitants), timeZone },
  };
}
