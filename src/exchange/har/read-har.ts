import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isRecord } from '../../base/values/kinds.ts';
import type { Exchange, Header, Message } from '../exchange.ts';
import { GAP, headerOf, LEFT_OUT, readOrigin } from '../exchange.ts';
import type { RecordingReader } from '../recording-reader.ts';
import { MAX_ENTRY_BYTES, parseObject } from '../recording-reader.ts';
import type { Redaction } from '../redaction.ts';
import { redactCredential } from '../redaction.ts';
import { EntryScanner } from './entry-scanner.ts';

/**
 * Reads the entries in one HAR 1.2 file, as browsers, proxies and test tools write them. Secrets are redacted on the
 * way in and noted in `redaction`.
 */
export class HarReader implements RecordingReader {
  readonly gap = GAP;
  readonly knownBefore = null;
  readonly #scanner = new EntryScanner();
  readonly #redaction: Redaction;
  #count = 0;
  #skipped = 0;

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  get skipped(): number {
    return this.#skipped;
  }

  write(chunk: Buffer): Exchange[] {
    return this.#scanner.write(chunk).flatMap((entry) => this.read(entry) ?? []);
  }

  breaksOff(): string | null {
    return this.#scanner.breaksOff();
  }

  end(): [] {
    this.#scanner.end();
    return [];
  }

  /**
   * Returns an entry as an exchange; null if it has no HTTP request. Throws RecordingError if it is not JSON. An entry
   * without its time has a `fault`, because it may belong to another site.
   */
  read(json: Buffer): Exchange | null {
    this.#count++;
    const id = `entry ${this.#count}`;
    const entry = parseObject(json, id);
    const request = isRecord(entry['request']) ? entry['request'] : {};
    const url = typeof request['url'] === 'string' ? URL.parse(request['url']) : null;
    const method = typeof request['method'] === 'string' ? request['method'].toUpperCase() : '';
    if (!url || !/^https?:$/.test(url.protocol) || method === 'CONNECT') {
      this.#skipped++;
      return null;
    }
    const response = isRecord(entry['response']) ? entry['response'] : {};
    const status = Number(response['status']);
    const isLost = !(status >= 100);
    const notes = notesOf(entry['_taxiway']);
    const headers = notes ? headersOf(request['headers']) : this.#requestHeaders(request['headers'], status);
    const started = Date.parse(String(entry['startedDateTime']));
    const took = durationOf(entry['time']);
    return {
      exchangeId: id,
      sequence: this.#count,
      at: started,
      realTime: started,
      durationMs: took,
      overlapped: 0,
      began: started,
      // Beginnings are whole milliseconds, rounded down. The end is rounded too, or the next request begins before it.
      ended: Math.floor(started + took),
      operationId: null,
      ...(notes ?? { isRough: true, isForeign: true }),
      method,
      path: url.pathname + url.search,
      server: url.origin,
      ...(Number.isNaN(started) && { fault: 'has no startedDateTime' }),
      status: isLost ? null : status,
      ending: endingOf(response, isLost),
      scenario: null,
      scenarioFrom: null,
      request: { headers, ...requestBodyOf(request, headers, method) },
      response: isLost ? null : { headers: headersOf(response['headers']), ...responseBodyOf(response) },
    };
  }

  /**
   * Browsers omit Authorization from saved files, unless asked for it. Its absence proves nothing as long as no call in
   * the recording has it, unless the service refused the call.
   */
  #requestHeaders(value: unknown, status: number): Header[] {
    const headers = headersOf(value);
    for (const header of headers)
      if (header[0].toLowerCase() === 'authorization') header[1] = redactHeader(header[1], this.#redaction);
    const isLeftOut = !this.#redaction.sawAny && status !== 401 && status !== 403;
    if (isLeftOut && headerOf(headers, 'authorization') === undefined) headers.push(['Authorization', LEFT_OUT]);
    return headers;
  }
}

/**
 * Returns taxiway's notes on an entry: exact instants, the sender, and the service's base URL. Its secrets are
 * redacted.
 */
function notesOf(value: unknown): Notes | null {
  if (!isRecord(value)) return null;
  const { began, ended, isRough, at, base, origin, authenticated, operationId } = value;
  if (typeof began !== 'number' || typeof ended !== 'number' || typeof at !== 'number') return null;
  if (!isInstant(at)) return null;
  const rough = isRough === true && { isRough };
  const { earliest, latest } = value;
  const range = typeof earliest === 'number' && typeof latest === 'number' && { earliest, latest };
  const own = typeof authenticated === 'boolean' && {
    authenticated,
    operationId: typeof operationId === 'string' ? operationId : null,
  };
  return {
    began,
    ended,
    ...rough,
    at,
    ...range,
    ...(typeof base === 'string' && { base }),
    ...own,
    origin: readOrigin(origin),
  };
}

type Notes = Pick<
  Exchange,
  'began' | 'ended' | 'isRough' | 'at' | 'earliest' | 'latest' | 'base' | 'origin' | 'authenticated'
> &
  Partial<Pick<Exchange, 'operationId'>>;

