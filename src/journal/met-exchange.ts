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
  const { scenario, requestHeaders, responseHeaders, ...rest } = met;
  return {
    exchangeId: rest.exchangeId,
    profileCode: rest.profileCode,
    at: rest.at,
    operationId: rest.operationId,
    method: rest.method,
    path: redactText(rest.path),
    status: rest.status,
    ending: rest.ending,
    scenario: scenario && scenario.name,
    scenarioFrom: scenario && scenario.from,
    request: toMessage(pairUp(requestHeaders), rest.requestBody, true),
    response: rest.status === null ? null : toMessage(Object.entries(responseHeaders), rest.responseBody, false),
  };
}

function pairUp(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) pairs.push([raw[i]!, raw[i + 1]!]);
  return pairs;
}

function toMessage(headers: [string, string | number][], body: Buffer | null, mayBeEscaped: boolean): NewMessage {
  const kept = body && cut(body);
  return {
    headers: headers.map(([name, value]) => [name, /^(proxy-)?authorization$/i.test(name) ? redactCredential(String(value)) : redactText(String(value))]),
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
