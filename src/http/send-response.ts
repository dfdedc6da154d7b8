import type { Response } from 'express';
import { redactText } from '../exchange/redact.ts';
import type { Ending } from '../store/journal.ts';
import type { Exchange } from './exchange.ts';
import { toHttpDate } from './http-date.ts';
import type { HttpServices } from './http-services.ts';
import { recordExchange, roundedMs } from './record-exchange.ts';
import type { Sent } from './sent.ts';

/** Sends a text, JSON by default, with the headers that every response has. Only records it once the client is gone. */
export function sendResponse(
  service: HttpServices,
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const { req, res } = exchange;
  if (res.headersSent) return;
  if (res.destroyed) return endExchange(service, exchange, 'client-gone');
  res.sendDate = false;
  const bytes = Buffer.byteLength(text);
  const all = { ...headersSet(res), ...headersOf(exchange, bytes), ...headers };
  res.writeHead(status, all);
  const sent = endWith(exchange, text, bytes);
  // A body that was refused unread is still arriving: it is read to its end, or the client never reads the response.
  if (!req.readableEnded) req.resume();
  endExchange(service, exchange, { ...sent, status, headers: all });
}

/** Those that were set before: of CORS, and by an app in which the sandbox is mounted. */
function headersSet(res: Response): Record<string, string> {
  return Object.fromEntries(res.getHeaderNames().map((name) => [name, String(res.getHeader(name))]));
}

/** Those that every response has. */
export function headersOf({ now, requestId, scenario }: Exchange, bytes: number): Record<string, string | number> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes,
    'Cache-Control': 'no-store',
    Date: toHttpDate(now),
    'X-Request-Id': requestId,
    ...(scenario && { 'X-Sandbox-Scenario': scenario.shown, 'X-Sandbox-Scenario-From': scenario.from }),
  };
}

/**
 * One line in the log, a record in the journal of the profile, and a verdict. `sent` is how the exchange ended, where
 * it did so without a response. Does nothing for one that has ended.
 */
export function endExchange(service: HttpServices, exchange: Exchange, sent: Sent | Ending): void {
  if (exchange.isEnded) return;
  exchange.isEnded = true;
  const { req } = exchange;
  const outcome = recordExchange(service, exchange, sent);
  service.log[isQuiet(req, sent) ? 'debug' : 'info']({
    requestId: exchange.requestId,
    method: req.method,
    // Headers and bodies are never logged; a secret can have been pasted into an address.
    path: redactText(req.path),
    operation: exchange.operation?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status: typeof sent === 'object' ? sent.status : sent,
    outcome: outcome.text,
    ms: roundedMs(exchange),
  });
}

/** A console that is open reads the control API all the time, and would bury the calls that a person looks for. */
function isQuiet({ method, path }: Exchange['req'], sent: Sent | Ending): boolean {
  return method === 'GET' && path.startsWith('/_sandbox/') && typeof sent === 'object' && sent.status < 400;
}

/**
 * Ends the response. A scenario may corrupt its body: half of it is sent and the connection closed, or it is made
 * invalid JSON. Returns what was sent.
 */
function endWith(exchange: Exchange, text: string, length: number): SentBody {
  const corrupted = exchange.scenario?.edges.find((edge) => edge.at === 'answer' && 'body' in edge);
  if (!corrupted || !('body' in corrupted)) return endComplete(exchange, text, length);
  if (corrupted.body === 'malformed')
    return { ...endComplete(exchange, `${text.slice(0, -1)},`, length), isWhole: false };
  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, bytes.length >> 1);
  exchange.res.write(half, () => exchange.req.socket.destroy());
  return { body: half, isWhole: false, ending: 'truncated' };
}

type SentBody = Pick<Sent, 'body' | 'isWhole' | 'ending'>;

/** Node sends head and body in one write, and without a buffer of its own where the text is ASCII. */
function endComplete({ req, res }: Exchange, text: string, length: number): SentBody {
  if (req.method === 'HEAD') {
    res.end();
    return { body: null, isWhole: true, ending: 'answered' };
  }
  res.end(text, length === text.length ? 'latin1' : 'utf8');
  return { body: text, isWhole: true, ending: 'answered' };
}
