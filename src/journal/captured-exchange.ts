import type { Redaction } from '../exchange/redaction.ts';
import { redactionFor } from '../exchange/redaction.ts';
import type { NewExchange, NewMessage } from '../store/journal.ts';
import { BODY_BYTES } from './bounds.ts';

/** An exchange as the pipeline hands it over. */
export interface CapturedExchange extends ExchangeHead {
  /** Null without a body, and for a body refused unread. */
  requestBody: Buffer | null;
  /** Null if no response began. */
  responseBody: Buffer | null;
}

/** A captured exchange while it waits to be written, with its bodies cut to the journal's limit. */
export interface BufferedExchange extends ExchangeHead {
  request: BufferedBody | null;
  response: BufferedBody | null;
  /** True once the judge has seen it, or if no judge will. */
  isJudged: boolean;
}

interface BufferedBody {
  content: Buffer;
  contentBytes: number;
  /** Length of the complete body. */
  bodyBytes: number;
}

interface ExchangeHead extends Omit<NewExchange, 'request' | 'response' | 'scenario' | 'scenarioFrom'> {
  /**
   * Alternating names and values, in their original order, as the journal shows them. In a call without valid
   * credentials they are redacted already.
   */
  requestHeaders: readonly string[];
  /** The headers as the client sent them: their secrets are redacted everywhere. */
  sentHeaders: readonly string[];
  /** Value of the whole response body, for the judge; undefined if it is not known. */
  value: unknown;
  responseHeaders: Readonly<Record<string, string | number>>;
  scenario: { readonly name: string; readonly from: NonNullable<NewExchange['scenarioFrom']> } | null;
}

/** Cuts an exchange's bodies to the journal's limit. */
export function buffer({ requestBody, responseBody, ...head }: CapturedExchange, isJudged: boolean): BufferedExchange {
  return { ...head, request: cut(requestBody), response: cut(responseBody), isJudged };
}

/** Returns how many body bytes are kept. */
export function bufferedBytes({ request, response }: BufferedExchange): number {
  return (request?.contentBytes ?? 0) + (response?.contentBytes ?? 0);
}

/** Returns an exchange row's approximate size. An exchange dropped before it is written has the same size. */
export function sizeOf(exchange: BufferedExchange): number {
  let bytes = bufferedBytes(exchange) + exchange.path.length;
  for (const part of exchange.requestHeaders) bytes += part.length;
  for (const name in exchange.responseHeaders) bytes += name.length + String(exchange.responseHeaders[name]).length;
  return bytes;
}

/** Returns an exchange as the journal stores it: no secrets, and long bodies cut. */
export function toNewExchange(exchange: BufferedExchange): NewExchange {
  const { request, response, requestHeaders, sentHeaders, responseHeaders, scenario, path, ...rest } = exchange;
  const { value: _value, isJudged: _isJudged, ...head } = rest;
  const redaction = redactionFor(sentHeaders);
  return {
    ...head,
    path: redaction.text(path),
    scenario: scenario && scenario.name,
    scenarioFrom: scenario && scenario.from,
    request: toMessage(redaction, requestHeaders, request, !head.authenticated),
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
  isMasked: boolean,
): NewMessage {
  const isCut = body !== null && body.contentBytes < body.bodyBytes;
  return {
    headers: isMasked ? headers : redaction.headers(headers),
    body: body && redaction.body(body.content, true, isCut),
    bodyBytes: body ? body.bodyBytes : 0,
    cut: isCut,
  };
}

/** A long body is cut after a whole character, and copied: a slice would keep the whole body in memory. */
function cut(content: Buffer | null): BufferedBody | null {
  if (content === null) return null;
  const bodyBytes = content.length;
  if (bodyBytes <= BODY_BYTES) return { content, contentBytes: bodyBytes, bodyBytes };
  let end = BODY_BYTES;
  while (end > BODY_BYTES - 4 && isContinuation(content[end])) end -= 1;
  return { content: Buffer.from(content.subarray(0, end)), contentBytes: end, bodyBytes };
}

/** True if a byte is in the middle of a UTF-8 character. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
