import type { Response } from 'express';
import type { ActiveScenario, EndReason } from '../scenarios/active.ts';
import type { Exchange, Sent } from './exchange.ts';
import { idleReason } from './exchange.ts';

/** A response, ready to send. */
export interface Rendered {
  status: number;
  /** JSON, unless `headers` have another content type. */
  body: Buffer;
  /** In addition to every response's headers. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a response, and returns what was sent: `client-gone` if the client has left, undefined if another response has
 * already begun.
 */
export function sendResponse(
  exchange: Exchange,
  { status, body, headers }: Rendered,
): Sent | 'client-gone' | undefined {
  const { req, res } = exchange;
  if (res.headersSent) return undefined;
  if (res.destroyed) return 'client-gone';
  res.sendDate = false;
  const all = { ...headersSet(res), ...headersOf(exchange, body.length), ...headers };
  const afterMs = exchange.elapsed();
  res.writeHead(status, all);
  const sent = endWith(exchange, body);
  // The rest of a body refused unread is still arriving: the server has to read it to its end, or the client would
  // never read the response.
  if (!req.readableEnded) req.resume();
  return { ...sent, status, headers: all, afterMs };
}

/** Returns the headers set before: by CORS, and by a surrounding app. */
function headersSet(res: Response): Record<string, string> {
  return Object.fromEntries(res.getHeaderNames().map((name) => [name, String(res.getHeader(name))]));
}

/** Returns the headers for every response. */
export function headersOf(exchange: Exchange, bytes: number): Record<string, string | number> {
  const { now, requestId, scenario } = exchange;
  return {
    ...(bytes > 0 && { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': bytes,
    'Cache-Control': 'no-store',
    Date: toHttpDate(now),
    'X-Request-Id': requestId,
    ...(scenario && scenarioHeaders(scenario, idleReason(exchange))),
  };
}

/** Returns the headers with the scenarios that acted, and with the idle ones. */
export function scenarioHeaders(scenario: ActiveScenario, reason: EndReason): Record<string, string> {
  const idle = scenario.shownIdle(reason).map((one) => `${one.name}; reason=${one.reason}`);
  return {
    'X-Sandbox-Scenario': scenario.shown,
    'X-Sandbox-Scenario-From': scenario.from,
    ...(idle.length > 0 && { 'X-Sandbox-Scenario-Idle': idle.join(', ') }),
  };
}

/**
 * Ends the response. A scenario may corrupt its body: half is sent and the connection closed, or it is made invalid
 * JSON. Returns what was sent.
 */
function endWith(exchange: Exchange, body: Buffer): SentBody {
  const { scenario } = exchange;
  const corrupted = scenario?.edges.find((edge) => edge.at === 'answer' && 'body' in edge && scenario.hasActed(edge));
  if (!corrupted || !('body' in corrupted)) return endComplete(exchange, body);
  if (corrupted.body === 'malformed')
    return { ...endComplete(exchange, Buffer.concat([body.subarray(0, -1), Buffer.from(',')])), isWhole: false };
  const half = body.subarray(0, body.length >> 1);
  exchange.res.write(half, () => exchange.req.socket.destroy());
  return { body: half, isWhole: false, ending: 'truncated' };
}

type SentBody = Pick<Sent, 'body' | 'isWhole' | 'ending'>;

function endComplete({ req, res }: Exchange, body: Buffer): SentBody {
  if (req.method === 'HEAD') {
    res.end();
    return { body: null, isWhole: true, ending: 'answered' };
  }
  res.end(body);
  return { body, isWhole: true, ending: 'answered' };
}

/** The HTTP Date header value for an instant. */
export function toHttpDate(instant: number): string {
  const second = Math.floor(instant / 1000);
  if (second !== last.second) last = { second, text: new Date(instant).toUTCString() };
  return last.text;
}

/** Most responses are sent within the same second as the one before. */
let last = { second: NaN, text: '' };
