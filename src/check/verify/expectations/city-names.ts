import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { CheckedExchange } from '../http/exchange.ts';

/** A place's names in a search response, each with a JSON pointer to its first occurrence. */
export type CityNames = ReadonlyMap<string, string>;

/** Returns the city names in a search response by IATA code. A code with several names is not translated everywhere. */
export const cityNames = memoizeByObject(collectNames);

function collectNames(search: CheckedExchange): ReadonlyMap<string, CityNames> {
  const places = new Map<string, Map<string, string>>();
  for (const { value, pointer } of PATTERNS.flatMap((pattern) => select(search.value, pattern))) {
    const [iataCode, cityName] = [propertyOf(value, 'iataCode'), propertyOf(value, 'cityName')];
    if (typeof iataCode !== 'string' || typeof cityName !== 'string') continue;
    const names = places.get(iataCode) ?? new Map<string, string>();
    places.set(iataCode, names);
    if (!names.has(cityName)) names.set(cityName, `${pointer}/cityName`);
  }
  return places;
}

const PATTERNS = [
  '/offers/*/slices/*/departure',
  '/offers/*/slices/*/arrival',
  '/offers/*/slices/*/segments/*/departure',
  '/offers/*/slices/*/segments/*/arrival',
];
