import { redactionFor } from '../exchange/redaction.ts';
import type { Ended } from './exchange.ts';
import { idleReason } from './exchange.ts';
import type { ExchangeServices } from './http-services.ts';

/** Logs a finished exchange in one line. */
export function logExchange({ log }: ExchangeServices, exchange: Ended): void {
  const { req, end } = exchange;
  log[isQuiet(exchange) ? 'debug' : 'info']({
    requestId: exchange.requestId,
    method: req.method,
    // Headers and bodies are never logged; an address can contain a pasted secret.
    path: redactionFor(req.rawHeaders).text(req.path),
    operation: exchange.operation?.operationId,
    profile: exchange.profile?.code,
    scenario: exchange.scenario?.name,
    idle: idleNames(exchange),
    status: typeof end.sent === 'object' ? end.sent.status : end.sent,
    outcome: end.outcome.text,
    ms: end.durationMs,
  });
}

function idleNames(exchange: Ended): string | undefined {
  const idle = exchange.scenario?.idle(idleReason(exchange)) ?? [];
  return idle.map(({ name, reason }) => `${name} (${reason})`).join(', ') || undefined;
}

/** An open console reads the control API continuously, and would bury the relevant calls. */
function isQuiet({ req: { method, path }, end: { sent } }: Ended): boolean {
  return method === 'GET' && path.startsWith('/_sandbox/') && typeof sent === 'object' && sent.status < 400;
}
