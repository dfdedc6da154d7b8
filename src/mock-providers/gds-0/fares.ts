import { currencyOf, UNITS_PER_EURO } from '../world/countries.ts';
import type { FareFacts } from '../world/fare-catalog.ts';
import { FareCatalogs } from '../world/fare-catalog.ts';
import type { Condition, Documents } from '../world/terms.ts';
import { conditionsOf, documentsOf, loyaltyProgrammesOf } from '../world/terms.ts';
import type { Hold } from './hold.ts';
import { holdOf } from './hold.ts';
import type {
  Gds0Airline,
  Gds0Condition,
  Gds0Language,
  Gds0OfferConditions,
  Gds0PassengerType,
  Gds0Slice,
} from './native.ts';
import { airlineObject, sliceObject } from './slices.ts';

/** Native slice input in addition to flights, cabin and brand. */
export interface Party {
  readonly types: readonly Gds0PassengerType[];
  readonly language: Gds0Language;
}

/** One journey in one brand. */
export interface Fare {
  readonly facts: FareFacts;
  readonly owner: Gds0Airline;
  /** Unrounded, for one adult, in `currency`. */
  readonly adultCents: number;
  readonly currency: string;
  readonly emissionsKg: string;
  readonly documents: Documents;
  readonly loyaltyProgrammes: readonly string[];
  readonly segmentsRequired: boolean;
  readonly hold: Hold | null;
  readonly conditions: Gds0OfferConditions;
  readonly slices: readonly Gds0Slice[];
}

export const fareCatalogs = new FareCatalogs<Party, Gds0Slice, Fare>({
  writePart: sliceObject,

  writeFare(facts, slices, { types }): Fare {
    const { journey, brand } = facts;
    const currency = currencyOf(journey.airline.country);
    const seats = types.filter((type) => type !== 'infant_without_seat').length;
    return Object.freeze({
      facts,
      owner: airlineObject(journey.airline),
      adultCents: facts.adultEuroCents * UNITS_PER_EURO[currency],
      currency,
      emissionsKg: String(Math.round((seats * facts.emissionGrams) / 1000)),
      documents: documentsOf('gds-0', journey),
      loyaltyProgrammes: loyaltyProgrammesOf('gds-0', journey),
      segmentsRequired: false,
      hold: holdOf(journey.airline, brand),
      conditions: conditionsObject(facts),
      slices: Object.freeze(slices),
    });
  },
});

/** Penalties are in the currency of the departure country. */
function conditionsObject({ journey, brand, cheapestEuroCents }: FareFacts): Gds0OfferConditions {
  const { refund, change } = conditionsOf('gds-0', journey, brand, cheapestEuroCents);
  const currency = currencyOf(journey.parts[0].flights[0].origin.country);
  return Object.freeze({
    refund_before_departure: refund && conditionObject(refund, currency),
    change_before_departure: change && conditionObject(change, currency),
  });
}

function conditionObject({ allowed, penaltyEuros }: Condition, currency: keyof typeof UNITS_PER_EURO): Gds0Condition {
  if (penaltyEuros === null) return Object.freeze({ allowed, penalty_amount: null, penalty_currency: null });
  const amount = Math.round(penaltyEuros * UNITS_PER_EURO[currency]);
  return Object.freeze({ allowed, penalty_amount: `${amount}.00`, penalty_currency: currency });
}
