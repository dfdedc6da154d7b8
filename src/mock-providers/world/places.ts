import { lazy } from '../../base/lazy.ts';
import { Lru } from '../../base/lru.ts';
import { readTable } from './read-table.ts';
import { zoneOf } from './zones.ts';

/** An airport. Angles in degrees; `city` in English, and in Spanish and Chinese if the name differs and is known. */
export interface Airport {
  readonly iataCode: string;
  readonly name: string;
  readonly cityCode: string;
  readonly city: CityName;
  /** 2-letter ISO country code. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA name, known to Intl. */
  readonly timeZone: string;
  /**
   * Air traffic level. `major`: a catalogue city's first or second airport; `none`: no scheduled flights, because it is
   * closed (`TXL`, `ISL`) or never had any.
   */
  readonly service: 'major' | 'large' | 'medium' | 'small' | 'none';
}

export interface CityName {
  readonly en: string;
  readonly es?: string;
  readonly zh?: string;
}

/** The meaning of an IATA code. A city's main airport comes first. */
export interface Place {
  readonly kind: 'airport' | 'city';
  readonly code: string;
  readonly airports: readonly [Airport, ...Airport[]];
}

/** Returns the airport with an IATA airport code, or undefined. */
export function findAirport(iataCode: string): Airport | undefined {
  const known = airports.get(iataCode);
  if (known) return known;
  const row = rows().get(iataCode);
  if (row === undefined) return undefined;
  const airport = readAirport(row);
  airports.set(iataCode, airport);
  return airport;
}

/**
 * Returns the airport or city with an IATA code, or undefined if it is neither. A code for both (`IST`, `SHA`) means
 * the city with all its airports if it has several.
 */
export function findPlace(code: string): Place | undefined {
  const known = places.get(code);
  if (known) return known;
  const place = readPlace(code);
  if (place) places.set(code, place);
  return place;
}

/** Returns `city` in a language, in English if no other name is known. */
export function cityName(airport: Airport, language: 'en' | 'es' | 'zh'): string {
  return airport.city[language] ?? airport.city.en;
}

/** Returns the city code for an airport: its own code if no catalogue city has it. */
export function cityCodeOf(iataCode: string): string {
  return cityByAirport.get(iataCode)?.code ?? iataCode;
}

/** Returns the calendar day at a place or in an IANA time zone at an instant: `2026-03-15`. */
export function localDate(at: Airport | string, now: number): string {
  return zoneOf(typeof at === 'string' ? at : at.timeZone).date(now);
}

/** Returns the local date-time in an IANA time zone at an instant, without zone: `2026-03-15T18:30:00`. */
export function localTime(timeZone: string, now: number): string {
  return zoneOf(timeZone).local(now);
}

/** True if an airport lies in this IANA time zone. */
export function hasTimeZone(name: string): boolean {
  return timeZones().has(name);
}

/** Returns an IANA time zone's 2-letter ISO country code, taken from its first airport; undefined if it has none. */
export function countryOfZone(name: string): string | undefined {
  return countriesByZone.getOrCreate(name, () => readCountry(name) ?? null) ?? undefined;
}

/** More than the existing zones. */
const countriesByZone = new Lru<string | null>(500);

function readCountry(timeZone: string): string | undefined {
  for (const row of rows().values()) if (row.includes(`\t${timeZone}\t`)) return columnsOf(row).country;
  return undefined;
}

/** Returns every IATA airport code, sorted. */
export function airportCodes(): Iterable<string> {
  return rows().keys();
}

/** Returns the airport codes with scheduled flights by country, each list sorted. */
export const codesInService = lazy(readServiced);

function readServiced(): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>();
  for (const row of rows().values()) {
    const { iataCode, country, service } = columnsOf(row);
    if (service === 'none') continue;
    const codes = result.get(country);
    if (codes) codes.push(iataCode);
    else result.set(country, [iataCode]);
  }
  return result;
}

interface City {
  code: string;
  airports: readonly string[];
  name: CityName;
}

/** Entries are never dropped, because an airport is a single object that serves as a cache key. */
const airports = new Map<string, Airport>();
/** A search looks up each code several times. */
const places = new Lru<Place>(1000);
const rows = lazy(readRows);
const timeZones = lazy(() => new Set([...rows().values()].map((row) => columnsOf(row).timeZone)));

function readRows(): Map<string, string> {
  const [, ...lines] = readTable('airports.tsv');
  const byCode = new Map<string, string>();
  for (const line of lines) byCode.set(line.slice(0, 3), line);
  return byCode;
}

function readAirport(row: string): Airport {
  const { iataCode, name, cityInTable, country, latitude, longitude, timeZone, service } = columnsOf(row);
  const city = cityByAirport.get(iataCode);
  return Object.freeze({
    iataCode,
    name,
    cityCode: cityCodeOf(iataCode),
    city: city?.name ?? Object.freeze({ en: cityInTable }),
    country,
    latitude: Number(latitude),
    longitude: Number(longitude),
    timeZone,
    service: service !== 'none' && city && city.airports.indexOf(iataCode) < 2 ? 'major' : service,
  });
}

/** A row in airports.tsv. */
function columnsOf(row: string) {
  const [iataCode = '', name = '', cityInTable = '', country = '', latitude, longitude, timeZone = '', service] =
    row.split('\t');
  return {
    iataCode,
    name,
    cityInTable,
    country,
    latitude,
    longitude,
    timeZone,
    service: service as Airport['service'],
  };
}

function readPlace(code: string): Place | undefined {
  const city = cities.get(code);
  if (city && (city.airports.length > 1 || city.airports[0] !== code)) {
    const [main, ...rest] = city.airports.flatMap((one) => findAirport(one) ?? []);
    return main && { kind: 'city', code, airports: [main, ...rest] };
  }
  const airport = findAirport(code);
  return airport && { kind: 'airport', code, airports: [airport] };
}

function readCity(line: string): [string, City] {
  const [code = '', airportList, en = '', es, zh] = line.split('|');
  const name = Object.freeze({ en, ...(es && { es }), ...(zh && { zh }) });
  return [code, { code, airports: (airportList || code).split(' '), name }];
}

const cities: ReadonlyMap<string, City> = new Map(readTable('cities.txt').map(readCity));
const cityByAirport: ReadonlyMap<string, City> = new Map(
  [...cities.values()].flatMap((city) => city.airports.map((code) => [code, city] as const)),
);
