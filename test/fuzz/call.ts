import type { DescribedOperation } from './described-api.ts';

/** A call as it is put together, before it goes onto the wire. */
export interface Call {
  operation: DescribedOperation;
  method: string;
  /** As it stands in the request line, encoded, without the query. */
  path: string;
  /** Encoded name and value; undefined for a name without `=`. */
  query: readonly (readonly [name: string, value: string | undefined])[];
  headers: readonly Header[];
  /** JSON, or bytes as they are; undefined for no body at all. */
  body: { json: unknown } | { bytes: Buffer } | undefined;
  /** Description of the edit. */
  edits: readonly string[];
}

export type Header = readonly [name: string, value: string];

/** The request as sent. */
export interface WireRequest {
  method: string;
  /** With the query. */
  target: string;
  headers: readonly Header[];
  body: Buffer | undefined;
}

export function toWire({ method, path, query, headers, body }: Call): WireRequest {
  const pairs = query.map(([name, value]) => (value === undefined ? name : `${name}=${value}`));
  return { method, target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, headers, body: bytesOf(body) };
}

export function bytesOf(body: Call['body']): Buffer | undefined {
  if (body === undefined) return undefined;
  return 'bytes' in body ? body.bytes : Buffer.from(JSON.stringify(body.json));
}
