import type { Ending, NewExchange, NewMessage } from '../store/journal.ts';
import { BODY_BYTES } from './bounds.ts';
import { redactBody, redactCredential, redactText } from './redact.ts';

/** An exchange as the pipeline hands it over: references only, nothing is copied while a client waits. */
export interface MetExchange {
  exchangeId: string;
  profileCode: string;
  at: number;
  operationId: string;
  method: string;
  path: string;
  /** Names and values in turn, as they came. */
  requestHeaders: readonly string[];
  /** Null where there was none, and where it was refused unread. */
  requestBody: Buffer | null;
  /** Null where no answer began. */
  status: number | null;
  ending: Ending;
  responseHeaders: Readonly<Record<string, string | number>>;
  responseBody: Buffer | null;
  scenario: { readonly name: string; readonly from: string } | null;
}

/** What the journal keeps of an exchange: no secrets, and long bodies cut. */
export function toNewExchange(met: MetExchange): NewExchange {
  return {
    exchangeId: met.exchangeId,
    profileCode: met.profileCode,
    at: met.at,
    operationId: met.operationId,
    method: met.method,
    path: redactText(met.path),
    status: met.status,
    ending: met.ending,
    scenario: met.scenario && met.scenario.name,
    scenarioFrom: met.scenario && met.scenario.from,
    request: toMessage(withoutCredentials(met.requestHeaders), met.requestBody, true),
    response: met.status === null ? null : toMessage(inTurn(met.responseHeaders), met.responseBody, false),
  };
}

function withoutCredentials(headers: readonly string[]): string[] {
  return headers.map((part, i) => {
    if (i % 2 === 0) return part;
    return CREDENTIALS.has(headers[i - 1]!.toLowerCase()) ? redactCredential(part) : redactText(part);
  });
}

function inTurn(headers: MetExchange['responseHeaders']): string[] {
  const all: string[] = [];
  for (const name in headers) all.push(name, redactText(String(headers[name])));
  return all;
}

function toMessage(headers: string[], body: Buffer | null, mayBeEscaped: boolean): NewMessage {
  const kept = body && cut(body);
  return {
    headers,
    body: kept && redactBody(kept, mayBeEscaped),
    bodyBytes: body?.length ?? 0,
    cut: kept !== body,
  };
}

/** The beginning of a long body, up to the end of a character. */
function cut(body: Buffer): Buffer {
  if (body.length <= BODY_BYTES) return body;
  let end = BODY_BYTES;
  while (end > BODY_BYTES - 4 && (body[end]! & 0xc0) === 0x80) end -= 1;
  return body.subarray(0, end);
}

const CREDENTIALS = new Set(['authorization', 'proxy-authorization']);
