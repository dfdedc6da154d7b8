import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { isSoldIn } from '../world/cabins.ts';
import type { FareCatalog } from '../world/fare-catalog.ts';
import type { Fare, Party } from './fares.ts';
import { carrierObject, placeObject, referenceOf, segmentObject } from './legs.ts';
import type { Gds1Carrier, Gds1Leg, Gds1Place, Gds1SearchResponse, Gds1Segment } from './native.ts';

/** Returns the flights of all possible offers, with their places and carriers. */
export const tablesOf = memoizeByObject(
  ({ outbound, inbound, cabin, party: { language } }: FareCatalog<Party, Gds1Leg, Fare>): Tables => {
    const seg: Record<string, Gds1Segment> = {};
    const loc: Record<string, Gds1Place> = {};
    const crr: Record<string, Gds1Carrier> = {};
    for (const [direction, timetable] of [outbound, inbound].entries())
      for (const part of timetable?.itineraries.filter((one) => isSoldIn(one, cabin)) ?? []) {
        crr[part.airline.iataCode] ??= carrierObject(part.airline);
        for (const [n, flight] of part.flights.entries()) {
          seg[referenceOf(direction, part, n)] ??= segmentObject(flight);
          for (const airport of [flight.origin, flight.destination])
            loc[airport.iataCode] ??= placeObject(airport, language);
          for (const carrier of [flight.marketing, flight.operating]) crr[carrier.iataCode] ??= carrierObject(carrier);
        }
      }
    return { seg, loc, crr };
  },
);

type Tables = Pick<Gds1SearchResponse, 'seg' | 'loc' | 'crr'>;
