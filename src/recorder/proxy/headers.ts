import type { IncomingHttpHeaders } from 'node:http';

/** Unchanged headers, with alternating names and values. */
export type RawHeaders = readonly string[];

/** Returns the headers for the other end: without this connection's headers, also those named in `Connection`. */
export function endToEnd(headers: RawHeaders): string[] {
  const hops = new Set(HOP_BY_HOP);
  for (let i = 0; i < headers.length; i += 2)
    if (headers[i]?.toLowerCase() === 'connection')
      for (const name of (headers[i + 1] ?? '').split(',')) hops.add(name.trim().toLowerCase());
  return filterHeaders(headers, (name) => !hops.has(name));
}

/** Returns required request headers named in `Connection`: without them, both sides would read different requests. */
export function misnamedHops({ connection = '' }: IncomingHttpHeaders): string[] {
  const named = connection.split(',').map((name) => name.trim());
  return named.filter((name) => NEEDED.has(name.toLowerCase()));
}

/** Returns request headers with the single length of the body, or none for a body in chunks. */
export function framed(headers: RawHeaders, length: string | undefined): string[] {
  const others = filterHeaders(headers, (name) => name !== 'content-length');
  if (length === undefined) return [...others, 'Transfer-Encoding', 'chunked'];
  return rawHeader(headers, 'content-length') === length ? [...headers] : [...others, 'Content-Length', length];
}

/** Returns the headers accepted by `isWanted`. It gets each name in lower case. */
export function filterHeaders(headers: RawHeaders, isWanted: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const [name = '', value = ''] = [headers[i], headers[i + 1]];
    if (isWanted(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/** Returns the headers with another value for one header, in its place; added if it is missing. */
export function withHeader(headers: RawHeaders, name: string, value: string): string[] {
  const changed = [...headers];
  let isThere = false;
  for (let i = 0; i < changed.length; i += 2) {
    if (changed[i]?.toLowerCase() !== name.toLowerCase()) continue;
    changed[i + 1] = value;
    isThere = true;
  }
  return isThere ? changed : [...changed, name, value];
}

/** Returns a header's value by its name in lower case; undefined if it is missing. */
export function rawHeader(headers: RawHeaders, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.toLowerCase() === name) return headers[i + 1];
  return undefined;
}

/** Hop-by-hop headers in RFC 9110 §7.6.1. Each side writes its own; a body in chunks stays in chunks. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'transfer-encoding',
  'upgrade',
];
const NEEDED = new Set(['content-length', 'transfer-encoding', 'host', 'expect']);
