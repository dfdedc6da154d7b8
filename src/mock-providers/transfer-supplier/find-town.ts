import { Lru } from '../../base/lru.ts';
import type { Airport } from '../world/places.ts';
import { crowKm } from '../world/roads.ts';
import { plainName } from '../world/spelling.ts';
import type { Town } from '../world/towns.ts';
import { townsNamed } from '../world/towns.ts';
import type { Position, ReadAddress } from './address.ts';
import { readAddress } from './address.ts';

/** As the crow flies: places farther apart are no ends of one ride. */
export const REACH_KM = 300;

/** The town of an address, and its words without the name of the town. */
export interface FoundTown {
  readonly town: Town;
  readonly street: string;
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Finds the town that an address names: a town near the other end of the ride, if it has one; otherwise a large town or
 * one in the country that the address names, so that a ride between far cities is refused and not moved.
 */
export function findTown(address: string, near?: Point): FoundTown | undefined {
  const read = reads.getOrCreate(address, () => readAddress(address));
  for (const { towns, position, street } of read.names) {
    const town =
      (near && townNear(towns, near, position, read)) ?? clearTown(towns, position, read, near === undefined);
    if (town) return { town, street };
  }
  return undefined;
}

/** The words that place an address in a town that it does not name. */
export function streetOf(address: string): string {
  return reads.getOrCreate(address, () => readAddress(address)).street;
}

/** The town that an airport serves. */
export function townOfAirport({ city, country, latitude, longitude }: Airport): Town | undefined {
  const at = { lat: latitude, lng: longitude };
  return townsNamed(plainName(city.en))
    .filter((town) => town.country === country && crowKm(at, pointOf(town)) < 100)
    .sort((a, b) => b.inhabitants - a.inhabitants)[0];
}

export function pointOf({ latitude, longitude }: Town): Point {
  return { lat: latitude, lng: longitude };
}

/** Of the towns within reach the likeliest: large, and near. */
function townNear(towns: readonly Town[], near: Point, position: Position, read: ReadAddress): Town | undefined {
  const likelihood = (town: Town) => (town.inhabitants + 1000) / (20 + crowKm(near, pointOf(town)));
  return meant(towns, read)
    .filter((town) => crowKm(near, pointOf(town)) < REACH_KM && town.inhabitants >= LEAST_NEAR[position])
    .sort((a, b) => likelihood(b) - likelihood(a))[0];
}

/** The largest town of a name, if the address clearly means it; a small one only where the other end names none. */
function clearTown(towns: readonly Town[], position: Position, read: ReadAddress, isAlone: boolean): Town | undefined {
  if (position === 'number' || position === 'begin' || position === 'within') return undefined;
  const [largest] = meant(towns, read).toSorted((a, b) => b.inhabitants - a.inhabitants);
  if (!largest) return undefined;
  const isKnown = largest.inhabitants >= LARGE || isNamed(largest, read);
  return isKnown || (isAlone && position === 'whole' && !read.isOnePart) ? largest : undefined;
}

/** The towns in the countries and regions that the address names; all of them where none is. */
function meant(towns: readonly Town[], read: ReadAddress): readonly Town[] {
  const named = towns.filter((town) => isNamed(town, read));
  return named.length > 0 ? named : towns;
}

function isNamed({ country, region }: Town, { regions }: ReadAddress): boolean {
  return regions.includes(region) || regions.includes(country);
}

/** A client asks for one address again and again. */
const reads = new Lru<ReadAddress>(500);

const LARGE = 100_000;
/** Least inhabitants by position: streets have the names of towns too. */
const LEAST_NEAR: Readonly<Record<Position, number>> = {
  whole: 0,
  end: 0,
  number: 300_000,
  begin: 50_000,
  within: 500_000,
  region: 0,
};
