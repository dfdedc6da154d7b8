/** A point on the earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Great-circle distance in kilometres. */
export function crowKm(a: Point, b: Point): number {
  const h =
    Math.sin(((b.lat - a.lat) * RADIANS) / 2) ** 2 +
    Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(((b.lng - a.lng) * RADIANS) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;
