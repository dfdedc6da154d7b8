import type { Airport } from './places.ts';

type Position = Pick<Airport, 'latitude' | 'longitude'>;

/** Great-circle distance in kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const φ1 = a.latitude * RADIANS;
  const φ2 = b.latitude * RADIANS;
  const sinφ = Math.sin((φ2 - φ1) / 2);
  const sinλ = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  return (
    2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(sinφ * sinφ + Math.cos(φ1) * Math.cos(φ2) * sinλ * sinλ)))
  );
}

/** Degrees of longitude flown eastwards, from -180 to 180. */
export function degreesEast(from: Airport, to: Airport): number {
  return ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
}

const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;
