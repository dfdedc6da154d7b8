import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Currency } from '../world/countries.ts';
import { currencyOf, UNITS_PER_EURO } from '../world/countries.ts';
import type { FareFacts } from '../world/fare-catalog.ts';
import { FareCatalogs } from '../world/fare-catalog.ts';
import { fractionOf } from '../world/hash.ts';
import type { Condition, Documents } from '../world/terms.ts';
import { conditionsOf, documentsOf, loyaltyProgrammesOf } from '../world/terms.ts';
import { lastFlight } from '../world/timetable.ts';
import { legObject } from './legs.ts';
import type { Gds1Language, Gds1Leg, Gds1Offer, Gds1PassengerCount, Gds1Penalties, Gds1Penalty } from './native.ts';

/** Input for native legs and tables in addition to flights, cabin and brand. */
export interface Party {
  readonly pax: readonly Gds1PassengerCount[];
  readonly language: Gds1Language;
}

/** One journey in one brand. */
export interface Fare {
  readonly facts: FareFacts;
  readonly carrier: string;
  /** Unrounded, for one adult, in `currency`. */
  readonly adultCents: number;
  readonly currency: string;
  readonly co2Grams: number;
  readonly documents: Documents;
  readonly frequentFlyer: readonly string[];
  readonly penalties: Gds1Penalties;
  readonly legs: readonly Gds1Leg[];
}

export const fareCatalogs = new FareCatalogs<Party, Gds1Leg, Fare>({
  writePart: legObject,

  writeFare(facts, legs, party): Fare {
    const { journey } = facts;
    const currency = currencyOf(journey.parts[0].flights[0].origin.country);
    return Object.freeze({
      facts,
      carrier: journey.airline.iataCode,
      adultCents: facts.adultEuroCents * UNITS_PER_EURO[currency] * priceLevel(facts),
      currency,
      co2Grams: seatsOf(party) * facts.emissionGrams,
      documents: documentsOf('gds-1', journey),
      frequentFlyer: loyaltyProgrammesOf('gds-1', journey),
      penalties: penaltiesObject(facts),
      legs: Object.freeze(legs),
    });
  },
});

/** Returns the number of seats for a party: an infant sits on a lap. */
export function seatsOf({ pax }: Party): number {
  return pax.reduce((sum, { ty, qty }) => sum + (ty === 'INF' ? 0 : qty), 0);
}

/** Documents in native form: one object for each. */
export const documentsObject = memoizeByObject(({ required, types }: Documents): Gds1Offer['doc'] =>
  Object.freeze({
    req: required ? 'Y' : 'N',
    typ: Object.freeze(types.flatMap((type) => (type === 'passport' || type === 'dni' ? [DOCUMENTS[type]] : []))),
  }),
);

const DOCUMENTS = { passport: 'PP', dni: 'NI' } as const;

/**
 * gds-1 sells a brand on a route, in both directions, at slightly lower or higher prices than gds-0; the cheapest
 * flights are the same.
 */
function priceLevel({ journey, brand }: FareFacts): number {
  const [part] = journey.parts;
  const ends = [part.flights[0].origin.cityCode, lastFlight(part).destination.cityCode].sort();
  return 0.97 + 0.07 * fractionOf(`gds-1/level/${ends.join('-')}/${brand}`);
}

/** Fees are in the airline's currency. */
function penaltiesObject({ journey, brand, cheapestEuroCents }: FareFacts): Gds1Penalties {
  const { refund, change } = conditionsOf('gds-1', journey, brand, cheapestEuroCents);
  const currency = currencyOf(journey.airline.country);
  return Object.freeze({
    rfd: refund && penaltyObject(refund, currency),
    chg: change && penaltyObject(change, currency),
  });
}

function penaltyObject({ allowed, penaltyEuros }: Condition, cur: Currency): Gds1Penalty {
  const fee =
    penaltyEuros === null
      ? null
      : Object.freeze({ amt: Math.round(penaltyEuros * 100 * UNITS_PER_EURO[cur]), dec: 2, cur });
  return Object.freeze({ alw: allowed ? 'Y' : 'N', fee });
}
