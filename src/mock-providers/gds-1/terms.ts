import { Random } from '../../base/ids.ts';
import type { Airline } from '../world/airlines.ts';
import type { Currency } from '../world/countries.ts';
import { asksDocumentsAhead, currencyOf, isDomestic, isWithinSchengen, UNITS_PER_EURO } from '../world/countries.ts';
import type { Brand, Journey } from '../world/journeys.ts';
import type { Flight } from '../world/timetable.ts';
import type { Gds1DocumentCode, Gds1Flag, Gds1Offer, Gds1Penalties, Gds1Penalty } from './native.ts';

/**
 * Refund and change in all forms; the dearer the brand, the more is allowed. Fees are in the airline's currency, and
 * never above half of the adult's cheapest fare: a dearer brand has no higher one.
 */
export function penaltiesOf({ airline, parts }: Journey, brand: Brand, cheapestEuroCents: number): Gds1Penalties {
  const usual = ofAirline(airline, 'fee').int(5, 18) * 5 * (parts[0].durationMinutes > 360 ? 2 : 1);
  const euros = Math.min(usual, Math.floor(cheapestEuroCents / 200));
  const [refund, change] = ofAirline(airline, 'penalties').pick(STYLES)[brand];
  const currency = currencyOf(airline.country);
  return Object.freeze({ rfd: penalty(refund, euros, currency), chg: penalty(change, euros, currency) });
}

/**
 * Every passenger needs a passport where a country asks for it, and with some airlines on all international flights.
 * Within Spain a national identity card is enough, and some airlines require one of the two documents.
 */
export function documentsOf({ airline, parts }: Journey): Gds1Offer['doc'] {
  const flights = parts.flatMap((part) => part.flights);
  const strict = ofAirline(airline, 'identity-document').chance(0.4);
  if (flights.every(withinSpain)) return documents(strict, CARD_OR_PASSPORT);
  if (flights.every((f) => isDomestic(f.origin, f.destination))) return documents(false, NONE);
  if (flights.every((f) => isWithinSchengen(f.origin, f.destination))) return documents(false, PASSPORT);
  return documents(strict || flights.some((f) => asksDocumentsAhead(f.origin, f.destination)), PASSPORT);
}

/** The programmes of the airline and of the partners that operate its flights. */
export function frequentFlyerOf({ airline, parts }: Journey): readonly string[] {
  const operating = parts.flatMap((part) => part.flights.map((f) => f.operating)).filter((a) => a.kind !== 'regional');
  return Object.freeze([...new Set([airline, ...operating].map((a) => a.iataCode))]);
}

type Form = 'free' | 'fee' | 'unknown' | 'never' | 'silent';

/**
 * Refund and change, for the three brands. A dearer one is never worse: after `unknown` comes no fee, and nothing goes
 * silent that was known.
 */
type Style = readonly [refund: Form, change: Form];
const STYLES: readonly (readonly [Style, Style, Style])[] = [
  [
    ['never', 'fee'],
    ['fee', 'fee'],
    ['free', 'free'],
  ],
  [
    ['never', 'never'],
    ['never', 'fee'],
    ['fee', 'free'],
  ],
  [
    ['never', 'unknown'],
    ['unknown', 'free'],
    ['free', 'free'],
  ],
  [
    ['silent', 'fee'],
    ['fee', 'free'],
    ['free', 'free'],
  ],
];

const NONE: readonly Gds1DocumentCode[] = Object.freeze([]);
export const PASSPORT: readonly Gds1DocumentCode[] = Object.freeze(['PP'] as const);
const CARD_OR_PASSPORT: readonly Gds1DocumentCode[] = Object.freeze(['NI', 'PP'] as const);

/** A stream for one decision of an airline, the same every time. */
function ofAirline(airline: Airline, decision: string): Random {
  return new Random(`gds-1/${decision}/${airline.iataCode}`);
}

function penalty(form: Form, euros: number, cur: Currency): Gds1Penalty | null {
  if (form === 'silent') return null;
  const alw: Gds1Flag = form === 'never' ? 'N' : 'Y';
  if (form === 'never' || form === 'unknown') return Object.freeze({ alw, fee: null });
  const amt = form === 'free' ? 0 : Math.round(euros * 100 * UNITS_PER_EURO[cur]);
  return Object.freeze({ alw, fee: Object.freeze({ amt, dec: 2, cur }) });
}

function documents(required: boolean, typ: readonly Gds1DocumentCode[]): Gds1Offer['doc'] {
  return Object.freeze({ req: required ? 'Y' : 'N', typ });
}

function withinSpain(flight: Flight): boolean {
  return flight.origin.country === 'ES' && flight.destination.country === 'ES';
}
