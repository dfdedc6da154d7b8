import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../base/values/kinds.ts';
import type { Redaction } from '../redaction.ts';
import { redactCredential } from '../redaction.ts';
import { LEFT_OUT } from '../../check/judge/expectations/credentials.ts';
import type { ObservedBody } from '../../check/judge/judged-exchange.ts';
import type { RecordedCall } from '../../check/judge/recording/recorded-call.ts';
import { headerOf } from '../../check/judge/recording/recorded-call.ts';
import { RecordingError } from '../recording-error.ts';

/**
 * Reads the entries of one HAR 1.2 file, as browsers, proxies and test tools write them. Secrets are redacted on the
 * way in and noted in `secrets`.
 */
export class HarReader {
  readonly #secrets: Redaction;
  #count = 0;
  /** How far the clock of the service is ahead of that of the recorder; milliseconds. */
  #ahead = 0;

  constructor(secrets: Redaction) {
    this.#secrets = secrets;
  }

  /** An entry as a call; null for what no HTTP client sent. Throws RecordingError for JSON that is no entry. */
  read(json: Buffer): RecordedCall | null {
    this.#count++;
    const id = `entry ${this.#count}`;
    const entry = parse(json, id);
    const request = entry['request'];
    if (!isRecord(request)) throw new RecordingError(`${id} has no request, so this is no HAR file`);
    const url = typeof request['url'] === 'string' ? URL.parse(request['url']) : null;
    const method = typeof request['method'] === 'string' ? request['method'].toUpperCase() : '';
    if (!url || !/^https?:$/.test(url.protocol) || method === 'CONNECT') return null;
    const response = isRecord(entry['response']) ? entry['response'] : {};
    const status = Number(response['status']);
    const isLost = !(status >= 100);
    const notes = notesOf(entry['_taxiway']);
    const headers = notes ? headersOf(request['headers']) : this.#requestHeaders(request['headers'], status);
    const started = Date.parse(String(entry['startedDateTime']));
    if (Number.isNaN(started)) throw new RecordingError(`${id} has no startedDateTime, so this is no HAR file`);
    const took = durationOf(entry['time']);
    return {
      id,
      began: started,
      // Beginnings are whole milliseconds, rounded down: so has to be the end, or the next request begins before it.
      ended: Math.floor(started + took),
      at: this.#timeOf(response['headers'], started, took),
      ...(notes ?? { isRough: true }),
      method,
      origin: url.origin,
      target: url.pathname + url.search,
      headers,
      requestBody: requestBodyOf(request, headers, method),
      response: isLost ? null : { status, body: responseBodyOf(response) },
    };
  }

  /** When a request began by the clock of the service. Without a response, it is as far off as it was last. */
  #timeOf(responseHeaders: unknown, started: number, took: number): number {
    const at = serviceTimeOf(headersOf(responseHeaders), took);
    if (at === null) return started + this.#ahead;
    this.#ahead = Math.abs(at - started) < SAME_CLOCK ? 0 : at - started;
    return at;
  }

  /**
   * Browsers leave Authorization out of what they save, unless asked for it. That it is missing says nothing as long as
   * no call of the recording has it, but for one that the service refused.
   */
  #requestHeaders(value: unknown, status: number): string[] {
    const headers = headersOf(value);
    for (let i = 0; i < headers.length; i += 2) {
      if (headers[i]?.toLowerCase() !== 'authorization') continue;
      headers[i + 1] = redactHeader(headers[i + 1] ?? '', this.#secrets);
    }
    const isLeftOut = !this.#secrets.sawAny && status !== 401 && status !== 403;
    if (isLeftOut && headerOf(headers, 'authorization') === undefined) headers.push('Authorization', LEFT_OUT);
    return headers;
  }
}

/** What `taxiway record` notes with an entry: exact instants, and where the service is. Its secrets are redacted. */
function notesOf(value: unknown): Pick<RecordedCall, 'began' | 'ended' | 'at' | 'base'> | null {
  if (!isRecord(value)) return null;
  const { began, ended, at, base } = value;
  if (typeof began !== 'number' || typeof ended !== 'number' || typeof at !== 'number') return null;
  if (!isInstant(at)) return null;
  return { began, ended, at, ...(typeof base === 'string' && { base }) };
}

