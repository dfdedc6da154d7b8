import { regionsNamed } from '../world/countries-named.ts';
import type { Island } from '../world/islands.ts';
import { islandNamed } from '../world/islands.ts';
import { landmarksNamed } from '../world/landmarks.ts';
import { wordsOf } from '../world/spelling.ts';
import type { Town } from '../world/towns.ts';
import { townsNamed } from '../world/towns.ts';
import { isStreetWord, mayNameTown } from './street-words.ts';

/** A parsed address. */
export interface ReadAddress {
  /** The likeliest first. */
  readonly names: readonly TownName[];
  readonly regions: readonly string[];
  /** Regions with this name. Codes such as `CT` do not count: they may mean another country. */
  readonly namedRegions: readonly string[];
  readonly islands: readonly Island[];
  /** Words of the address without countries, regions and postcodes. */
  readonly street: string;
  /** True for a text without commas or similar separators. */
  readonly isOnePart: boolean;
  /** True if the address ends with a possible town name. */
  readonly mayNameTown: boolean;
}

/** Address part with the name of a town or an island. */
export interface TownName {
  readonly towns: readonly Town[];
  readonly island?: Island | undefined;
  readonly position: Position;
  /** Words of the address that are not in the name. */
  readonly street: string;
}

/**
 * `whole`: a part between commas; `end`: the end of a part, before a house number `number`; `begin`: its beginning;
 * `region`: a part that also names a country, a region or an island, as in `Albany, New York`.
 */
export type Position = 'whole' | 'end' | 'number' | 'begin' | 'within' | 'region';

/** Reads the names in an address. */
export function readAddress(address: string): ReadAddress {
  const regions: Regions = { all: [], named: [] };
  const parts = address
    .split(BREAKS)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .map((words) => withoutRegion(words, regions));
  const streets = parts.map((words) => (isRegion(words) || isIsland(words) ? [] : withoutPostcodes(words)));
  const names = parts
    .flatMap((words, index) =>
      namesIn(words).map((name) => ({ ...name, street: streets.with(index, name.street).flat().join(' ') })),
    )
    .reverse()
    .sort((a, b) => RANKS[a.position] - RANKS[b.position]);
  return {
    names,
    regions: regions.all,
    namedRegions: regions.named,
    islands: names.flatMap(({ island }) => island ?? []),
    street: streets.flat().join(' '),
    isOnePart: parts.length === 1,
    mayNameTown: mayNameTown(streets.findLast((words) => words.length > 0) ?? []),
  };
}

interface Regions {
  all: string[];
  named: string[];
}

/** Removes postcodes, countries and regions at the end of a part, unless nothing else is left. */
function withoutRegion(words: readonly string[], regions: Regions): readonly string[] {
  let rest = words;
  for (;;) {
    const count = regionWords(rest);
    if (count > 0) addRegions(rest.slice(-count).join(' '), regions);
    const dropped = count === 0 && rest.length > 1 && POSTCODE.test(rest.at(-1) ?? '') ? 1 : count;
    if (dropped === 0 || dropped === rest.length) return rest;
    rest = rest.slice(0, -dropped);
  }
}

function addRegions(name: string, { all, named }: Regions): void {
  const found = regionsNamed(name);
  all.push(...found);
  if (name.length > 2) named.push(...found);
}

/** Returns the number of last words that name a country or region. `West Jersey` is neither if it is a town. */
function regionWords(words: readonly string[]): number {
  const count = [3, 2, 1].find((n) => words.length >= n && regionsNamed(words.slice(-n).join(' ')).length > 0) ?? 0;
  return count < words.length && (isIsland(words) || townsCalled(words).length > 0) ? 0 : count;
}

function isIsland(words: readonly string[]): boolean {
  return islandNamed(words.join(' ')) !== undefined;
}

