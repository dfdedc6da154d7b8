import { BROKEN, outcomeOf } from '../journal/outcome.ts';
import type { Ending, Outcome } from '../store/journal.ts';
import type { Exchange } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { isOfService, judgeExchange } from './judge-exchange.ts';
import { originForm } from './origin-form.ts';
import { bodyOf } from './parse-body.ts';
import { recordStray } from './record-stray.ts';
import type { Sent } from './sent.ts';

/**
 * Hands an exchange that has ended to the judge, and to the journal of its profile or, where it has none, to that of
 * the sandbox: requests of the service only. Returns what its response meant.
 */
export function recordExchange(service: HttpServices, exchange: Exchange, sent: Sent | Ending): Outcome {
  const { requestId, now, profile, operation, req, scenario, began } = exchange;
  const ended = service.endings.next();
  judgeExchange(service, exchange, sent, ended);
  const outcome = readOutcome(exchange, sent);
  const responded = typeof sent === 'object';
  const durationMs = roundedMs(exchange);
  if (!isOfService(exchange)) return outcome;
  if (!profile || !operation) {
    recordStray(service, exchange, { status: responded ? sent.status : null, outcome, durationMs });
    return outcome;
  }
  service.journal.record({
    exchangeId: requestId,
    profileCode: profile.code,
    at: now,
    realTime: exchange.realTime,
    durationMs,
    operationId: operation.operationId,
    method: req.method,
    path: originForm(req.originalUrl),
    requestHeaders: req.rawHeaders,
    requestBody: bodyOf(req),
    status: responded ? sent.status : null,
    ending: responded ? sent.ending : sent,
    outcome,
    responseHeaders: responded ? sent.headers : NONE,
    responseBody: responded ? sent.body : null,
    scenario: scenario ?? null,
    overlapped: service.endings.overlapped(profile.code, began, ended),
  });
  return outcome;
}

/** Milliseconds since the exchange was opened, to hundredths. */
export function roundedMs({ elapsed }: Exchange): number {
  return Math.round(elapsed() * 100) / 100;
}

function readOutcome({ output }: Exchange, sent: Sent | Ending): Outcome {
  if (typeof sent !== 'object') return outcomeOf(null, sent, undefined);
  return outcomeOf(sent.status, sent.ending, sent.isWhole ? output : BROKEN);
}

const NONE = {};
