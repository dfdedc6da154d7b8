import { Random } from '../../base/ids.ts';
import type { Airport } from '../world/places.ts';
import { findPlace } from '../world/places.ts';
import { readTable } from '../world/read-table.ts';
import type { NativeLocation, NativeStop } from './native.ts';

/**
 * Finds both ends of a trip; undefined for an unknown IATA code. A code is its airport (the main one of a city).
 * An address lies in the city that it names; if it names none, in the town of the other end; if that is unknown
 * too, in a town that follows from the two texts.
 */
export function locate(start: NativeStop, end: NativeStop): [NativeLocation | undefined, NativeLocation | undefined] {
  const [startTown, endTown] = [namedTown(start), namedTown(end)];
  const near = startTown ?? endTown ?? anyTown(start, end);
  return [resolve(start, startTown ?? near), resolve(end, endTown ?? near)];
}

/** Kilometres as the crow flies. */
export function distanceKm(a: NativeLocation, b: NativeLocation): number {
  const [fromLat, toLat] = [a.lat * RADIANS, b.lat * RADIANS];
  const h =
    Math.sin((toLat - fromLat) / 2) ** 2 +
    Math.cos(fromLat) * Math.cos(toLat) * Math.sin(((b.lng - a.lng) * RADIANS) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h));
}

/** Kilometres by road, one decimal. */
export function roadKm(a: NativeLocation, b: NativeLocation): number {
  return Math.round(Math.max(1.5, distanceKm(a, b) * 1.25) * 10) / 10;
}

/** The point `km` away from another, in a direction in radians. */
export function pointNear(
  from: { lat: number; lng: number },
  km: number,
  direction: number,
): { lat: number; lng: number } {
  const degrees = km / (EARTH_KM * RADIANS);
  const lng = from.lng + (degrees * Math.sin(direction)) / Math.max(0.01, Math.cos(from.lat * RADIANS));
  return { lat: clamp(toDegrees(from.lat + degrees * Math.cos(direction)), 90), lng: clamp(toDegrees(lng), 180) };
}

/** Degrees with the five decimals that a map shows. */
export function toDegrees(angle: number): number {
  return Math.round(angle * 1e5) / 1e5;
}

/** The centre of the addresses of a city. */
interface Town {
  city: string;
  timezone: string;
  lat: number;
  lng: number;
}

function namedTown(stop: NativeStop): Town | undefined {
  if ('lat' in stop) return stop.iata_code ? townOf(stop.iata_code) : stop;
  return townOf('iata_code' in stop ? stop.iata_code : cityIn(stop.address));
}

function townOf(code: string | undefined): Town | undefined {
  const airport = code === undefined ? undefined : mainAirport(code);
  if (!airport) return undefined;
  const random = new Random(`town/${airport.iataCode}`);
  const centre = pointNear(
    { lat: airport.latitude, lng: airport.longitude },
    random.int(8, 18),
    random.fraction() * 2 * Math.PI,
  );
  return { city: airport.city.en, timezone: airport.timeZone, ...centre };
}

function mainAirport(code: string): Airport | undefined {
  return findPlace(code)?.airports[0];
}

/** The code of the city that an address names, the last one if it names several. */
function cityIn(address: string): string | undefined {
  const names = cityNames();
  const last = plain(address).match(names.pattern)?.at(-1);
  return last === undefined ? undefined : names.codes.get(last);
}

function anyTown(start: NativeStop, end: NativeStop): Town {
  const random = new Random(`addresses/${textOf(start)}/${textOf(end)}`);
  const code = random.pick([...cityNames().codes.values()]);
  const town = townOf(code);
  if (!town) throw new RangeError(`city "${code}" has no airport of airports.tsv`);
  return town;
}

function textOf(stop: NativeStop): string {
  return 'address' in stop ? plain(stop.address) : '';
}

function resolve(stop: NativeStop, town: Town): NativeLocation | undefined {
  if ('lat' in stop) return stop;
  return 'address' in stop ? addressIn(town, stop.address) : airportLocation(mainAirport(stop.iata_code));
}

function addressIn(town: Town, address: string): NativeLocation {
  const random = new Random(`address/${plain(address)}`);
  const { city, timezone } = town;
  const point = pointNear(town, 0.3 + random.fraction() * 5, random.fraction() * 2 * Math.PI);
  return { formatted_address: address, iata_code: '', city, timezone, ...point };
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

interface CityNames {
  /** Code of the city by its name in each language, as `plain` writes it. */
  codes: Map<string, string>;
  /** Finds those names as whole words. */
  pattern: RegExp;
}

let knownCityNames: CityNames | undefined;

function cityNames(): CityNames {
  return (knownCityNames ??= readCityNames());
}

function readCityNames(): CityNames {
  const codes = new Map<string, string>();
  for (const line of readTable('cities.txt')) {
    const [code = '', , ...names] = line.split('|');
    for (const name of names) if (name) codes.set(plain(name), code);
  }
  const longestFirst = [...codes.keys()].sort((a, b) => b.length - a.length);
  return { codes, pattern: new RegExp(`(?<![a-z])(?:${longestFirst.join('|')})(?![a-z])`, 'g') };
}

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function clamp(angle: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, angle));
}

const RADIANS = Math.PI / 180;
const EARTH_KM = 6371;
