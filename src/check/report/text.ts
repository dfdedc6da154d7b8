import { stripVTControlCharacters } from 'node:util';

export { escapeMarkup } from '../../base/escape-markup.ts';

/**
 * Returns a target's text in one line, safe for a terminal: without control characters and without changes in writing
 * direction.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '·')
    .trim();
}

/** Returns a text's beginning, with `…` for the rest. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

export function firstLine(text: string): string {
  return text.split('\n', 1).join();
}

/** Returns a number with its noun: `1 rule`, `2 rules`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** Returns a list's first parts up to a limit, and a count for the others. */
export function listed(parts: readonly string[], most: number): string {
  return parts.length <= most ? parts.join(', ') : `${parts.slice(0, most).join(', ')} and ${parts.length - most} more`;
}

/** Returns a phrase with the document's sections; empty for none. */
export function sectionsOf(sections: readonly string[], phrase: (list: string) => string): string {
  return sections.length > 0 ? phrase(sections.join(', ')) : '';
}
