import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { show } from '../../../base/values/show.ts';
import type { Contract } from '../contract.ts';
import { expectOfEach, fail, nothingAt } from '../expectations/expect.ts';
import type { FoundValue } from '../expectations/offer-contract.ts';
import { findValues } from '../expectations/offer-contract.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { sentBody } from './sent-body.ts';

/** A named place, airline or aircraft behind an IATA code in offers, with its known values. */
interface KnownThing {
  patterns: readonly string[];
  names: readonly string[];
}

const airports: KnownThing = {
  patterns: [
    '/offers/*/slices/*/departure',
    '/offers/*/slices/*/arrival',
    '/offers/*/slices/*/segments/*/departure',
    '/offers/*/slices/*/segments/*/arrival',
  ],
  names: ['cityName', 'airportName', 'timeZone'],
};

const airlines: KnownThing = {
  patterns: [
    '/offers/*/airline',
    '/offers/*/slices/*/segments/*/airline/operatingCarrier',
    '/offers/*/slices/*/segments/*/airline/marketingCarrier',
  ],
  names: ['name'],
};

/**
 * Returns a contract about consistent values: an airport or airline has a value everywhere if the service stated it for
 * the same code elsewhere in the run for the same provider, in the same language or another one.
 */
export function statesWhatItKnows(rule: string, what: 'airport' | 'airline', pattern: string): Contract {
  const thing = what === 'airport' ? airports : airlines;
  const place = pattern
    .split('/')
    .slice(-3)
    .filter((part) => part !== '*')
    .join('.');
  return {
    title: `an ${what} that the run knows elsewhere has its ${thing.names.join(', ')} in ${place} too`,
    rules: [rule],
    calls: ['searchFlights'],
    atEnd: true,
    async check(trial) {
      const searches = await trial.sampleSearches();
      const known = (what === 'airport' ? knownAirports : knownAirlines)(searches);
      const found = findValues(searches, pattern);
      if (found.length === 0) throw nothingAt(searches, pattern);
      const bySearch = Map.groupBy(found, ({ exchange }) => exchange);
      expectOfEach(searches, (search) => {
        for (const one of bySearch.get(search) ?? [])
          for (const name of thing.names) {
            const value = propertyOf(one.value, name);
            if (value !== undefined && value !== null && value !== '') continue;
            const [elsewhere] = keysOf(one, name).flatMap((key) => known.get(key) ?? []);
            if (elsewhere) fail(search, describe(elsewhere, name), show(value), `${one.pointer}/${name}`);
          }
      });
    },
  };
}

const knownAirports = memoizeByObject((searches: readonly CheckedExchange[]) => collect(searches, airports));
const knownAirlines = memoizeByObject((searches: readonly CheckedExchange[]) => collect(searches, airlines));

/** Returns each value's first place. */
function collect(searches: readonly CheckedExchange[], { patterns, names }: KnownThing): Map<string, FoundValue> {
  const known = new Map<string, FoundValue>();
  for (const one of patterns.flatMap((pattern) => findValues(searches, pattern)))
    for (const name of names.filter((each) => isText(propertyOf(one.value, each))))
      for (const key of keysOf(one, name)) if (!known.has(key)) known.set(key, one);
  return known;
}

/** Returns the value's key in its language, then its key in any language. */
function keysOf({ exchange, pointer, value }: FoundValue, name: string): string[] {
  const offer = Number(pointer.split('/', 3)[2]);
  const offers = propertyOf(exchange.value, 'offers') as readonly unknown[];
  const provider = propertyOf(offers[offer], 'gdsprovider');
  const { language } = sentBody(exchange);
  const key = [provider, propertyOf(value, 'iataCode'), name].map(String).join(' ');
  return [`${key} ${String(language)}`, key];
}

function describe({ exchange, pointer, value }: FoundValue, name: string): string {
  return `${show(propertyOf(value, name))}, as ${exchange.exchangeId} has it at ${pointer}`;
}

/** A place's names in a search response, each with a JSON pointer to its first occurrence. */
export type CityNames = ReadonlyMap<string, string>;

/** Returns the city names in a search response by IATA code. A code with several names is not translated everywhere. */
export const cityNames = memoizeByObject((search: CheckedExchange): ReadonlyMap<string, CityNames> => {
  const places = new Map<string, Map<string, string>>();
  for (const { value, pointer } of airports.patterns.flatMap((pattern) => findValues([search], pattern))) {
    const [iataCode, cityName] = [propertyOf(value, 'iataCode'), propertyOf(value, 'cityName')];
    if (typeof iataCode !== 'string' || typeof cityName !== 'string') continue;
    const names = places.get(iataCode) ?? new Map<string, string>();
    places.set(iataCode, names);
    if (!names.has(cityName)) names.set(cityName, `${pointer}/cityName`);
  }
  return places;
});
