import { select } from '../../../base/values/select.ts';
import { cut, plain } from '../../report/text.ts';
import type { Exchange } from '../http/exchange.ts';

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