/** Returns the towns with a name, even if it begins with an abbreviation: `St Helier`. */
function townsCalled(words: readonly string[]): readonly Town[] {
  const [first = '', ...rest] = words;
  const long = rest.length === 0 ? [] : (LONG_FORMS.get(first) ?? []);
  return [first, ...long].flatMap((word) => {
    const name = [word, ...rest].join(' ');
    const landmarks = landmarksNamed(name);
    return landmarks.length > 0 ? landmarks : townsNamed(name);
  });
}

function isRegion(words: readonly string[]): boolean {
  return regionWords(words) === words.length;
}

function withoutPostcodes(words: readonly string[]): readonly string[] {
  return words.filter((word) => !POSTCODE.test(word));
}

type Found = Omit<TownName, 'street'> & { street: readonly string[] };

/** Returns the names in the words of a part, the last one last; if names overlap, the longest. */
function namesIn(words: readonly string[]): Found[] {
  const found: Found[] = [];
  for (let end = words.length; end > 0; end--) {
    for (let start = Math.max(0, end - LONGEST_NAME); start < end; start++) {
      const name = words.slice(start, end).join(' ');
      const towns = townsCalled(words.slice(start, end));
      const island = end === words.length ? islandIn(name, words.slice(0, start)) : undefined;
      if ((towns.length === 0 && !island) || (end - start === 1 && words.length > 1 && isStreetWord(name))) continue;
      const street = withoutPostcodes([...words.slice(0, start), ...words.slice(end)]);
      const position = towns.length === 0 ? 'region' : positionOf(words, start, end);
      found.push({ towns, island, position, street });
      end = start + 1;
      break;
    }
  }
  return [...words.flatMap((word) => nameWithoutBlanks(word, words)).slice(0, 1), ...found.reverse()];
}

/** Returns the island at the end of a part. `Hotel Bali` is not an island. */
function islandIn(name: string, before: readonly string[]): Island | undefined {
  return before.length === 0 || mayNameTown(before) ? islandNamed(name) : undefined;
}

function positionOf(words: readonly string[], start: number, end: number): Position {
  const isFirst = words.slice(0, start).every((word) => POSTCODE.test(word));
  if (isFirst && end === words.length) return isRegion(words) ? 'region' : 'whole';
  if (end === words.length) return 'end';
  if (end === words.length - 1 && HOUSE_NUMBER.test(words.at(-1) ?? '')) return 'number';
  return isFirst ? 'begin' : 'within';
}

/** Chinese, Japanese, Korean and Thai are written without blanks between words, and addresses begin with the city. */
function nameWithoutBlanks(word: string, words: readonly string[]): Found[] {
  if (!WITHOUT_BLANKS.test(word)) return [];
  const text = word.slice(0, 40);
  for (let start = 0; start < text.length - 1; start++)
    for (let end = Math.min(text.length, start + 12); end >= start + 2; end--) {
      const towns = end - start === word.length ? [] : townsNamed(text.slice(start, end));
      if (towns.length > 0)
        return [
          {
            towns,
            position: 'end',
            street: [...words.filter((other) => other !== word), text.slice(0, start) + text.slice(end)],
          },
        ];
    }
  return [];
}

const RANKS: Readonly<Record<Position, number>> = { whole: 0, end: 1, number: 2, begin: 3, within: 4, region: 5 };
const LONG_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['st', ['saint', 'sankt']],
  ['ste', ['sainte']],
  ['mt', ['mount']],
  ['ft', ['fort']],
]);
const BREAKS = /[,;|/()\n、，；]|\s[-–—]\s/;
/** `28014`, `10118`, and both halves of `SW1A 2AA`. */
const POSTCODE = /^(?:\d{4,}|[a-z]{1,2}\d[a-z\d]?|\d[a-z]{2})$/;
const HOUSE_NUMBER = /^\d{1,3}[a-z]?$/;
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{3}/u;
/** Maximum number of words in a name. */
const LONGEST_NAME = 5;
