import type { Airport } from '../../src/mock-providers/world/places.ts';

/** The airport next to a place, by squares of degrees: exact enough to tell time zones. */
export function nearest(
  place: { latitude: number; longitude: number },
  airports: readonly Airport[],
): Airport | undefined {
  const narrow = Math.cos((place.latitude * Math.PI) / 180);
  let best: Airport | undefined;
  let least = Infinity;
  for (const airport of airports) {
    const square = (airport.latitude - place.latitude) ** 2 + ((airport.longitude - place.longitude) * narrow) ** 2;
    if (square >= least) continue;
    least = square;
    best = airport;
  }
  return best;
}
