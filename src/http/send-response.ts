import { redactText } from '../journal/redact.ts';
import type { Ending } from '../store/journal.ts';
import type { Exchange } from './exchange.ts';
import { toHttpDate } from './http-date.ts';
import type { HttpServices } from './http-services.ts';
import type { Sent } from './record-exchange.ts';
import { recordExchange } from './record-exchange.ts';

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
  const all = { ...headersOf(exchange, Buffer.byteLength(text)), ...headers };
  res.writeHead(status, all);
  const sent = endWith(exchange, text);
  // A body that was refused unread is still arriving: it is read to its end, or the client never reads the response.
  if (!req.readableEnded) req.resume();
  endExchange(service, exchange, { ...sent, status, headers: all });
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
 * One line in the log, and a record in the journal of the profile. `sent` is how the exchange ended, where it did so
 * without a response.
 */
export function endExchange(service: HttpServices, exchange: Exchange, sent: Sent | Ending): void {
  recordExchange(service, exchange, sent);
  const { req } = exchange;
  service.log.info({
    requestId: exchange.requestId,
    method: req.method,
    // Headers and bodies are never logged; a secret can have been pasted into an address.
    path: redactText(req.path),
    operation: exchange.operation?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status: typeof sent === 'object' ? sent.status : sent,
    ms: Math.round(exchange.elapsed() * 100) / 100,
  });
}

/**
 * Ends the response. A scenario may corrupt its body: half of it is sent and the connection closed, or it is made
 * invalid JSON. Returns what was sent.
 */
function endWith(exchange: Exchange, text: string): Pick<Sent, 'body' | 'ending'> {
  const corrupted = exchange.scenario?.edges.find((edge) => edge.at === 'answer' && 'body' in edge);
  if (!corrupted || !('body' in corrupted)) return endComplete(exchange, text);
  if (corrupted.body === 'malformed') return endComplete(exchange, `${text.slice(0, -1)},`);
  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, bytes.length >> 1);
  exchange.res.write(half, () => exchange.req.socket.destroy());
  return { body: half, ending: 'truncated' };
}

/** Node sends head and body in one write, and without a buffer of its own where the text is ASCII. */
function endComplete({ req, res }: Exchange, text: string): Pick<Sent, 'body' | 'ending'> {
  if (req.method === 'HEAD') {
    res.end();
    return { body: null, ending: 'answered' };
  }
  res.end(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');
  return { body: text, ending: 'answered' };
}
