import type { Gds1CabinCode, Gds1Language } from './native.ts';

/** The code of a brand (0 cheapest, 2 dearest) of a cabin. */
export function brandCode(cabin: Gds1CabinCode, brand: number): string {
  return BRAND_CODES[cabin][brand]!;
}

/** The names of a cabin's brands by their codes: the same frozen object for each cabin and language. */
export function brandNames(cabin: Gds1CabinCode, language: Gds1Language): Readonly<Record<string, string>> {
  return (known[cabin + language] ??= Object.freeze(
    Object.fromEntries(BRAND_CODES[cabin].map((code, brand) => [code, NAMES[language][brand]! + CABIN_SUFFIX[cabin]])),
  ));
}

const known: Record<string, Readonly<Record<string, string>>> = {};

const BRAND_CODES: Readonly<Record<Gds1CabinCode, readonly string[]>> = {
  Y: ['LT', 'CL', 'FX'],
  W: ['WL', 'WC', 'WX'],
  C: ['CO', 'CC', 'CX'],
  F: ['FO', 'FC', 'FF'],
};
const CABIN_SUFFIX: Readonly<Record<Gds1CabinCode, string>> = { Y: '', W: ' Premium', C: ' Business', F: ' First' };
const NAMES: Readonly<Record<Gds1Language, readonly string[]>> = {
  EN: ['Light', 'Classic', 'Flex'],
  ES: ['Ligera', 'Clásica', 'Flexible'],
  ZH: ['轻便', '经典', '灵活'],
};
