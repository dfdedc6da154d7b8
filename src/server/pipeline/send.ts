import { toHttpDate } from '../../clock.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';

/** Sends JSON text with the headers that every response has. Does nothing once the client is gone. */
export function send(service: Service, exchange: Exchange, status: number, json: string, headers: Record<string, string> = {}): void {
  const { req, res } = exchange;
  if (res.headersSent || res.destroyed) return;
  const bytes = Buffer.from(json);
  res.sendDate = false;
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    Date: toHttpDate(exchange.now),
    'X-Request-Id': exchange.requestId,
    ...(exchange.scenario && { 'X-Sandbox-Scenario': exchange.scenario.name }),
    ...headers,
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
  // A body that was refused unread is still on its way: let it run off, or the client never reads the answer.
  if (!req.readableEnded) req.resume();
  service.log.info({
    requestId: exchange.requestId,
    method: req.method,
    path: req.path,
    operation: exchange.operation?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status,
    ms: Math.round(exchange.elapsed() * 100) / 100,
  });
}
