import { Random } from '../../base/ids.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Airline } from './airlines.ts';
import { airlines } from './airlines.ts';
import { asksDocumentsAhead, isDomestic, isWithinSchengen } from './countries.ts';
import type { Brand } from './fares.ts';
import type { Journey } from './journeys.ts';
import type { Flight } from './timetable.ts';

/** Each provider has separate terms with an airline, the same every time. */
export type Provider = `gds-${number}`;

/** Null: the airline gives no information. */
export interface Conditions {
  readonly refund: Condition | null;
  readonly change: Condition | null;
}

/** With `allowed`: 0 is free, null is an unknown penalty. Otherwise the penalty is null. */
export interface Condition {
  readonly allowed: boolean;
  /** Whole euros. */
  readonly penaltyEuros: number | null;
}

/**
 * Refund and change before departure, in all forms; the dearer the brand, the more is allowed. Penalties never exceed
 * half the adult's cheapest fare: a more expensive brand has no higher penalty.
 */
export function conditionsOf(
  provider: Provider,
  { airline, parts }: Journey,
  brand: Brand,
  cheapestEuroCents: number,
): Conditions {
  const usual = decided(provider, 'penalty', airline).int(4, 14) * 5 * (parts[0].durationMinutes > 360 ? 2 : 1);
  const penaltyEuros = Math.min(usual, Math.floor(cheapestEuroCents / 200));
  const [refund, change] = decided(provider, 'conditions', airline).pick(STYLES)[brand];
  return { refund: formed(refund, penaltyEuros), change: formed(change, penaltyEuros) };
}

/** An offer's travel documents; `types` is empty if none may be sent. */
export interface Documents {
  /** Every passenger needs one. */
  readonly required: boolean;
  readonly types: readonly DocumentType[];
}

/** All document types known to the providers. */
export type DocumentType = 'passport' | 'dni' | 'tax_id' | 'known_traveler_number' | 'passenger_redress_number';

/**
 * Every passenger needs a document if a country asks for it, and with some airlines on all flights from the Schengen
 * area. Within Spain a national identity card is enough, and some airlines require either document.
 */
export function documentsOf(provider: Provider, { airline, parts }: Journey): Documents {
  const flights = parts.flatMap((part) => part.flights);
  const random = decided(provider, 'documents', airline);
  if (flights.some(hasPassportControl)) {
    const required = random.chance(0.3) || flights.some((f) => asksDocumentsAhead(f.origin, f.destination));
    return { required, types: flights.some((f) => touches(f, 'US')) ? WITH_TRAVELLER_NUMBERS : PASSPORT };
  }
  if (flights.every((f) => f.origin.country === 'ES' && f.destination.country === 'ES'))
    return { required: decided(provider, 'identity-document', airline).chance(0.4), types: CARD_OR_PASSPORT };
  if (flights.some((f) => touches(f, 'ES')))
    return { required: false, types: airline.country === 'ES' ? CARD_OR_PASSPORT : PASSPORT };
  return { required: false, types: random.chance(0.5) ? NONE : PASSPORT };
}

/**
 * Returns the documents with a scenario's changes, `several` if it asks for more than one kind. Terms outside the
 * effect stay the same object: adapters compare by it.
 */
export function documentsUnder(
  { documents, dni, kinds }: GdsEffect,
  usual: Documents,
  several: Documents['types'],
): Documents {
  if (!documents && !dni && !kinds) return usual;
  const accepted = documents === 'required' && usual.types.length === 0 ? PASSPORT : usual.types;
  const types = kinds ? several : accepted;
  return {
    required: documents ? documents === 'required' : usual.required,
    types: dni && !types.includes('dni') ? [...types, 'dni'] : types,
  };
}

/** Returns the programmes for the airline, its operating airlines, and two partners in its alliance. */
export function loyaltyProgrammesOf(provider: Provider, { airline, parts }: Journey): readonly string[] {
  if (airline.kind === 'low' && decided(provider, 'loyalty', airline).chance(0.5)) return NONE;
  const operating = parts.flatMap((part) => part.flights.map((f) => f.operating)).filter((a) => a.kind !== 'regional');
  return Object.freeze([...new Set([airline, ...operating, ...partnersOf(airline)].map((a) => a.iataCode))]);
}

/** The random stream for one decision about an airline. */
export function decided(provider: Provider, decision: string, { iataCode }: Airline): Random {
  return new Random(`${provider}/${decision}/${iataCode}`);
}

/** The airline catalogue never changes. */
const partnersOf = memoizeByObject(({ alliance }: Airline): readonly Airline[] =>
  alliance ? [...airlines()].filter((a) => a.alliance === alliance).slice(0, 2) : [],
);

type Form = 'free' | 'penalty' | 'unknown' | 'never' | 'silent';

/**
 * Refund and change, for the three brands. A more expensive brand is never worse: no penalty follows `unknown`, and
 * known terms stay known.
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

const NONE: readonly never[] = Object.freeze([]);
const PASSPORT: readonly DocumentType[] = Object.freeze(['passport'] as const);
const CARD_OR_PASSPORT: readonly DocumentType[] = Object.freeze(['passport', 'dni'] as const);
const WITH_TRAVELLER_NUMBERS: readonly DocumentType[] = Object.freeze([
  'passport',
  'known_traveler_number',
  'passenger_redress_number',
] as const);

function formed(form: Form, penaltyEuros: number): Condition | null {
  switch (form) {
    case 'silent':
      return null;
    case 'never':
      return { allowed: false, penaltyEuros: null };
    case 'unknown':
      return { allowed: true, penaltyEuros: null };
    case 'free':
      return { allowed: true, penaltyEuros: 0 };
    case 'penalty':
      return { allowed: true, penaltyEuros };
  }
}

function hasPassportControl({ origin, destination }: Flight): boolean {
  return !isWithinSchengen(origin, destination) && !isDomestic(origin, destination);
}

function touches({ origin, destination }: Flight, country: string): boolean {
  return origin.country === country || destination.country === country;
}
