import { isUtf8 } from 'node:buffer';
import type { ObservedBody } from '../../check/judge/judged-exchange.ts';
import { serviceTimeOf } from '../../exchange/har/read-har.ts';
import type { RecordedCall } from '../../check/judge/recording/recorded-call.ts';
import { headerOf } from '../../check/judge/recording/recorded-call.ts';
import type { Redaction } from '../../exchange/redaction.ts';
import type { OperationId } from '../../interface/api.ts';
import type { RawHeaders } from '../proxy/headers.ts';
import type { Capture } from './capture.ts';
import { decode } from './decode.ts';
import type { PassedEnding, PassedExchange, PassedResponse } from './passed-exchange.ts';

/** An exchange as it is recorded: redacted, its bodies unpacked. Files and verdicts are made from it alone. */
export interface RecordedExchange {
  /** Counts the exchanges, from 1. */
  sequence: number;
  began: number;
  ended: number;
  overlapped: number;
  /** See `Exchange` of the judge. */
  at: number;
  method: string;
  operation: OperationId | null;
  origin: string;
  /** Base URL of the upstream. */
  base: string;
  /** The whole path at the upstream, with the query. */
  target: string;
  requestHeaders: readonly string[];
  requestBody: RecordedBody;
  /** What the client saw; null for nothing. */
  response: RecordedResponse | null;
  /** What the upstream sent, whatever the client saw; null for nothing. */
  served: RecordedResponse | null;
  ending: PassedEnding;
  reason: string;
  scenario: PassedExchange['scenario'];
}

export interface RecordedResponse {
  status: number;
  statusText: string;
  headers: readonly string[];
  body: RecordedBody;
}

export interface RecordedBody {
  /** Unpacked; null where there is none, or not all of it was recorded. */
  text: string | null;
  isBase64: boolean;
  isCut: boolean;
  /** On the wire. */
  bytes: number;
}

/** What is recorded of an exchange that passed. Releases its bodies. */
export async function record(
  passed: PassedExchange,
  sequence: number,
  { origin, base, redaction }: { origin: string; base: string; redaction: Redaction },
): Promise<RecordedExchange> {
  const { began, ended, overlapped, method, operation, ending, reason, scenario, requestHeaders, seen, sent } = passed;
  redaction.noteHeaders(requestHeaders);
  const response = seen && (await recordResponse(seen, redaction));
  const ownResponse = seen?.isService ? response : null;
  return {
    sequence,
    began,
    ended,
    overlapped,
    at: serviceTimeOf(seen?.headers ?? [], ended - began) ?? Math.ceil(began),
    method,
    operation,
    origin,
    base,
    target: targetOf(redaction.text(passed.target), origin),
    requestHeaders: redaction.headers(requestHeaders),
    requestBody: await recordBody(passed.requestBody, requestHeaders, redaction),
    response,
    served: sent ? await recordResponse(sent, redaction) : ownResponse,
    ending,
    reason,
    scenario,
  };
}

async function recordResponse(response: PassedResponse, redaction: Redaction): Promise<RecordedResponse> {
  return {
    status: response.status,
    statusText: response.statusText,
    headers: redaction.headers(response.headers),
    body: await recordBody(response.body, response.headers, redaction),
  };
}

async function recordBody(capture: Capture, headers: RawHeaders, redaction: Redaction): Promise<RecordedBody> {
  const { bytes, size } = capture;
  const decoded = bytes && (await decode(bytes, headerOf(headers, 'content-encoding')));
  capture.release();
  if (decoded === null) return { text: null, isBase64: false, isCut: true, bytes: size };
  if (decoded.length === 0) return { text: null, isBase64: false, isCut: false, bytes: 0 };
  const clean = redaction.body(decoded, true);
  const isBase64 = !isUtf8(clean);
  // A mark of UTF-8 is no part of the text.
  const text = isBase64 ? clean.toString('base64') : clean.toString().replace(/^\uFEFF/, '');
  return { text, isBase64, isCut: false, bytes: size };
}

/** Written as URLs are: a recording has URLs. */
function targetOf(target: string, origin: string): string {
  const url = URL.parse(origin + target);
  return url ? url.pathname + url.search : '/';
}

/** The exchange as the judge of recordings would read it from the file. `value`: that of what the upstream sent. */
export function toCall(exchange: RecordedExchange, value: unknown): RecordedCall {
  const { sequence, began, ended, at, method, origin, base, target, requestHeaders, requestBody, response } = exchange;
  return {
    id: `entry ${sequence}`,
    began,
    ended,
    at,
    method,
    origin,
    base,
    target,
    headers: requestHeaders,
    requestBody: observed(requestBody),
    response: response && { status: response.status, body: seenBody(exchange, value) },
    bytes: HEAD_BYTES + BYTES_PER_CHARACTER * (response?.body.text?.length ?? 0),
  };
}

/** The value of a body; undefined where it is not JSON, or was not recorded in full. */
export function jsonOf({ text, isBase64 }: RecordedBody): unknown {
  try {
    return isBase64 || text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function observed({ text, isBase64, isCut }: RecordedBody): ObservedBody {
  if (isCut) return 'unknown';
  if (isBase64) return 'unreadable';
  return text === null ? 'none' : { text };
}

/** What the client saw, where it is known already what the upstream sent: it need not be parsed again. */
function seenBody({ response, served, ending }: RecordedExchange, value: unknown): ObservedBody {
  if (!response || ending !== 'complete') return 'unreadable';
  return response === served && value !== undefined ? { value } : observed(response.body);
}

/** About what an exchange takes in memory. */
const BYTES_PER_CHARACTER = 1.5;
const HEAD_BYTES = 2000;
