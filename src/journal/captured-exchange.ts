import { bytesOf, firstOf, lengthOf } from '../cache/tape.ts';
import type { Piece, Tape } from '../cache/tape.ts';
import type { Ending, NewExchange, NewMessage } from '../store/journal.ts';
import { BODY_BYTES } from './bounds.ts';
import { redactBody, redactCredential, redactText } from './redact.ts';

/** An exchange as the pipeline hands it over. */
export interface CapturedExchange extends ExchangeHead {
  /** Null where there was none, and where it was refused unread. */
  requestBody: Buffer | null;
  /** Null where no answer began. The pipeline gives its own piece up when the answer has gone out. */
  responseBody: Piece | null;
}

/** The same while it waits to be written. */
export interface BufferedExchange extends ExchangeHead {
  request: HeldBody | null;
  response: HeldBody | null;
}

interface HeldBody {
  /** What is kept of it. */
  piece: Piece;
  /** Length of the whole body. */
  bodyBytes: number;
}

interface ExchangeHead {
  exchangeId: string;
  profileCode: string;
  at: number;
  operationId: string;
  method: string;
  path: string;
  /** Names and values in turn, as they came. */
  requestHeaders: readonly string[];
  /** Null where no answer began. */
  status: number | null;
  ending: Ending;
  responseHeaders: Readonly<Record<string, string | number>>;
  scenario: { readonly name: string; readonly from: string } | null;
}

/** Keeps what is needed of an exchange until it is let go: what was read of its bodies on the tape, what went out as it stands there. */
export function hold(tape: Tape, { requestBody, responseBody, ...head }: CapturedExchange): BufferedExchange {
  return {
    ...head,
    request: requestBody && {
      piece: tape.write([requestBody.subarray(0, keptLength(requestBody))]),
      bodyBytes: requestBody.length,
    },
    response: responseBody && {
      piece: firstOf(tape.share(responseBody), keptLength(bytesOf(responseBody))),
      bodyBytes: lengthOf(responseBody),
    },
  };
}

/** To be called once. */
export function letGo(tape: Tape, { request, response }: BufferedExchange): void {
  if (request) tape.giveUp(request.piece);
  if (response) tape.giveUp(response.piece);
}

/** How much is kept of the bodies. */
export function heldBytes({ request, response }: BufferedExchange): number {
  return (request ? lengthOf(request.piece) : 0) + (response ? lengthOf(response.piece) : 0);
}

/** What an exchange that is not written counts for: about what its row would. */
export function sizeOf(held: BufferedExchange): number {
  let bytes = heldBytes(held) + held.path.length;
  for (const part of held.requestHeaders) bytes += part.length;
  for (const name in held.responseHeaders) bytes += name.length + String(held.responseHeaders[name]).length;
  return bytes;
}

/** What the journal keeps of an exchange: no secrets, and long bodies cut. Good as long as it is held. */
export function toNewExchange(held: BufferedExchange): NewExchange {
  return {
    exchangeId: held.exchangeId,
    profileCode: held.profileCode,
    at: held.at,
    operationId: held.operationId,
    method: held.method,
    path: redactText(held.path),
    status: held.status,
    ending: held.ending,
    scenario: held.scenario && held.scenario.name,
    scenarioFrom: held.scenario && held.scenario.from,
    request: toMessage(withoutCredentials(held.requestHeaders), held.request, true),
    response: held.status === null ? null : toMessage(inTurn(held.responseHeaders), held.response, false),
  };
}

function withoutCredentials(headers: readonly string[]): string[] {
  return headers.map((part, i) => {
    if (i % 2 === 0) return part;
    return CREDENTIALS.has(headers[i - 1]!.toLowerCase()) ? redactCredential(part) : redactText(part);
  });
}

function inTurn(headers: BufferedExchange['responseHeaders']): string[] {
  const all: string[] = [];
  for (const name in headers) all.push(name, redactText(String(headers[name])));
  return all;
}

function toMessage(headers: string[], body: HeldBody | null, mayBeEscaped: boolean): NewMessage {
  return {
    headers,
    body: body && redactBody(bytesOf(body.piece), mayBeEscaped),
    bodyBytes: body ? body.bodyBytes : 0,
    cut: body !== null && lengthOf(body.piece) < body.bodyBytes,
  };
}

/** A long body is kept up to the end of a character. */
function keptLength(body: Buffer): number {
  if (body.length <= BODY_BYTES) return body.length;
  let end = BODY_BYTES;
  while (end > BODY_BYTES - 4 && (body[end]! & 0xc0) === 0x80) end -= 1;
  return end;
}

const CREDENTIALS = new Set(['authorization', 'proxy-authorization']);
