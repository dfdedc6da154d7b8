import type { Brand } from '../world/journeys.ts';
import type { Gds1CabinCode, Gds1Language } from './native.ts';

/** The code of a brand (0 cheapest, 2 dearest) of a cabin. */
export function brandCode(cabin: Gds1CabinCode, brand: Brand): string {
  return BRAND_CODES[cabin][brand];
}

/** The names of a cabin's brands by their codes. */
export function brandNames(cabin: Gds1CabinCode, language: Gds1Language): Readonly<Record<string, string>> {
  const [cheapest, middle, dearest] = BRAND_CODES[cabin];
  const [light, classic, flex] = NAMES[language];
  const suffix = CABIN_SUFFIX[cabin];
  return { [cheapest]: light + suffix, [middle]: classic + suffix, [dearest]: flex + suffix };
}

type ByBrand = readonly [string, string, string];

const BRAND_CODES: Readonly<Record<Gds1CabinCode, ByBrand>> = {
  Y: ['LT', 'CL', 'FX'],
  W: ['WL', 'WC', 'WX'],
  C: ['CO', 'CC', 'CX'],
  F: ['FO', 'FC', 'FF'],
};
const CABIN_SUFFIX: Readonly<Record<Gds1CabinCode, string>> = { Y: '', W: ' Premium', C: ' Business', F: ' First' };
const NAMES: Readonly<Record<Gds1Language, ByBrand>> = {
  EN: ['Light', 'Classic', 'Flex'],
  ES: ['Ligera', 'Clásica', 'Flexible'],
  ZH: ['轻便', '经典', '灵活'],
};
