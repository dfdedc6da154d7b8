import { lazy } from '../../base/lazy.ts';
import type { Point } from './geography.ts';
import { crowKm } from './geography.ts';
import { readTable } from './read-table.ts';
import { plainName } from './spelling.ts';

/** An island in addresses, as a circle. Angles in degrees. */
export interface Island {
  readonly name: string;
  readonly middle: Point;
  readonly radiusKm: number;
  /** An airport's IATA code with its country and time zone. */
  readonly airport: string;
  /** True if no road leads to it, which land.txt cannot express. */
  readonly isFerryOnly: boolean;
}

/** Returns the island with this name, in the spelling of plainName. */
export function islandNamed(plain: string): Island | undefined {
  return read().byName.get(plain);
}

export function isOnIsland(point: Point, { middle, radiusKm }: Island): boolean {
  return crowKm(point, middle) <= radiusKm;
}

/** Returns the smallest island around a place, among islands reached only by ferry. */
export function ferryIslandAt(point: Point): Island | undefined {
  return read().ferryOnly.find((island) => isNearby(point, island.middle) && isOnIsland(point, island));
}

function isNearby(a: Point, b: Point): boolean {
  return Math.abs(a.lat - b.lat) < 1;
}

interface Islands {
  byName: ReadonlyMap<string, Island>;
  /** The smallest first. */
  ferryOnly: readonly Island[];
}

const read = lazy(readIslands);

function readIslands(): Islands {
  const byName = new Map<string, Island>();
  for (const line of readTable('islands.txt')) {
    const [names = '', middle = '', radius, airport = '', mark] = line.split('|');
    const [name = '', ...others] = names.split(';');
    const [lat = NaN, lng = NaN] = middle.split(' ').map(Number);
    const island = { name, middle: { lat, lng }, radiusKm: Number(radius), airport, isFerryOnly: mark === 'ferry' };
    for (const one of [name, ...others]) byName.set(plainName(one), island);
  }
  const ferryOnly = new Set([...byName.values()].filter(({ isFerryOnly }) => isFerryOnly));
  return { byName, ferryOnly: [...ferryOnly].sort((a, b) => a.radiusKm - b.radiusKm) };
}
