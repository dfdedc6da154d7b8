import { lazy } from '../../base/lazy.ts';
import { Lru } from '../../base/lru.ts';
import type { Point } from './geography.ts';
import { crowKm } from './geography.ts';
import { ferryIslandAt } from './islands.ts';
import { landNear, massAt } from './land.ts';
import { countryOfZone } from './places.ts';
import { readTable } from './read-table.ts';
import { wayOverLand } from './way-over-land.ts';

/** Maximum ride length by road. */
export const FARTHEST_BY_ROAD_KM = 450;

/** A place at either end of a ride. */
export interface RoadPlace extends Point {
  /** IANA name: roads and prices follow its country. */
  readonly timezone: string;
}

/**
 * Returns the estimated kilometres by road, one decimal, or undefined if no road over land joins the places: water
 * lies between them, or the way round it is longer than FARTHEST_BY_ROAD_KM. Pass places at most some hundred
 * kilometres apart.
 */
export function roadKm(a: RoadPlace, b: RoadPlace): number | undefined {
  const crow = crowKm(a, b);
  const detour = detourOf(a, b, crow);
  if (detour === undefined) return undefined;
  const km = ACCESS_KM + crow * roadsOf(a.timezone).factor * detour;
  return km > FARTHEST_BY_ROAD_KM ? undefined : Math.round(Math.max(LEAST_KM, km) * 10) / 10;
}

/** Returns a ride's price from this place, relative to Spain. */
export function priceLevel({ timezone }: RoadPlace): number {
  return roadsOf(timezone).price;
}

/**
 * Returns the length of the way over land relative to the straight line, or undefined if there is none. Places missing
 * from land.txt lie on islets, and two such places on the same one if they are near.
 */
function detourOf(a: Point, b: Point, crow: number): number | undefined {
  if (ferryIslandAt(a) !== ferryIslandAt(b)) return undefined;
  const [start, end] = [landNear(a), landNear(b)];
  if (!start && !end) return crow < ISLET_KM ? 1 : undefined;
  if (!start || !end) return undefined;
  if (start.mass !== end.mass) return undefined;
  if (isLandBetween(start, end)) return 1;
  const key = `${start.row},${start.column},${end.row},${end.column}`;
  return detours.getOrCreate(key, () => wayOverLand(start, end, crow, FARTHEST_BY_ROAD_KM) ?? null) ?? undefined;
}

/** True if the straight line between two cells has no water. */
function isLandBetween(start: Cell, end: Cell): boolean {
  const steps = 2 * Math.max(Math.abs(end.row - start.row), Math.abs(end.column - start.column));
  for (let step = 1; step < steps; step++) {
    const row = Math.round(start.row + ((end.row - start.row) * step) / steps);
    const column = Math.round(start.column + ((end.column - start.column) * step) / steps);
    if (massAt(row, column) !== start.mass) return false;
  }
  return true;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly mass: number;
}

interface Roads {
  /** Kilometres by road for each kilometre in a straight line. */
  factor: number;
  /** Relative to Spain. */
  price: number;
}

function roadsOf(timeZone: string): Roads {
  const found = roads().get(countryOfZone(timeZone) ?? '*') ?? roads().get('*');
  if (!found) throw new RangeError('roads.txt has no line for other countries: "*"');
  return found;
}

const roads = lazy(readRoads);

function readRoads(): Map<string, Roads> {
  return new Map(
    readTable('roads.txt').flatMap((line) => {
      const [countries = '', factor, price] = line.split('|');
      const values = { factor: Number(factor), price: Number(price) };
      return countries.split(' ').map((country): [string, Roads] => [country, values]);
    }),
  );
}

/** Null if there is no route over land. */
const detours = new Lru<number | null>(2000);

/** By road beyond the straight line, at both ends of a ride. */
const ACCESS_KM = 0.5;
const LEAST_KM = 1.5;
const ISLET_KM = 12;
