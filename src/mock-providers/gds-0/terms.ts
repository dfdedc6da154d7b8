import { Random } from '../../base/ids.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from '../world/airlines.ts';
import { airlines } from '../world/airlines.ts';
import { asksDocumentsAhead, currencyOf, isWithinSchengen, UNITS_PER_EURO } from '../world/countries.ts';
import type { Brand, Journey } from '../world/journeys.ts';
import type { Flight } from '../world/timetable.ts';
import type { Gds0Condition, Gds0DocumentType, Gds0OfferConditions } from './native.ts';

export interface Documents {
  readonly required: boolean;
  readonly types: readonly Gds0DocumentType[];
}

export interface Hold {
  readonly hours: number;
  /** Null: the price is not guaranteed. */
  readonly guaranteeHours: number | null;
}

/** The cheapest brand cannot be held; an airline guarantees the price of a hold in one of the other two. */
export function holdOf(airline: Airline, brand: Brand): Hold | null {
  const hours = ofAirline(airline, 'hold').pick([0, 24, 24, 48, 72]);
  if (hours === 0 || brand === 0) return null;
  return Object.freeze({ hours, guaranteeHours: brand === 1 ? null : hours / (hours === 24 ? 1 : 2) });
}

/**
 * Refund and change in all forms: free, with a penalty, with an unknown one, not at all, no information.
 * The dearer the brand, the more is allowed. Penalties are in the currency of the country of departure, and never
 * above half of the adult's cheapest fare: a dearer brand has no higher one.
 */
export function conditionsOf(
  { airline, parts }: Journey,
  brand: Brand,
  cheapestEuroCents: number,
): Gds0OfferConditions {
  const { country } = parts[0].flights[0].origin;
  const usual = ofAirline(airline, 'penalty').int(4, 14) * 5 * (parts[0].durationMinutes > 360 ? 2 : 1);
  const amount = Math.min(usual, Math.floor(cheapestEuroCents / 200));
  const penalty = condition(amount, currencyOf(country));
  const [refund, change] = ofAirline(airline, 'conditions').pick(STYLES)[brand];
  return Object.freeze({
    refund_before_departure: formed(refund, penalty),
    change_before_departure: formed(change, penalty),
  });
}

/** Every passenger needs a document where a country asks for it, or the airline does on international flights. */
export function documentsOf({ airline, parts }: Journey): Documents {
  const flights = parts.flatMap((part) => part.flights);
  const international = flights.some(
    (f) => !isWithinSchengen(f.origin, f.destination) && f.origin.country !== f.destination.country,
  );
  const required =
    flights.some((f) => asksDocumentsAhead(f.origin, f.destination)) ||
    (international && ofAirline(airline, 'documents').chance(0.25));
  if (international)
    return Object.freeze({ required, types: flights.some(touchesUnitedStates) ? WITH_TRAVELLER_NUMBERS : PASSPORT });
  if (flights.some(touchesSpain)) return airline.country === 'ES' ? SPANISH : OPTIONAL_PASSPORT;
  return ofAirline(airline, 'documents').chance(0.5) ? NO_DOCUMENTS : OPTIONAL_PASSPORT;
}

/** The programmes of the airline, of the airlines that operate for it, and of two partners in its alliance. */
export function loyaltyProgrammesOf({ airline, parts }: Journey): readonly string[] {
  if (airline.kind === 'low' && ofAirline(airline, 'loyalty').chance(0.5)) return NO_PROGRAMMES;
  const operating = parts.flatMap((part) => part.flights.map((f) => f.operating)).filter((a) => a.kind !== 'regional');
  return Object.freeze([...new Set([airline, ...operating, ...partnersOf(airline)].map((a) => a.iataCode))]);
}

/** The catalogue of airlines never changes. */
const partnersOf = memoizeByObject(({ alliance }: Airline): readonly Airline[] =>
  alliance ? [...airlines()].filter((a) => a.alliance === alliance).slice(0, 2) : [],
);

type Form = 'free' | 'penalty' | 'unknown' | 'never' | 'silent';

/**
 * Refund and change, for the three brands. A dearer one is never worse: after `unknown` comes no penalty, and nothing
 * goes silent that was known.
 */
type Style = readonly [refund: Form, change: Form];
const STYLES: readonly (readonly [Style, Style, Style])[] = [
  [
    ['never', 'penalty'],
    ['penalty', 'free'],
    ['free', 'free'],
  ],
  [
    ['never', 'never'],
    ['never', 'penalty'],
    ['penalty', 'free'],
  ],
  [
    ['never', 'unknown'],
    ['unknown', 'unknown'],
    ['free', 'free'],
  ],
  [
    ['silent', 'never'],
    ['penalty', 'penalty'],
    ['free', 'free'],
  ],
  [
    ['never', 'silent'],
    ['never', 'unknown'],
    ['unknown', 'free'],
  ],
];

const NO_PROGRAMMES: readonly string[] = Object.freeze([]);
export const PASSPORT: readonly Gds0DocumentType[] = Object.freeze(['passport'] as const);
const WITH_TRAVELLER_NUMBERS: readonly Gds0DocumentType[] = Object.freeze([
  'passport',
  'known_traveler_number',
  'passenger_redress_number',
] as const);
const OPTIONAL_PASSPORT: Documents = Object.freeze({ required: false, types: PASSPORT });
const SPANISH: Documents = Object.freeze({ required: false, types: Object.freeze(['passport', 'dni'] as const) });
const NO_DOCUMENTS: Documents = Object.freeze({ required: false, types: Object.freeze([]) });

/** A stream for one decision of an airline, the same every time. */
function ofAirline(airline: Airline, decision: string): Random {
  return new Random(`gds-0/${decision}/${airline.iataCode}`);
}

function condition(euros: number, currency: 'EUR' | 'GBP' | 'USD'): Gds0Condition {
  const amount = Math.round(euros * UNITS_PER_EURO[currency]);
  return Object.freeze({ allowed: true, penalty_amount: `${amount}.00`, penalty_currency: currency });
}

function formed(form: Form, penalty: Gds0Condition): Gds0Condition | null {
  if (form === 'silent') return null;
  if (form === 'penalty') return penalty;
  const allowed = form !== 'never';
  const free = form === 'free';
  return Object.freeze({
    allowed,
    penalty_amount: free ? '0.00' : null,
    penalty_currency: free ? penalty.penalty_currency : null,
  });
}

function touchesUnitedStates(flight: Flight): boolean {
  return flight.origin.country === 'US' || flight.destination.country === 'US';
}

function touchesSpain(flight: Flight): boolean {
  return flight.origin.country === 'ES' || flight.destination.country === 'ES';
}