function parse(json: Buffer, id: string): Record<string, unknown> {
  try {
    const entry: unknown = JSON.parse(json.toString());
    if (isRecord(entry)) return entry;
  } catch {
    throw new RecordingError(`${id} is not JSON`);
  }
  throw new RecordingError(`${id} is not an object`);
}

/** Tools that clean recordings write `[redacted]` or asterisks. */
function redactHeader(value: string, secrets: Redaction): string {
  if (/redacted|removed|\*{3}|…/i.test(value)) return '…';
  // Sent in the place of a secret, and none.
  if (/^Bearer +(?:undefined|null|pk_\S*)$/i.test(value)) return value;
  secrets.note(value);
  return redactCredential(value);
}

/** Names and values alternate; the pseudo headers of HTTP/2 are left out. */
function headersOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((header: unknown) => {
    if (!isRecord(header) || typeof header['name'] !== 'string' || typeof header['value'] !== 'string') return [];
    return header['name'].startsWith(':') ? [] : [header['name'], header['value']];
  });
}

/** Milliseconds; 0 where the tool did not know. */
function durationOf(time: unknown): number {
  return typeof time === 'number' && time > 0 && time < LONGEST_MS ? time : 0;
}

/** When the request began by the clock of the service: floored, so that nothing expires too early. */
export function serviceTimeOf(responseHeaders: readonly string[], took: number): number | null {
  const at = Math.floor((Date.parse(headerOf(responseHeaders, 'date') ?? '') - took) / 1000) * 1000;
  return isInstant(at) ? at : null;
}

/** Whether a Date can hold it. */
function isInstant(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

function requestBodyOf(request: Record<string, unknown>, headers: readonly string[], method: string): ObservedBody {
  const posted = isRecord(request['postData']) ? request['postData'] : null;
  const text = posted?.['text'];
  if (typeof text === 'string' && text !== '') return textOf(text, posted?.['encoding'] ?? posted?.['_encoding']);
  // Some tools take every body apart. Of JSON, that leaves too little to put it together again.
  if (Array.isArray(posted?.['params']) && posted['params'].length > 0)
    return /json/i.test(String(posted['mimeType'])) ? 'unknown' : 'unreadable';
  if (method === 'GET' || method === 'HEAD') return 'none';
  return mayHaveBody(request['bodySize'], headers) ? 'unknown' : 'none';
}

/** A size of -1 says that the tool does not know it. */
function mayHaveBody(size: unknown, headers: readonly string[]): boolean {
  const length = headerOf(headers, 'content-length');
  if (length !== undefined) return Number(length) !== 0;
  return size !== 0 || headerOf(headers, 'transfer-encoding') !== undefined;
}

function responseBodyOf(response: Record<string, unknown>): ObservedBody {
  const content = isRecord(response['content']) ? response['content'] : {};
  const { text, size, encoding } = content;
  // What a browser could not load to its end it lists with an error.
  const isCut = typeof response['_error'] === 'string' || typeof response['_failureText'] === 'string';
  if (typeof text !== 'string' || text === '') {
    if (isCut) return 'unreadable';
    return size === 0 && !(typeof response['bodySize'] === 'number' && response['bodySize'] > 0) ? 'none' : 'unknown';
  }
  const body = textOf(text, encoding);
  return isShortened(body, size) ? 'unknown' : body;
}

function textOf(text: string, encoding: unknown): ObservedBody {
  if (!isBase64(encoding)) return { text: withoutMark(text) };
  const bytes = Buffer.from(text, 'base64');
  return isUtf8(bytes) ? { text: withoutMark(bytes.toString()) } : 'unreadable';
}

function isBase64(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() === 'base64';
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Whether the tool kept only the beginning of a body: it is shorter than the tool says, and is no JSON. */
function isShortened(body: ObservedBody, size: unknown): boolean {
  if (typeof body === 'string' || !('text' in body) || typeof size !== 'number') return false;
  return Buffer.byteLength(body.text) < size && !isJson(body.text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The Date of a response is in whole seconds, and the response takes a while. */
const SAME_CLOCK = 5000;
/** A day. */
const LONGEST_MS = 86_400_000;
