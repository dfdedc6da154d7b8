import type { Request } from 'express';
import type { IdleScenario } from '../exchange/exchange.ts';
import type { Redaction } from '../exchange/redaction.ts';
import { redactCredential, redactionFor } from '../exchange/redaction.ts';
import type { Stray } from '../store/strays.ts';
import type { Ended } from './exchange.ts';
import { idleReason, originForm } from './exchange.ts';
import { findSender } from './find-sender.ts';
import type { HttpServices } from './http-services.ts';
import { bodyOf } from './parse-body.ts';

/**
 * Passes a finished exchange of the service to the journal of its profile or, if it belongs to none, to the stray calls
 * of the sandbox.
 */
export function journalExchange(service: HttpServices, exchange: Ended): void {
  const { profile, operation, req, scenario, end, origin = 'client' } = exchange;
  if (!profile || !operation) return keepStray(service, exchange);
  const response = typeof end.sent === 'object' ? end.sent : NO_RESPONSE;
  service.journal.record({
    exchangeId: exchange.requestId,
    profileCode: profile.code,
    at: exchange.now,
    realTime: exchange.realTime,
    durationMs: end.durationMs,
    origin,
    operationId: operation.operationId,
    method: req.method,
    path: originForm(req.originalUrl),
    requestHeaders: req.rawHeaders,
    requestBody: bodyOf(req),
    status: response.status,
    ending: typeof end.sent === 'object' ? end.sent.ending : end.sent,
    outcome: end.outcome,
    responseHeaders: response.headers,
    responseBody: response.body,
    scenario: scenario ? { name: scenario.name, from: scenario.from } : null,
    ...idleOf(exchange),
    overlapped: service.endings.overlapped(profile.code, exchange.began, end.count),
  });
}

function idleOf(exchange: Ended): { idle?: IdleScenario[] } {
  const idle = exchange.scenario?.idle(idleReason(exchange)) ?? [];
  return idle.length > 0 ? { idle } : {};
}

const NO_RESPONSE = { status: null, headers: {}, body: null };

/** Keeps a call of the service that belongs to no profile, except automatic probes of browsers. */
function keepStray(service: HttpServices, exchange: Ended): void {
  if (isProbe(exchange.req)) return;
  const stray = toStray(service, exchange);
  if (service.judge) service.strays.addLater(withSender(service, exchange, stray));
  else service.strays.add(stray);
}

/** Adds the sender, for the judge. */
async function withSender(service: HttpServices, exchange: Ended, stray: Stray): Promise<Stray> {
  try {
    return { ...stray, sender: await findSender(exchange, service) };
  } catch (error) {
    service.log.error({ err: error }, 'the sender of a stray call was not found');
    return stray;
  }
}

function toStray({ config }: HttpServices, exchange: Ended): Stray {
  const { req, requestId, now, realTime, operation, output, end } = exchange;
  const redaction = redactionFor(req.rawHeaders);
  return {
    requestId,
    at: now,
    realTime,
    durationMs: end.durationMs,
    method: req.method,
    path: shorten(originForm(req.originalUrl), redaction),
    operationId: operation && operation.operationId,
    authorization: describeSecret(req.headers.authorization, redaction),
    serviceId: describeServiceId(req.headers[config.serviceIdHeader.toLowerCase()], redaction),
    status: typeof end.sent === 'object' ? end.sent.status : null,
    outcome: end.outcome,
    ...problemOf(output, redaction),
  };
}

/** The body is an error, if the call has a response at all. */
function problemOf(output: unknown, redaction: Redaction): { code: string | null; problem: string } {
  if (typeof output !== 'object' || output === null || !('code' in output) || !('message' in output))
    return { code: null, problem: 'The client left before the response' };
  const { code, message } = output;
  return { code: String(code), problem: shorten([message].flat().join(' '), redaction) };
}

function isProbe({ method, path }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBES.test(path);
}

const PROBES = /^\/(favicon\.ico|robots\.txt|apple-touch-icon[\w-]*\.png|\.well-known\/.*)$/;

function describeSecret(header: string | undefined, redaction: Redaction): string | null {
  return header === undefined ? null : shorten(redactCredential(header.slice(0, 2 * LONGEST)), redaction);
}

/** A value in the form of a public key with a profile code is no secret; any other value may be a misplaced one. */
function describeServiceId(header: string | string[] | undefined, redaction: Redaction): string | null {
  const value = [header ?? []].flat().join();
  if (header === undefined) return null;
  return /^pk_[\w-]{1,128}(:(dp_\w{0,40})?)?$/.test(value) ? value : describeSecret(value, redaction);
}

/** A copy: a part of a long text would keep all of it in memory. */
function shorten(text: string, redaction: Redaction): string {
  const redacted = redaction.text(text.slice(0, 2 * LONGEST));
  const isCut = redacted.length > LONGEST || text.length > 2 * LONGEST;
  return isCut ? `${Buffer.from(redacted.slice(0, LONGEST - 1)).toString()}…` : redacted;
}

const LONGEST = 500;
