import { Lru } from '../../base/lru.ts';
import type { Point } from '../world/geography.ts';
import { crowKm } from '../world/geography.ts';
import type { Island } from '../world/islands.ts';
import { isOnIsland } from '../world/islands.ts';
import type { Airport } from '../world/places.ts';
import { findAirport } from '../world/places.ts';
import { plainName } from '../world/spelling.ts';
import type { Town } from '../world/towns.ts';
import { townsNamed } from '../world/towns.ts';
import type { Position, ReadAddress, TownName } from './address.ts';
import { readAddress } from './address.ts';

/** In a straight line: places farther apart cannot be the ends of one ride. */
export const REACH_KM = 300;

/** An address's town, and its words without the town name. */
export interface FoundTown {
  readonly town: Town;
  readonly street: string;
}

/**
 * Finds the town in an address: a town near the other end of the ride, if the name has one; otherwise a large town, one
 * in the address's country, or an island. A ride between distant places is therefore refused, not moved.
 */
export function findTown(address: string, near?: Point): FoundTown | undefined {
  const read = reads.getOrCreate(address, () => readAddress(address));
  for (const name of read.names) {
    const town = (near && townNear(name, near, read)) ?? clearTown(name, read, near);
    if (town) return { town, street: name.street };
  }
  return undefined;
}

/**
 * True if an address without a town for findTown still names a place: an unknown town, or another island, country or
 * region than the ride's other end.
 */
export function isElsewhere(address: string, near?: Point, home?: Home): boolean {
  const { islands, mayNameTown, namedRegions } = reads.getOrCreate(address, () => readAddress(address));
  if (mayNameTown) return true;
  if (islands.length > 0) return !near || !islands.some((island) => isOnIsland(near, island));
  return home !== undefined && namedRegions.length > 0 && !namedRegions.some((region) => isOf(region, home));
}

/** A country, with the region if it is known. */
export type Home = Pick<Town, 'country' | 'region'>;

function isOf(region: string, home: Home): boolean {
  return (
    region === home.region ||
    region === home.country ||
    (home.region === home.country && region.slice(0, 2) === home.country)
  );
}

/** Returns the words that place an address in a town not named in it. */
export function streetOf(address: string): string {
  return reads.getOrCreate(address, () => readAddress(address)).street;
}

/** Returns an airport's town. */
export function townOfAirport({ city, country, latitude, longitude }: Airport): Town | undefined {
  const at = { lat: latitude, lng: longitude };
  return townsNamed(plainName(city.en))
    .filter((town) => town.country === country && crowKm(at, pointOf(town)) < 100)
    .sort((a, b) => b.inhabitants - a.inhabitants)[0];
}

export function pointOf({ latitude, longitude }: Town): Point {
  return { lat: latitude, lng: longitude };
}

/** Returns the likeliest town within reach: large, and near. */
function townNear(name: TownName, near: Point, read: ReadAddress): Town | undefined {
  const likelihood = (town: Town) => (town.inhabitants + 1000) / (20 + crowKm(near, pointOf(town)));
  return meant(name, read)
    .filter((town) => crowKm(near, pointOf(town)) < REACH_KM && town.inhabitants >= LEAST_NEAR[name.position])
    .sort((a, b) => likelihood(b) - likelihood(a))[0];
}

/**
 * Returns the island with a name, unless the other end lies on it, or its largest town, if the address clearly means
 * it; a small town only if the other end names none.
 */
function clearTown(name: TownName, read: ReadAddress, near?: Point): Town | undefined {
  const { island, position } = name;
  if (position === 'number' || position === 'begin' || position === 'within') return undefined;
  const [largest] = meant(name, read).toSorted((a, b) => b.inhabitants - a.inhabitants);
  if (largest && isNamed(largest, read)) return largest;
  if (island) return near && isOnIsland(near, island) ? undefined : townOfIsland(island);
  if (!largest || largest.inhabitants >= LARGE) return largest;
  return near === undefined && position === 'whole' && !read.isOnePart ? largest : undefined;
}

/**
 * Returns the towns in the address's countries, regions and islands; all towns if it names none, or only a code, which
 * may mean another country.
 */
function meant({ towns, island, position }: TownName, read: ReadAddress): readonly Town[] {
  const named = towns.filter((town) => isNamed(town, read));
  if (named.length > 0 || position === 'region') return named.length > 0 ? named : towns;
  if (read.islands.length > 0 && !island) return [];
  return towns.filter((town) => read.namedRegions.length === 0 || isIn(town, read.namedRegions));
}

function isNamed(town: Town, { regions, islands }: ReadAddress): boolean {
  return isIn(town, regions) || islands.some((island) => isOnIsland(pointOf(town), island));
}

function isIn({ country, region }: Town, regions: readonly string[]): boolean {
  return regions.includes(region) || regions.includes(country);
}

/** Returns an island as a small town in its middle. */
function townOfIsland({ name, middle, airport }: Island): Town | undefined {
  const served = findAirport(airport);
  if (!served) throw new RangeError(`airport "${airport}" of the island "${name}" is not in airports.tsv`);
  const { country, timeZone } = served;
  return { name, country, region: country, latitude: middle.lat, longitude: middle.lng, inhabitants: 500, timeZone };
}

/** Clients use the same addresses repeatedly. */
const reads = new Lru<ReadAddress>(500);

const LARGE = 100_000;
/** Minimum inhabitants by position: streets can be named after towns too. */
const LEAST_NEAR: Readonly<Record<Position, number>> = {
  whole: 0,
  end: 0,
  number: 300_000,
  begin: 50_000,
  within: 500_000,
  region: 0,
};
