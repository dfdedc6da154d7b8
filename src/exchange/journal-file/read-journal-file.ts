import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../base/values/kinds.ts';
import type { ExchangeRecord, MessageRecord } from '../../store/journal.ts';
import type { ObservedBody } from '../../check/judge/judged-exchange.ts';
import type { RecordedCall } from '../../check/judge/recording/recorded-call.ts';
import { headerOf } from '../../check/judge/recording/recorded-call.ts';
import { RecordingError } from '../recording-error.ts';

/**
 * A line of a journal export: an exchange, and how many of the profile ended while it was on its way. A recorder adds
 * the base URL of the service, for it sees other calls too.
 */
type ExportedExchange = Omit<ExchangeRecord, 'overlapped'> & { overlapped?: number; base?: string };

/** Reads the lines of one journal export: what it says of itself, then an exchange on each line, oldest first. */
export class JournalReader {
  /** Why it does not show all that the client learned; null while it does. */
  gap: string | null = null;
  #profile: string | undefined;
  #last = 0;
  #count = 0;

  /** A line as a call; null for the header. Throws RecordingError for a line that is neither. */
  read(line: Buffer): RecordedCall | null {
    this.#count++;
    const value = parse(line, `line ${this.#count}`);
    if (this.#count === 1 && value['taxiway'] === 'journal') {
      if (typeof value['profileCode'] === 'string') this.#profile = value['profileCode'];
      if (typeof value['gap'] === 'string' && value['gap'] !== '') this.gap = value['gap'];
      return null;
    }
    if (!isExchange(value)) throw new RecordingError(`line ${this.#count} is not an exchange of a journal export`);
    return this.#callOf(value);
  }

  #callOf(exchange: ExportedExchange): RecordedCall {
    const { sequence, overlapped = 0, base } = exchange;
    if (this.gap === null && sequence !== this.#last + 1)
      this.gap =
        this.#last === 0
          ? `the export begins with exchange ${sequence} of the profile`
          : `exchange ${this.#last + 1} of the profile is missing`;
    this.#last = sequence;
    return {
      id: exchange.exchangeId,
      began: sequence - 1 - overlapped,
      ended: sequence,
      at: exchange.at,
      method: exchange.method,
      origin: originOf(base),
      target: exchange.path,
      headers: exchange.request.headers.flat(),
      requestBody: requestBodyOf(exchange.request),
      response: responseOf(exchange),
      ...(this.#profile !== undefined && { profile: this.#profile }),
      ...(base !== undefined && { base }),
    };
  }
}

/** Empty for the journal of a sandbox, which has one service only. */
function originOf(base: string | undefined): string {
  return (base !== undefined && URL.parse(base)?.origin) || '';
}

function parse(line: Buffer, place: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.toString());
    if (isRecord(value)) return value;
  } catch {
    throw new RecordingError(`${place} is not JSON; the export may be cut off`);
  }
  throw new RecordingError(`${place} is not an object`);
}

/** Looks at what is read; a journal has more. */
function isExchange(value: Record<string, unknown>): value is Record<string, unknown> & ExportedExchange {
  const { sequence, at, exchangeId, method, path, request, response } = value;
  return (
    Number.isInteger(sequence) &&
    Number.isFinite(at) &&
    Math.abs(Number(at)) < LATEST &&
    [exchangeId, method, path].every((text) => typeof text === 'string') &&
    isMessage(request) &&
    (value['status'] === null || isStatus(value['status'])) &&
    (response === null || isMessage(response)) &&
    (value['overlapped'] === undefined || Number.isInteger(value['overlapped'])) &&
    (value['base'] === undefined || typeof value['base'] === 'string')
  );
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['headers'])) return false;
  const isText = value['body'] === null || typeof value['body'] === 'string';
  return isText && value['headers'].every((header) => Array.isArray(header) && header.length === 2);
}

/** A client that left, or one that was left without a response, saw none. */
function responseOf({ status, ending, response }: ExportedExchange): RecordedCall['response'] {
  if (status === null || response === null || ['silent', 'reset', 'client-gone'].includes(ending)) return null;
  return { status, body: ending === 'truncated' ? 'unreadable' : bodyOf(response) };
}

/** A service that refuses a request at once does not read its body: the headers say that there was one. */
function requestBodyOf(request: MessageRecord): ObservedBody {
  const headers = request.headers.flat();
  const hasLength = Number(headerOf(headers, 'content-length') ?? 0) > 0;
  const isUnread = request.bodyBytes === 0 && (hasLength || headerOf(headers, 'transfer-encoding') !== undefined);
  return isUnread ? 'unknown' : bodyOf(request);
}

function bodyOf({ body, encoding, bodyBytes, cut }: MessageRecord): ObservedBody {
  if (cut) return 'unknown';
  if (body === null || body === '') return bodyBytes > 0 ? 'unknown' : 'none';
  if (encoding !== 'base64') return { text: body };
  const bytes = Buffer.from(body, 'base64');
  return isUtf8(bytes) ? { text: bytes.toString() } : 'unreadable';
}

/** The latest instant of a Date. */
const LATEST = 8.64e15;
