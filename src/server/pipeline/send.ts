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
    ...(exchange.scenario && { 'X-Sandbox-Scenario': exchange.scenario.shown, 'X-Sandbox-Scenario-From': exchange.scenario.from }),
    ...headers,
  });
  endWith(exchange, bytes);
  // A body that was refused unread is still on its way: let it run off, or the client never reads the answer.
  if (!req.readableEnded) req.resume();
  logExchange(service, exchange, status);
}

/** One line for each exchange; `status` is how it ended, where it did so without an answer. */
export function logExchange(service: Service, exchange: Exchange, status: number | string): void {
  const { req } = exchange;
  service.log.info({
    requestId: exchange.requestId,
    method: req.method,
    path: withoutSecrets(req.path),
    operation: (exchange.operation ?? exchange.control)?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status,
    ms: Math.round(exchange.elapsed() * 100) / 100,
  });
}

/** Ends the response, unless a scenario spoils its body: half of it, and then nothing or what is no JSON. */
function endWith({ req, res, scenario }: Exchange, bytes: Buffer): void {
  const spoilt = scenario?.edges.find((edge) => edge.at === 'answer' && 'body' in edge);
  if (!spoilt || !('body' in spoilt)) {
    res.end(req.method === 'HEAD' ? undefined : bytes);
  } else if (spoilt.body === 'malformed') {
    res.end(Buffer.concat([bytes.subarray(0, bytes.length - 1), Buffer.from(',')]));
  } else {
    res.write(bytes.subarray(0, bytes.length >> 1), () => req.socket.destroy());
  }
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
