import type { Airport } from './places.ts';

export function isDomestic(a: Airport, b: Airport): boolean {
  return a.country === b.country;
}

/** True if travellers between the two need no passport. */
export function isWithinSchengen(a: Airport, b: Airport): boolean {
  return SCHENGEN.has(a.country) && SCHENGEN.has(b.country);
}

/** True if airlines must send every passenger's documents before an international flight. */
export function asksDocumentsAhead(a: Airport, b: Airport): boolean {
  return a.country !== b.country && (DOCUMENTS_AHEAD.has(a.country) || DOCUMENTS_AHEAD.has(b.country));
}

export type Currency = 'EUR' | 'GBP' | 'USD';

/** Returns the price currency of a country's airlines. */
export function currencyOf(country: string): Currency {
  if (country === 'GB') return 'GBP';
  return COMMON_AVIATION_AREA.has(country) ? 'EUR' : 'USD';
}

/** Currency units for one euro: fixed, so prices stay the same. */
export const UNITS_PER_EURO: Readonly<Record<Currency, number>> = { EUR: 1, GBP: 0.85, USD: 1.1 };

const SCHENGEN = new Set(
  'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
const COMMON_AVIATION_AREA = new Set([...SCHENGEN, 'IE', 'CY']);
const DOCUMENTS_AHEAD = new Set('US CN CA AU NZ IN BR MX CU RU KR JP SA AE'.split(' '));
