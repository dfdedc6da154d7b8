import { isUtf8 } from 'node:buffer';
import type { Exchange, Header } from './exchange.ts';
import { isOwnHeader } from './own-headers.ts';

/** Exchange parts needed to repeat its call. */
export type Repeatable = Pick<Exchange, 'exchangeId' | 'method' | 'path' | 'request'>;

/**
 * Returns an exchange's request as bash lines to resend it. The variable TAXIWAY_SECRET replaces the secret; comments
 * name the original secret and everything else that cannot be repeated. For any exchange, bash runs only curl, and curl
 * calls only the host in `baseUrl`.
 */
export function asCurl(exchange: Repeatable, baseUrl: string): string {
  return `${[...remarks(exchange), curlWords(exchange, baseUrl).join(' \\\n')].join('\n')}\n`;
}

/** Returns the words of the curl command for a call, in bash, with its secret in TAXIWAY_SECRET. */
export function curlWords({ method, path, request }: Repeatable, baseUrl: string): string[] {
  const body = request.body === null ? null : Buffer.from(request.body, request.encoding);
  const piped = body !== null && body.includes(0);
  const headers = request.headers.filter((header) => isHeader(header) && isOwnHeader(...header));
  return [
    `${piped ? `printf '%b' '${inOctal(body)}' | ` : ''}curl -sS -X ${quote(Buffer.from(method))} ` +
      `--globoff --path-as-is ${quote(Buffer.from(join(baseUrl, path)))}`,
    ...headers.map(([name, value]) => `  -H ${toArgument(name, value)}`),
    ...(body === null || body.length === 0 ? [] : [piped ? '  --data-binary @-' : `  --data-raw ${quote(body)}`]),
  ];
}

/** The text after an address's authority begins with `/`: anything else could become part of the host. */
function join(baseUrl: string, path: string): string {
  return path.startsWith('/') ? baseUrl + path : `${baseUrl}/${path}`;
}

/** Curl interprets anything else differently: `@name` is a file, and a line break begins another header. */
function isHeader([name, value]: readonly [string, string]): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\r\n\0]/.test(value);
}

function remarks({ exchangeId, path, request }: Repeatable): string[] {
  const { own = [], others = [] } = Object.groupBy(request.headers, (header) =>
    isCredential(header) ? 'own' : 'others',
  );
  const credential = own[0]?.[1];
  const redacted = [path, request.body ?? '', ...others.map(([, value]) => value)].some((text) =>
    text.includes('sk_…'),
  );
  const unread =
    request.body === null &&
    request.headers.some(([name, value]) => /^(content-length|transfer-encoding)$/i.test(name) && value !== '0');
  return [
    `Repeats ${exchangeId.replace(/[^\w -]/g, '')}.`,
    ...(credential === undefined
      ? []
      : [`Set TAXIWAY_SECRET to the secret key that ends in "${credential.slice(-4).replace(/[^\w-]/g, '')}".`]),
    ...(request.cut
      ? [`The body is incomplete: it had ${request.bodyBytes} bytes, and the journal has only the beginning.`]
      : []),
    ...(redacted ? ['sk_… replaces a secret key.'] : []),
    ...(unread ? ['The body was refused unread, and is not recorded.'] : []),
    ...(request.headers.every(isHeader) ? [] : ['A header that HTTP does not allow is omitted.']),
  ].map((remark) => `# ${remark.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '?')}`);
}

/** The variable TAXIWAY_SECRET replaces its secret. */
function isCredential([name]: Header): boolean {
  return name.toLowerCase() === 'authorization';
}

function toArgument(name: string, value: string): string {
  if (isCredential([name, value])) return `"${name}: ${/^\w+ /.exec(value)?.[0] ?? ''}$TAXIWAY_SECRET"`;
  // Header characters are bytes, except in a redacted value.
  const encoding = /[^\0-\xff]/.test(value) ? 'utf8' : 'latin1';
  return quote(Buffer.from(value === '' ? `${name};` : `${name}: ${value}`, encoding));
}

/**
 * Quotes bytes for bash: unchanged if a person can paste them, else with escapes, which can express everything but NUL.
 */
export function quote(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    const text = bytes.toString();
    if (!UNPRINTABLE.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  }
  const escaped = [...bytes].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w ./:;,=&?{}[\]"+-]/.test(letter) && byte < 0x80 ? letter : `\\x${hex(byte)}`;
  });
  return `$'${escaped.join('')}'`;
}

function inOctal(bytes: Buffer): string {
  return [...bytes].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** A tab would ask an interactive shell for name completion. */
const UNPRINTABLE = /[^\P{C}\n]/u;