/** Tools for cleaning recordings write `[redacted]` or asterisks. */
function redactHeader(value: string, redaction: Redaction): string {
  if (/redacted|removed|\*{3}|…/i.test(value)) return '…';
  // Clients send these instead of a secret.
  if (/^Bearer +(?:undefined|null|pk_\S*)$/i.test(value)) return value;
  redaction.note(value);
  return redactCredential(value);
}

/** Without HTTP/2 pseudo headers. */
function headersOf(value: unknown): Header[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((header: unknown): Header[] => {
    if (!isRecord(header) || typeof header['name'] !== 'string' || typeof header['value'] !== 'string') return [];
    return header['name'].startsWith(':') ? [] : [[header['name'], header['value']]];
  });
}

/** Milliseconds; 0 if the tool did not know. */
function durationOf(time: unknown): number {
  return typeof time === 'number' && time > 0 && time < LONGEST_MS ? time : 0;
}

/** True if a Date can represent it. */
function isInstant(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

type Body = Omit<Message, 'headers'>;

function requestBodyOf(request: Record<string, unknown>, headers: readonly Header[], method: string): Body {
  const posted = isRecord(request['postData']) ? request['postData'] : null;
  const text = posted?.['text'];
  if (typeof text === 'string' && text !== '') return bodyOf(text, posted?.['encoding'] ?? posted?.['_encoding']);
  // Some tools split every body into parameters. For JSON, the parameters are not enough to restore it.
  if (Array.isArray(posted?.['params']) && posted['params'].length > 0)
    return /json/i.test(String(posted['mimeType'])) ? UNKNOWN : bodyOf(formOf(posted['params']), undefined);
  if (method === 'GET' || method === 'HEAD') return NO_BODY;
  return mayHaveBody(request['bodySize'], headers) ? UNKNOWN : NO_BODY;
}

function formOf(params: readonly unknown[]): string {
  const form = new URLSearchParams();
  for (const param of params.filter(isRecord)) form.append(textOf(param['name']), textOf(param['value']));
  return form.toString() || '=';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The size -1 means unknown. */
function mayHaveBody(size: unknown, headers: readonly Header[]): boolean {
  const length = headerOf(headers, 'content-length');
  if (length !== undefined) return Number(length) !== 0;
  return size !== 0 || headerOf(headers, 'transfer-encoding') !== undefined;
}

function responseBodyOf(response: Record<string, unknown>): Body {
  const { text, size, encoding } = contentOf(response);
  if (typeof text !== 'string' || text === '')
    return size === 0 && !(typeof response['bodySize'] === 'number' && response['bodySize'] > 0) ? NO_BODY : UNKNOWN;
  const packed = headerOf(headersOf(response['headers']), 'content-encoding');
  const read = bodyOf(text, encoding);
  const body = read.encoding === 'base64' && packed !== undefined ? unpack(text, packed) : read;
  return isShortened(body, size) ? { ...body, cut: true } : body;
}

/** Some proxies save a body in its content encoding, which HAR does not allow. */
function unpack(text: string, packed: string): Body {
  try {
    const unpackAll = UNPACK.get(packed.trim().toLowerCase());
    const bytes = unpackAll?.(Buffer.from(text, 'base64'), { maxOutputLength: MAX_ENTRY_BYTES });
    return bytes ? bodyOf(bytes.toString(), undefined) : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** A browser's partially loaded response has an error instead of a body. */
function endingOf(response: Record<string, unknown>, isLost: boolean): Exchange['ending'] {
  if (isLost) return 'unreachable';
  const hasFault = typeof response['_error'] === 'string' || typeof response['_failureText'] === 'string';
  return hasFault && !contentOf(response)['text'] ? 'truncated' : 'answered';
}

function contentOf({ content }: Record<string, unknown>): Record<string, unknown> {
  return isRecord(content) ? content : {};
}

function bodyOf(text: string, encoding: unknown): Body {
  const bytes = isBase64(encoding) && BASE64.test(text) ? Buffer.from(text, 'base64') : null;
  if (bytes && !isUtf8(bytes)) return { body: text, encoding: 'base64', bodyBytes: bytes.length, cut: false };
  const body = withoutMark(bytes?.toString() ?? text);
  return { body, encoding: 'utf-8', bodyBytes: bytes?.length ?? text.length, cut: false };
}

function isBase64(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() === 'base64';
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** True if the tool kept only the beginning of a body: it is shorter than the stated size, and is not JSON. */
function isShortened({ body, encoding }: Body, size: unknown): boolean {
  if (body === null || encoding === 'base64' || typeof size !== 'number') return false;
  return Buffer.byteLength(body) < size && !isJson(body);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const UNPACK = new Map<string, typeof gunzipSync>([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
]);
/** Browsers mark some plain texts as base64. */
const BASE64 = /^[\w+/\s-]*={0,2}\s*$/;
const NO_BODY: Body = { body: null, encoding: 'utf-8', bodyBytes: 0, cut: false };
const UNKNOWN: Body = { ...NO_BODY, cut: true };
/** A day. */
const LONGEST_MS = 86_400_000;
