import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { FareCatalog } from '../world/fare-catalog.ts';
import { journeysInCabin } from '../world/journeys.ts';
import type { Fare, Party } from './fares.ts';
import { carrierObject, placeObject, referenceOf, segmentObject } from './legs.ts';
import type { Gds1Carrier, Gds1Leg, Gds1Place, Gds1SearchResponse, Gds1Segment } from './native.ts';

/** Returns the flights in the offers, with their places and carriers. */
export const tablesOf = memoizeByObject(
  ({ outbound, inbound, cabin, party: { language } }: FareCatalog<Party, Gds1Leg, Fare>): Tables => {
    const seg: Record<string, Gds1Segment> = {};
    const loc: Record<string, Gds1Place> = {};
    const crr: Record<string, Gds1Carrier> = {};
    for (const { airline, parts } of journeysInCabin(outbound, inbound, cabin)) {
      crr[airline.iataCode] ??= carrierObject(airline);
      for (const [direction, part] of parts.entries())
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
