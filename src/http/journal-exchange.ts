import type { Request } from 'express';
import { isRecord } from '../base/values/kinds.ts';
import { isBearer } from '../check/judge/expectations/credentials.ts';
import { isPlaceholder } from '../check/judge/expectations/identifiers.ts';
import type { IdleScenario } from '../exchange/exchange.ts';
import { NOBODY } from '../exchange/exchange.ts';
import { redactCredential, redactionFor } from '../exchange/redaction.ts';
import type { Ended } from './exchange.ts';
import { idleReason, originForm } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { bodyOf } from './parse-body.ts';

/**
 * Passes a finished exchange to its profile's journal. An exchange without valid credentials goes to the profile with
 * its public key, or to nobody's journal. Browsers' automatic probes are left out.
 */
export function journalExchange(service: HttpServices, exchange: Ended): void {
  const { profile, claimed = NOBODY, operation, req, scenario, end, origin = 'client' } = exchange;
  const profileCode = profile?.code ?? claimed;
  if (profileCode === NOBODY && isProbe(req)) return;
  const response = typeof end.sent === 'object' ? end.sent : NO_RESPONSE;
  service.journal.record({
    exchangeId: exchange.requestId,
    profileCode,
    authenticated: profile !== undefined,
    at: exchange.now,
    realTime: exchange.realTime,
    durationMs: end.durationMs,
    origin,
    operationId: operation && operation.operationId,
    method: req.method,
    path: shorten(originForm(req.originalUrl), profile ? Infinity : LONGEST),
    requestHeaders: profile ? req.rawHeaders : maskedHeaders(req, service.config.serviceIdHeader.toLowerCase()),
    sentHeaders: req.rawHeaders,
    requestBody: bodyOf(req),
    status: response.status,
    ending: typeof end.sent === 'object' ? end.sent.ending : end.sent,
    outcome: end.outcome,
    responseHeaders: response.headers,
    responseBody: response.body,
    value: response.isWhole ? exchange.output : undefined,
    scenario: scenario ? { name: scenario.name, from: scenario.from } : null,
    ...idleOf(exchange),
    ...problemOf(exchange),
    overlapped: service.endings.overlapped(profileCode, exchange.began, end.count),
  });
}

function idleOf(exchange: Ended): { idle?: IdleScenario[] } {
  const idle = exchange.scenario?.idle(idleReason(exchange)) ?? [];
  return idle.length > 0 ? { idle } : {};
}

/** The message of an error body. */
function problemOf({ output, req }: Ended): { problem?: string } {
  if (!isRecord(output) || !Array.isArray(output['message'])) return {};
  return { problem: shorten(redactionFor(req.rawHeaders).text(output['message'].join(' ')), LONGEST_VALUE) };
}

const NO_RESPONSE = { status: null, headers: {}, body: null, isWhole: false };

function isProbe({ method, path }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBES.test(path);
}

const PROBES = /^\/(favicon\.ico|robots\.txt|apple-touch-icon[\w-]*\.png|\.well-known\/.*)$/;

/**
 * Returns the redacted headers of a call without valid credentials. Either credential header may have a misplaced
 * secret: only its form is kept.
 */
function maskedHeaders({ rawHeaders }: Request, serviceIdHeader: string): string[] {
  const redacted = redactionFor(rawHeaders).headers(rawHeaders);
  return rawHeaders.map((part, i) => {
    if (i % 2 === 0) return part;
    const name = rawHeaders[i - 1]?.toLowerCase();
    if (name === 'authorization') return isBearer(part) === true ? redactCredential(part) : (formOf(part) ?? '');
    if (name === serviceIdHeader) return SERVICE_ID.test(part) ? part : (formOf(part) ?? '');
    return shorten(redacted[i] ?? '', LONGEST_VALUE);
  });
}

const SERVICE_ID = /^pk_[\w-]{1,128}(:(dp_\w{0,40})?)?$/;

/** Makes a copy, because part of a long text would keep the whole text in memory. */
function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : `${Buffer.from(text.slice(0, longest - 1)).toString()}…`;
}

const LONGEST = 2000;
const LONGEST_VALUE = 500;

/**
 * Returns a credential header's form, for the judge: `Basic xxxx`, `pk_xxxx/dp_xxxx`. It contains no secret. Null for a
 * missing header.
 */
function formOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const [, scheme = '', rest = ''] = SCHEME.exec([header].flat().join().slice(0, LONGEST_VALUE)) ?? [];
  return scheme + (isPlaceholder(rest) ? rest : rest.replaceAll(MASKED, (_, prefix?: string) => prefix ?? 'x'));
}

const SCHEME = /^((?:bearer|basic|digest|token|apikey|key)(?= |$) *)?(.*)$/is;
const MASKED = /\b(pk_|dp_|sk_)|[\p{L}\p{N}]/gu;
