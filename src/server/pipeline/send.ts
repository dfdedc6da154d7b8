import { toHttpDate } from '../../clock.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';

/** Sends JSON with the headers that every response has. Does nothing once the client is gone. */
export function send(service: Service, exchange: Exchange, status: number, bytes: Buffer, headers: Record<string, string> = {}): void {
  const { req, res } = exchange;
  if (res.headersSent || res.destroyed) return;
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
    path: withoutSecrets(req.path),
    operation: exchange.operation?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status,
    ms: Math.round(exchange.elapsed() * 100) / 100,
  });
}

/** Text and bytes as one piece of bytes, each copied once. */
export function putTogether(parts: readonly (string | Buffer)[]): Buffer {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  const whole = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
  return whole;
}

/** Headers and bodies are never logged; a secret that was pasted into an address is blotted out. */
function withoutSecrets(path: string): string {
  return path.includes('sk_') ? path.replace(/sk_\w+/g, 'sk_…') : path;
}
