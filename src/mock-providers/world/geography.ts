import type { Airport } from './places.ts';

type Position = Pick<Airport, 'latitude' | 'longitude'>;

/** A point on the earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Great-circle distance in kilometres. */
export function crowKm(a: Point, b: Point): number {
  const φ1 = a.lat * RADIANS;
  const φ2 = b.lat * RADIANS;
  const sinφ = Math.sin((φ2 - φ1) / 2);
  const sinλ = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(sinφ * sinφ + Math.cos(φ1) * Math.cos(φ2) * sinλ * sinλ)));
}

/** Great-circle distance between airports, in kilometres. */
export function distanceKm(a: Position, b: Position): number {
  return crowKm({ lat: a.latitude, lng: a.longitude }, { lat: b.latitude, lng: b.longitude });
}

/** Degrees of longitude flown eastwards, from -180 to 180. */
export function degreesEast(from: Airport, to: Airport): number {
  return ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
}

const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;
