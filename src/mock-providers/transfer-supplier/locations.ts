import { Random } from '../../base/ids.ts';
import type { Point } from '../world/geography.ts';
import { crowKm } from '../world/geography.ts';
import { landNear } from '../world/land.ts';
import { quarterIn } from '../world/landmarks.ts';
import type { Airport } from '../world/places.ts';
import { findPlace } from '../world/places.ts';
import { readTable } from '../world/read-table.ts';
import { plainName } from '../world/spelling.ts';
import type { Town } from '../world/towns.ts';
import type { FoundTown, Home } from './find-town.ts';
import { findTown, isElsewhere, pointOf, REACH_KM, streetOf, townOfAirport } from './find-town.ts';
import type { NativeLocation, NativeStop } from './native.ts';

/**
 * Finds both ends of a trip; undefined for an unknown IATA code. A code is its airport (a city's main one). An address
 * lies in the town named in it, near the other end if several have the name; without a name, in the other end's town;
 * if that is unknown too, in a town derived from the two texts. Undefined for an address with a place name at its end,
 * but without a known town.
 */
export function locate(start: NativeStop, end: NativeStop): [NativeLocation | undefined, NativeLocation | undefined] {
  if (isAddress(start) && isAddress(end)) return locateAddresses(start.address, end.address);
  const [from, to] = [fixed(start), fixed(end)];
  return [
    isAddress(start) ? to && addressNear(start.address, to) : from,
    isAddress(end) ? from && addressNear(end.address, from) : to,
  ];
}

function isAddress(stop: NativeStop): stop is { address: string } {
  return 'address' in stop;
}

/** Returns the point `km` away from another, in a direction in radians. */
export function pointNear(from: Point, km: number, direction: number): { lat: number; lng: number } {
  const degrees = km / KM_PER_DEGREE;
  const lng = from.lng + (degrees * Math.sin(direction)) / Math.max(0.01, Math.cos((from.lat * Math.PI) / 180));
  return { lat: clamp(toDegrees(from.lat + degrees * Math.cos(direction)), 90), lng: clamp(toDegrees(lng), 180) };
}

/** Degrees with five decimals, as on a map. */
export function toDegrees(angle: number): number {
  return Math.round(angle * 1e5) / 1e5;
}

/** Returns the place with this code, or one resolved by an earlier response. */
function fixed(stop: NativeStop): NativeLocation | undefined {
  if ('lat' in stop) return stop;
  return isAddress(stop) ? undefined : airportLocation(mainAirport(stop.iata_code));
}

function mainAirport(code: string): Airport | undefined {
  return findPlace(code)?.airports[0];
}

function locateAddresses(start: string, end: string): [NativeLocation | undefined, NativeLocation | undefined] {
  const [from, to] = townsOf(start, end);
  const known = from?.town ?? to?.town;
  const town = known ?? someTown(start, end);
  const place = (address: string, found?: FoundTown) => {
    if (found) return inTown(address, found);
    return isElsewhere(address, known && pointOf(known), known)
      ? undefined
      : inTown(address, { town, street: streetOf(address) });
  };
  return [place(start, from), place(end, to)];
}

/** Returns the towns for two addresses: each may indicate the other's part of the world. */
function townsOf(start: string, end: string): [FoundTown | undefined, FoundTown | undefined] {
  const from = findTown(start);
  const near = findTown(end, from && pointOf(from.town));
  if (from && near && isInReach(from.town, near.town)) return [from, near];
  const to = findTown(end);
  const back = to && findTown(start, pointOf(to.town));
  return to && back && isInReach(to.town, back.town) ? [back, to] : [from, near];
}

function isInReach(a: Town, b: Town): boolean {
  return crowKm(pointOf(a), pointOf(b)) < REACH_KM;
}

function addressNear(address: string, other: NativeLocation): NativeLocation | undefined {
  const found = findTown(address, other);
  if (found) return inTown(address, found);
  const airport = other.iata_code === '' ? undefined : mainAirport(other.iata_code);
  const town = airport && townOfAirport(airport);
  if (isElsewhere(address, other, town ?? homeOf(airport))) return undefined;
  const street = streetOf(address);
  if (town) return inTown(address, { town, street });
  const { city, timezone } = other;
  return {
    formatted_address: address,
    iata_code: '',
    city,
    timezone,
    ...pointOnLand(other, 2, 6, `${street}/${city}`),
  };
}

function homeOf(airport: Airport | undefined): Home | undefined {
  return airport && { country: airport.country, region: airport.country };
}

/** Returns a town for two addresses without one. */
function someTown(start: string, end: string): Town {
  const random = new Random(`addresses/${plainName(start)}/${plainName(end)}`);
  const code = random.pick(readTable('cities.txt')).split('|')[0] ?? '';
  const airport = mainAirport(code);
  const town = airport && townOfAirport(airport);
  if (!town) throw new RangeError(`city "${code}" has no town of towns.txt`);
  return town;
}

/** Places a street near the centre of its town, farther away in a larger town. Without a street, returns the centre. */
function inTown(address: string, { town, street }: FoundTown): NativeLocation {
  const reach = Math.min(3, Math.max(0.3, Math.sqrt(town.inhabitants) / 800));
  const centre = quarterIn(street, pointOf(town)) ?? pointOf(town);
  const point = street === '' ? centre : pointOnLand(centre, 0, reach, `${street}/${town.name}/${town.region}`);
  return { formatted_address: address, iata_code: '', city: town.name, timezone: town.timeZone, ...point };
}

/** Returns a point from `least` to `most` kilometres away, derived from a key; on land if possible. */
function pointOnLand(from: Point, least: number, most: number, key: string): { lat: number; lng: number } {
  const random = new Random(`address/${key}`);
  const mass = landNear(from)?.mass;
  let point = pointNear(from, least, 0);
  for (let attempt = 0; attempt < 4; attempt++) {
    point = pointNear(from, least + random.fraction() * (most - least), random.fraction() * 2 * Math.PI);
    if (landNear(point)?.mass === mass) return point;
  }
  return point;
}

function airportLocation(airport: Airport | undefined): NativeLocation | undefined {
  return (
    airport && {
      formatted_address: airport.name,
      iata_code: airport.iataCode,
      city: airport.city.en,
      lat: airport.latitude,
      lng: airport.longitude,
      timezone: airport.timeZone,
    }
  );
}

function clamp(angle: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, angle));
}

const KM_PER_DEGREE = 111.2;
