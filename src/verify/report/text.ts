import { stripVTControlCharacters } from 'node:util';
import type { Exchange } from '../http/exchange.ts';
import { select } from '../values/select.ts';

/**
 * Text of a target in one line that is safe for a terminal: no control characters, none that change the direction of
 * writing.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '·')
    .trim();
}

/** The beginning of a text, with `…` where the rest is left out. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/**
 * The part of a body that a JSON pointer is about, in one line: the object that has the value, without its inner
 * objects.
 */
export function excerpt({ response }: Exchange, pointer: string | null, longest = 300): string {
  const around = pointer?.replace(/\/[^/]*$/, '') ?? '';
  const key = pointer?.slice(around.length + 1) ?? '';
  const [parent] = pointer ? select(response.body, around) : [];
  if (typeof parent?.value !== 'object' || parent.value === null) return cut(plain(response.text), longest);
  const text = JSON.stringify(parent.value, (name, value: unknown) => (name === '' ? value : abridged(value)))
    .replaceAll('["…"]', '[…]')
    .replaceAll('{"…":"…"}', '{…}');
  const begin = Math.max(0, text.indexOf(`${JSON.stringify(key)}:`) - longest / 3);
  return (
    `${around === '' ? '' : `${around}: `}${begin > 0 ? '…' : ''}` +
    `${cut(plain(text.slice(Math.floor(begin))), longest)}`
  );
}

function abridged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? ['…'] : { '…': '…' };
}

export function firstLine(text: string): string {
  return text.split('\n', 1).join();
}

/** `1 rule`, `2 rules`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** The parts of a list that fit, and how many did not. */
export function listed(parts: readonly string[], most: number): string {
  return parts.length <= most ? parts.join(', ') : `${parts.slice(0, most).join(', ')} and ${parts.length - most} more`;
}
