import { lazy } from '../../base/lazy.ts';
import { readTable } from '../world/read-table.ts';
import { plainName } from '../world/spelling.ts';

/**
 * True if an address part may be a town name: it has no street or building word and no house number, or more words
 * after them, as in `Via Roma 1 Pozzallo`. The words are spelled as wordsOf returns them.
 */
export function mayNameTown(words: readonly string[]): boolean {
  const last = words.findLastIndex((word) => NUMBER.test(word) || isStreetWord(word));
  if (last < 0) return words.some(isLong);
  const word = words[last] ?? '';
  const mayFollow = NUMBER.test(word) || streetWords().beforeTown.has(word);
  return mayFollow && last > 0 && words.slice(last + 1).some(isLong);
}

/** True for a word in street-words.txt. */
export function isStreetWord(word: string): boolean {
  const { words, ends, characters, beforeTown } = streetWords();
  if (words.has(word) || beforeTown.has(word)) return true;
  return WITHOUT_BLANKS.test(word)
    ? characters.some((one) => word.includes(one))
    : ends.some((end) => word.length > end.length && word.endsWith(end));
}

/** Two characters can be a name in scripts without blanks between words. */
function isLong(word: string): boolean {
  return word.length > (WITHOUT_BLANKS.test(word) ? 1 : 2);
}

interface StreetWords {
  words: ReadonlySet<string>;
  /** Word endings. */
  ends: readonly string[];
  /** A town name may follow these. */
  beforeTown: ReadonlySet<string>;
  /** For scripts without blanks between words. */
  characters: readonly string[];
}

const streetWords = lazy(readStreetWords);

function readStreetWords(): StreetWords {
  const [words = [], beforeTown = [], characters = []] = readTable('street-words.txt').map((line) => line.split(' '));
  return {
    words: new Set(words.filter((word) => !word.startsWith('-')).map(plainName)),
    ends: words.filter((word) => word.startsWith('-')).map(plainName),
    beforeTown: new Set(beforeTown),
    characters: characters.map(plainName),
  };
}

const NUMBER = /\p{N}/u;
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
