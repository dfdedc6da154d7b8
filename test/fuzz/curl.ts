import { isUtf8 } from 'node:buffer';
import { present } from '../support/present.ts';
import type { WireRequest } from './call.ts';

/** A request as one line for bash that sends the same bytes again. */
export function toCurl(baseUrl: string, { method, target, headers, body }: WireRequest): string {
  const piped = body?.includes(0) ?? false;
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  // Headers that curl would add by itself and the call did not have.
  const unsent = ['Accept', 'User-Agent', ...(body === undefined ? [] : ['Content-Type'])].filter(
    (name) => !named.has(name.toLowerCase()),
  );
  return [
    ...(piped ? [`printf '%b' '${octal(present(body))}' |`] : []),
    `curl -sS -i${method === 'HEAD' ? ' -I' : ` -X ${quote(method)}`} --globoff --path-as-is ` +
      `${quote(baseUrl + target)}`,
    ...unsent.map((name) => `-H ${quote(`${name}:`)}`),
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`, 'latin1')}`),
    ...(body === undefined ? [] : [`--data-${piped ? 'binary @-' : `raw ${quoteBytes(body)}`}`]),
  ].join(' ');
}

function quote(text: string, encoding: BufferEncoding = 'utf8'): string {
  return quoteBytes(Buffer.from(text, encoding));
}

/** As it is where that can be pasted, else with escapes. Anything but NUL can be said so. */
function quoteBytes(bytes: Buffer): string {
  const text = bytes.toString();
  if (isUtf8(bytes) && !/\p{C}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = [...bytes].map((byte) => {
    const letter = String.fromCharCode(byte);
    return byte < 0x80 && /[\w ./:;,=&?{}[\]"+-]/.test(letter) ? letter : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped.join('')}'`;
}

function octal(bytes: Buffer): string {
  return [...bytes].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
}
