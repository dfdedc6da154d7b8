import { regionsNamed } from '../world/countries-named.ts';
import { wordsOf } from '../world/spelling.ts';
import type { Town } from '../world/towns.ts';
import { townsNamed } from '../world/towns.ts';

/** An address as read. */
export interface ReadAddress {
  /** The likeliest first. */
  readonly names: readonly TownName[];
  readonly regions: readonly string[];
  /** The words of the address without countries, regions and postcodes. */
  readonly street: string;
  /** True for a text without commas or the like. */
  readonly isOnePart: boolean;
}

/** A name in an address that at least one town has. */
export interface TownName {
  readonly towns: readonly [Town, ...Town[]];
  readonly position: Position;
  /** The words of the address without those of the name. */
  readonly street: string;
}

/**
 * `whole`: a part between commas; `end`: the end of a part, before a house number `number`; `begin`: its beginning;
 * `region`: a part that names a country or region too, as in `Albany, New York`.
 */
export type Position = 'whole' | 'end' | 'number' | 'begin' | 'within' | 'region';

/** Reads the names in an address. */
export function readAddress(address: string): ReadAddress {
  const regions: string[] = [];
  const parts = address
    .split(BREAKS)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .map((words) => withoutRegion(words, regions));
  const streets = parts.map((words) => (isRegion(words) ? [] : withoutPostcodes(words)));
  const names = parts
    .flatMap((words, index) =>
      namesIn(words).map((name) => ({ ...name, street: streets.with(index, name.street).flat().join(' ') })),
    )
    .reverse()
    .sort((a, b) => RANKS[a.position] - RANKS[b.position]);
  return { names, regions, street: streets.flat().join(' '), isOnePart: parts.length === 1 };
}

/** Removes postcodes and names of countries and regions at the end of a part, unless nothing else is left. */
function withoutRegion(words: readonly string[], regions: string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const count = regionWords(rest);
    if (count > 0) regions.push(...regionsNamed(rest.slice(-count).join(' ')));
    const dropped = count === 0 && rest.length > 1 && POSTCODE.test(rest.at(-1) ?? '') ? 1 : count;
    if (dropped === 0 || dropped === rest.length) return rest;
    rest = rest.slice(0, -dropped);
  }
}

/** How many of the last words name a country or region. `Staten Island` is a town, and none in Iceland. */
function regionWords(words: readonly string[]): number {
  const count = [3, 2, 1].find((n) => words.length >= n && regionsNamed(words.slice(-n).join(' ')).length > 0) ?? 0;
  return count < words.length && townsNamed(words.join(' ')).length > 0 ? 0 : count;
}

function isRegion(words: readonly string[]): boolean {
  return regionWords(words) === words.length;
}

function withoutPostcodes(words: readonly string[]): readonly string[] {
  return words.filter((word) => !POSTCODE.test(word));
}

type Found = Omit<TownName, 'street'> & { street: readonly string[] };

/** The names in the words of a part, the last one last; of names that overlap the longest. */
function namesIn(words: readonly string[]): Found[] {
  const found: Found[] = [];
  for (let end = words.length; end > 0; end--) {
    for (let start = Math.max(0, end - LONGEST_NAME); start < end; start++) {
      const [first, ...more] = townsNamed(words.slice(start, end).join(' '));
      if (!first) continue;
      const street = withoutPostcodes([...words.slice(0, start), ...words.slice(end)]);
      found.push({ towns: [first, ...more], position: positionOf(words, start, end), street });
      end = start + 1;
      break;
    }
  }
  return [...words.flatMap((word) => nameWithoutBlanks(word, words)), ...found.reverse()];
}

function positionOf(words: readonly string[], start: number, end: number): Position {
  const isFirst = words.slice(0, start).every((word) => POSTCODE.test(word));
  if (isFirst && end === words.length) return isRegion(words) ? 'region' : 'whole';
  if (end === words.length) return 'end';
  if (end === words.length - 1 && HOUSE_NUMBER.test(words.at(-1) ?? '')) return 'number';
  return isFirst ? 'begin' : 'within';
}

/** Chinese, Japanese, Korean and Thai have no blanks between words, and addresses begin with the city. */
function nameWithoutBlanks(word: string, words: readonly string[]): Found[] {
  if (!WITHOUT_BLANKS.test(word)) return [];
  const text = word.slice(0, 40);
  for (let start = 0; start < text.length - 1; start++)
    for (let end = Math.min(text.length, start + 12); end >= start + 2; end--) {
      const [first, ...more] = end - start === word.length ? [] : townsNamed(text.slice(start, end));
      if (first)
        return [
          {
            towns: [first, ...more],
            position: 'end',
            street: [...words.filter((other) => other !== word), text.slice(0, start) + text.slice(end)],
          },
        ];
    }
  return [];
}

const RANKS: Readonly<Record<Position, number>> = { whole: 0, end: 1, number: 2, begin: 3, within: 4, region: 5 };
const BREAKS = /[,;|/()\n、，；]|\s[-–—]\s/;
/** `28014`, `10118`, and both halves of `SW1A 2AA`. */
const POSTCODE = /^(?:\d{4,}|[a-z]{1,2}\d[a-z\d]?|\d[a-z]{2})$/;
const HOUSE_NUMBER = /^\d{1,3}[a-z]?$/;
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{3}/u;
/** Words of a name. */
const LONGEST_NAME = 5;
