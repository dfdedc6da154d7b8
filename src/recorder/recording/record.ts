import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../base/values/kinds.ts';
import type { Held } from '../../check/judge/recording/service-finder.ts';
import { decode } from '../../exchange/decode.ts';
import type { Exchange, Message } from '../../exchange/exchange.ts';
import { inPairs } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction.ts';
import type { RawHeaders } from '../proxy/headers.ts';
import { rawHeader } from '../proxy/headers.ts';
import type { Capture, PassedExchange, PassedResponse } from './capture.ts';
import type { Seal } from './traffic.ts';

/**
 * Records a completed exchange with its bodies unpacked, and with the recorder's time. Files and verdicts use only this
 * record.
 */
export async function record(
  passed: PassedExchange,
  seal: Seal,
  { origin, base, redaction }: { origin: string; base: string; redaction: Redaction },
): Promise<Exchange> {
  const { began, method, operation, scenario, requestHeaders } = passed;
  redaction.noteHeaders(requestHeaders);
  const request = await recordMessage(passed.requestBody, requestHeaders, redaction);
  const whole = await recordResponse(passed.seen, redaction);
  const sent = await recordResponse(passed.sent, redaction);
  const { sequence, overlapped, ended } = seal();
  // The client may have left in the meantime.
  const { ending, reason } = passed;
  const seen = ending === 'answered' || ending === 'truncated' ? passed.seen : null;
  return {
    exchangeId: `entry ${sequence}`,
    sequence,
    at: Math.ceil(began),
    realTime: Math.floor(began),
    durationMs: Math.round((ended - began) * 1000) / 1000,
    overlapped,
    began,
    ended,
    operationId: operation,
    method,
    path: targetOf(redaction.text(passed.target), origin),
    server: origin,
    base,
    status: seen && seen.status,
    ...(seen && { statusText: seen.statusText }),
    ending,
    reason,
    scenario: scenario && scenario.name,
    scenarioFrom: scenario && scenario.from,
    request,
    response: seen && whole && whole.message,
    served: sent ?? (passed.seen?.isService ? whole : null),
  };
}

/** Returns the parsed body of the upstream's response; undefined if it is not JSON, or was not recorded in full. */
export function servedValue({ served }: Exchange): unknown {
  const { body = null, encoding = 'utf-8' } = served?.message ?? {};
  try {
    return encoding === 'base64' || body === null ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Returns an exchange's memory and its response. If the client got the upstream's response, its parsed body is passed
 * too, so that nobody parses it again.
 */
export function heldOf({ response, served, status, ending }: Exchange, value: unknown): Held {
  const bytes = HEAD_BYTES + BYTES_PER_CHARACTER * (response?.body?.length ?? 0);
  const isKnown = ending === 'answered' && response === served?.message && value !== undefined;
  return { bytes, ...(isKnown && status !== null && { response: { status, body: { value } } }) };
}

async function recordResponse(passed: PassedResponse | null, redaction: Redaction) {
  if (!passed) return null;
  const { status, statusText, headers, body } = passed;
  return { status, statusText, message: await recordMessage(body, headers, redaction) };
}

async function recordMessage(capture: Capture, headers: RawHeaders, redaction: Redaction): Promise<Message> {
  const { bytes, size } = capture;
  const decoded = bytes && (await decode(bytes, rawHeader(headers, 'content-encoding')));
  capture.release();
  const message = { headers: inPairs(redaction.headers(headers)), encoding: 'utf-8' as const };
  if (decoded === null) return { ...message, body: null, bodyBytes: size, cut: true };
  if (decoded.length === 0) return { ...message, body: null, bodyBytes: 0, cut: false };
  const clean = redaction.body(decoded, true);
  if (!isUtf8(clean))
    return { ...message, body: clean.toString('base64'), encoding: 'base64', bodyBytes: size, cut: false };
  // A UTF-8 byte order mark does not belong to the text.
  return { ...message, body: clean.toString().replace(/^\uFEFF/, ''), bodyBytes: size, cut: false };
}

/** Returns the target in URL notation, because a recording contains URLs. */
function targetOf(target: string, origin: string): string {
  const url = URL.parse(origin + target);
  return url ? url.pathname + url.search : '/';
}

/** Approximate memory for a character in an exchange. */
const BYTES_PER_CHARACTER = 1.5;
const HEAD_BYTES = 2000;

/** The `liveMode` values of the upstream: after one live response it stays live. */
export class Liveness {
  #liveMode: boolean | null = null;

  /** Null until a response has it. */
  get liveMode(): boolean | null {
    return this.#liveMode;
  }

  /** Notes a response's body. */
  note(body: unknown): void {
    const said = saysLive(body);
    if (said !== null && this.#liveMode !== true) this.#liveMode = said;
  }
}

/** Returns the `liveMode` in a body; null without one. */
export function saysLive(body: unknown): boolean | null {
  const said = isRecord(body) ? body['liveMode'] : undefined;
  return typeof said === 'boolean' ? said : null;
}
