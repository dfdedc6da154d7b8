import type { Exchange } from '../http/exchange.ts';
import { select } from '../values/select.ts';

/** The names that an answer to a search has for a place: each with a JSON pointer to where it stands first. */
export type CityNames = ReadonlyMap<string, string>;

/** By IATA code, what an answer calls the city of a departure or an arrival. More than one name says that not all of them are translated. */
export function cityNames(search: Exchange): ReadonlyMap<string, CityNames> {
  const places = new Map<string, Map<string, string>>();
  for (const { value, pointer } of PATTERNS.flatMap((pattern) => select(search.response.body, pattern))) {
    const { iataCode, cityName } = (value ?? {}) as { iataCode?: unknown; cityName?: unknown };
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
