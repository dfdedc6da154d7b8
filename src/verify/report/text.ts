import { stripVTControlCharacters } from 'node:util';
import type { Exchange } from '../http/exchange.ts';
import { select } from '../values/select.ts';

/** Text of a target in one line that does nothing to a terminal: no control characters, none that turn the direction of writing. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '·')
    .trim();
}

/** The beginning of a text, with a sign where the rest is left out. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The part of a body that a JSON pointer is about, in one line: the object around the value, its inner objects left out. */
export function excerpt({ response }: Exchange, pointer: string | null, longest = 300): string {
  const parts = (pointer ?? '').split('/');
  const key = parts.at(-1)!;
  const around = parts.slice(0, -1).join('/');
  const [parent] = parts.length < 2 ? [] : select(response.body, around);
  if (typeof parent?.value !== 'object' || parent.value === null) return cut(plain(response.text), longest);
  const text = JSON.stringify(parent.value, (name, value: unknown) =>
    name === '' || typeof value !== 'object' || value === null ? value : Array.isArray(value) ? ['…'] : { '…': '…' },
  )
    .replaceAll('["…"]', '[…]')
    .replaceAll('{"…":"…"}', '{…}');
  const begin = Math.max(0, text.indexOf(`${JSON.stringify(key)}:`) - longest / 3);
  return `${around === '' ? '' : `${around}: `}${begin > 0 ? '…' : ''}${cut(plain(text.slice(Math.floor(begin))), longest)}`;
}

/** `1 rule`, `2 rules`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** The parts of a list that fit, and how many did not. */
export function listed(parts: readonly string[], most: number): string {
  return parts.length <= most ? parts.join(', ') : `${parts.slice(0, most).join(', ')} and ${parts.length - most} more`;
}
