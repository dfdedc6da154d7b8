import type { Redaction } from '../exchange/redaction.ts';
import { redactionFor } from '../exchange/redaction.ts';
import type { NewExchange, NewMessage } from '../store/journal.ts';
import { BODY_BYTES } from './bounds.ts';

/** An exchange as the pipeline hands it over. */
export interface CapturedExchange extends ExchangeHead {
  /** Null where there was none, and where it was refused unread. */
  requestBody: Buffer | null;
  /** Null where no response began. */
  responseBody: string | Buffer | null;
}

/** The same while it waits to be written: bodies no longer than what the journal keeps of them. */
export interface BufferedExchange extends ExchangeHead {
  request: BufferedBody | null;
  response: BufferedBody | null;
}

interface BufferedBody {
  content: string | Buffer;
  contentBytes: number;
  /** Length of the complete body. */
  bodyBytes: number;
}

interface ExchangeHead extends Omit<NewExchange, 'request' | 'response' | 'scenario' | 'scenarioFrom'> {
  /** Names and values in turn, as they came. */
  requestHeaders: readonly string[];
  responseHeaders: Readonly<Record<string, string | number>>;
  scenario: { readonly name: string; readonly from: NonNullable<NewExchange['scenarioFrom']> } | null;
}

/** Cuts the bodies of an exchange to what the journal keeps of them. */
export function buffer({ requestBody, responseBody, ...head }: CapturedExchange): BufferedExchange {
  return { ...head, request: cut(requestBody), response: cut(responseBody) };
}

/** How much is kept of the bodies. */
export function bufferedBytes({ request, response }: BufferedExchange): number {
  return (request?.contentBytes ?? 0) + (response?.contentBytes ?? 0);
}

/** About the size of the row that an exchange would have: what one that is dropped unwritten counts for. */
export function sizeOf(exchange: BufferedExchange): number {
  let bytes = bufferedBytes(exchange) + exchange.path.length;
  for (const part of exchange.requestHeaders) bytes += part.length;
  for (const name in exchange.responseHeaders) bytes += name.length + String(exchange.responseHeaders[name]).length;
  return bytes;
}

/** What the journal stores of an exchange: no secrets, and long bodies cut. */
export function toNewExchange(exchange: BufferedExchange): NewExchange {
  const { request, response, requestHeaders, responseHeaders, scenario, path, ...head } = exchange;
  const redaction = redactionFor(requestHeaders);
  return {
    ...head,
    path: redaction.text(path),
    scenario: scenario && scenario.name,
    scenarioFrom: scenario && scenario.from,
    request: toMessage(redaction, requestHeaders, request, true),
    response: head.status === null ? null : toMessage(redaction, inTurn(responseHeaders), response, false),
  };
}

function inTurn(headers: BufferedExchange['responseHeaders']): string[] {
  const all: string[] = [];
  for (const name in headers) all.push(name, String(headers[name]));
  return all;
}

function toMessage(
  redaction: Redaction,
  headers: readonly string[],
  body: BufferedBody | null,
  mayBeEscaped: boolean,
): NewMessage {
  const isCut = body !== null && body.contentBytes < body.bodyBytes;
  return {
    headers: redaction.headers(headers),
    body: body && redaction.body(toBytes(body.content), mayBeEscaped, isCut),
    bodyBytes: body ? body.bodyBytes : 0,
    cut: isCut,
  };
}

/** A long body is kept up to the end of a character, in a copy: a part of it would keep all of it in memory. */
function cut(content: string | Buffer | null): BufferedBody | null {
  if (content === null) return null;
  const bodyBytes = Buffer.byteLength(content);
  if (bodyBytes <= BODY_BYTES) return { content, contentBytes: bodyBytes, bodyBytes };
  const bytes = toBytes(content);
  let end = BODY_BYTES;
  while (end > BODY_BYTES - 4 && isContinuation(bytes[end])) end -= 1;
  return { content: Buffer.from(bytes.subarray(0, end)), contentBytes: end, bodyBytes };
}

function toBytes(content: string | Buffer): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

/** Whether a byte is in the middle of a character of UTF-8. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
