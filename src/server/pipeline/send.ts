import { toHttpDate } from '../../clock.ts';
import type { Ending } from '../../store/journal.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';
import { recordExchange } from './record-exchange.ts';
import type { Sent } from './record-exchange.ts';

/** Sends JSON with the headers that every response has. Only takes note of it once the client is gone. */
export function send(service: Service, exchange: Exchange, status: number, bytes: Buffer, headers: Record<string, string> = {}): void {
  const { req, res } = exchange;
  if (res.headersSent) return;
  if (res.destroyed) return endExchange(service, exchange, 'client-gone');
  res.sendDate = false;
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    Date: toHttpDate(exchange.now),
    'X-Request-Id': exchange.requestId,
    ...(exchange.scenario && { 'X-Sandbox-Scenario': exchange.scenario.shown, 'X-Sandbox-Scenario-From': exchange.scenario.from }),
    ...headers,
  };
  res.writeHead(status, all);
  const sent = endWith(exchange, bytes);
  // A body that was refused unread is still on its way: let it run off, or the client never reads the answer.
  if (!req.readableEnded) req.resume();
  endExchange(service, exchange, { ...sent, status, headers: all });
}

/** One line in the log, and a record in the journal of the profile. `sent` is how the exchange ended, where it did so without an answer. */
export function endExchange(service: Service, exchange: Exchange, sent: Sent | Ending): void {
  recordExchange(service, exchange, sent);
  const { req } = exchange;
  service.log.info({
    requestId: exchange.requestId,
    method: req.method,
    path: withoutSecrets(req.path),
    operation: (exchange.operation ?? exchange.control)?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    status: typeof sent === 'object' ? sent.status : sent,
    ms: Math.round(exchange.elapsed() * 100) / 100,
  });
}

/** Ends the response, unless a scenario spoils its body: half of it, and then nothing or what is no JSON. Answers what went out. */
function endWith({ req, res, scenario }: Exchange, bytes: Buffer): Pick<Sent, 'body' | 'ending'> {
  const spoilt = scenario?.edges.find((edge) => edge.at === 'answer' && 'body' in edge);
  if (!spoilt || !('body' in spoilt)) {
    const body = req.method === 'HEAD' ? null : bytes;
    res.end(body ?? undefined);
    return { body, ending: 'answered' };
  }
  if (spoilt.body === 'malformed') {
    const body = Buffer.concat([bytes.subarray(0, bytes.length - 1), Buffer.from(',')]);
    res.end(body);
    return { body, ending: 'answered' };
  }
  const body = bytes.subarray(0, bytes.length >> 1);
  res.write(body, () => req.socket.destroy());
  return { body, ending: 'truncated' };
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
