/**
 * Returns the words of a name or an address for comparison: lower case, without accents and punctuation. `Calle de
 * Alcalá 42,  Madrid` has `calle`, `de`, `alcala`, `42` and `madrid`.
 */
export function wordsOf(text: string): string[] {
  return plain(text).match(WORDS) ?? [];
}

/** Returns the words of a name as one text: `new york`. */
export function plainName(text: string): string {
  return wordsOf(text).join(' ');
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFC');
}

/** Accents on Latin, Greek, Cyrillic and Arabic letters; the marks of other scripts are vowels. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670'’ʼ]/g;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Letters without a base letter in Unicode. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ə: 'a',
};
const LETTERS = /[ßøłđæœıðþħŧə]/g;
