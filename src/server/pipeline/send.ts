import { bytesOf, firstOf, lengthOf } from '../../cache/tape.ts';
import type { Piece } from '../../cache/tape.ts';
import { toHttpDate } from '../../clock.ts';
import { redactText } from '../../journal/redact.ts';
import type { Ending } from '../../store/journal.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';
import { recordExchange } from './record-exchange.ts';
import type { Sent } from './record-exchange.ts';

/**
 * Sends JSON, which may come in parts, with the headers that every response has. Only takes note of it once the
 * client is gone.
 */
export function send(
  service: Service,
  exchange: Exchange,
  status: number,
  parts: readonly (string | Buffer)[],
  headers: Record<string, string> = {},
): void {
  const { req, res } = exchange;
  if (res.headersSent) return;
  if (res.destroyed) return endExchange(service, exchange, 'client-gone');
  const { tape } = service;
  const whole = tape.write(parts);
  // It may have to wait for a client that reads slowly.
  res.once('close', () => tape.giveUp(whole));
  res.sendDate = false;
  const all = { ...headersOf(exchange, lengthOf(whole)), ...headers };
  res.writeHead(status, all);
  const sent = endWith(exchange, whole);
  // A body that was refused unread is still on its way: let it run off, or the client never reads the answer.
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

/** One line in the log, and a record in the journal of the profile. `sent` is how the exchange ended, where it did so without an answer. */
export function endExchange(service: Service, exchange: Exchange, sent: Sent | Ending): void {
  recordExchange(service, exchange, sent);
  const { req } = exchange;
  service.log.info({
    requestId: exchange.requestId,
    method: req.method,
    // Headers and bodies are never logged; a secret can have been pasted into an address.
    path: redactText(req.path),
    operation: (exchange.operation ?? exchange.control)?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status: typeof sent === 'object' ? sent.status : sent,
    ms: Math.round(exchange.elapsed() * 100) / 100,
  });
}

/** Ends the response, unless a scenario spoils its body: half of it, and then nothing or what is no JSON. Answers what went out. */
function endWith({ req, res, scenario }: Exchange, whole: Piece): Pick<Sent, 'body' | 'ending'> {
  const bytes = bytesOf(whole);
  const spoilt = scenario?.edges.find((edge) => edge.at === 'answer' && 'body' in edge);
  if (!spoilt || !('body' in spoilt)) {
    const wanted = req.method !== 'HEAD';
    res.end(wanted ? bytes : undefined);
    return { body: wanted ? whole : null, ending: 'answered' };
  }
  if (spoilt.body === 'malformed') {
    bytes.write(',', bytes.length - 1);
    res.end(bytes);
    return { body: whole, ending: 'answered' };
  }
  const half = bytes.length >> 1;
  res.write(bytes.subarray(0, half), () => req.socket.destroy());
  return { body: firstOf(whole, half), ending: 'truncated' };
}
