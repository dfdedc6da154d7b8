import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import type { ObservedBody } from '../check/judge/judged-exchange.ts';
import { JudgedExchange, MAX_REQUEST_BYTES } from '../check/judge/judged-exchange.ts';
import type { Intake } from '../check/judge/live/sandbox-judge.ts';
import { isOfPage } from '../exchange/exchange.ts';
import type { OperationId } from '../interface/api.ts';
import { targetOf } from './documented-target.ts';
import type { Ended, Exchange, Sent } from './exchange.ts';
import { findSender } from './find-sender.ts';
import type { HttpServices } from './http-services.ts';
import { bodyOf } from './parse-body.ts';

/**
 * Passes a finished exchange of the service to the judge. An exchange without authentication goes to the profile of its
 * public key, apart from the profile's own calls: any sender can make it. Calls of pages are only counted.
 */
export function judgeExchange(service: HttpServices, exchange: Ended): void {
  const intake = service.judge?.intake;
  if (!intake) return;
  if (isOfPage(exchange) && exchange.profile) return intake.passOver(exchange.profile.code);
  const observed = observe(service, exchange);
  if (exchange.profile) intake.judge(exchange.profile.code, observed);
  else intake.defer(judgeStranger(service, intake, exchange, observed));
}

async function judgeStranger(
  service: HttpServices,
  intake: Intake,
  exchange: Ended,
  observed: JudgedExchange,
): Promise<void> {
  try {
    const { profileCode, isAuthenticated, origin } = await findSender(exchange, service);
    if (!isAuthenticated || profileCode === null) intake.judgeUnauthenticated(profileCode, observed);
    else if (isOfPage({ origin })) intake.passOver(profileCode);
    else intake.judge(profileCode, observed);
  } catch (error) {
    service.log.error({ err: error }, 'an exchange was not judged');
  }
}

/**
 * Returns an exchange of the service as the document describes it, without the parts specific to this sandbox: the
 * parameter and the header for scenarios, names and prefixes from its settings.
 */
function observe({ config }: HttpServices, exchange: Ended): JudgedExchange {
  const { req, operation, end } = exchange;
  const sent = typeof end.sent === 'object' ? end.sent : null;
  return new JudgedExchange({
    id: exchange.requestId,
    began: exchange.began,
    ended: end.count,
    at: exchange.now,
    // The operations of the service are those of openapi.yaml.
    operation: operation && (operation.operationId as OperationId),
    method: req.method,
    target: targetOf(req.url, config.transferPrefix),
    parameters: operation ? (req.params as Record<string, string>) : NO_PARAMETERS,
    requestHeaders: headersOf(req, config.serviceIdHeader),
    requestBody: sentBody(exchange),
    bytes: HEAD_BYTES + BYTES_PER_CHARACTER * (sent?.body?.length ?? 0),
    response: sent && {
      status: sent.status,
      body: receivedBody(exchange, sent),
      retryAfter: sent.headers['Retry-After']?.toString(),
    },
  });
}

function headersOf({ rawHeaders, headers }: Request, serviceIdHeader: string): readonly string[] {
  if (headers['x-sandbox-scenario'] === undefined && serviceIdHeader === DOCUMENTED) return rawHeaders;
  const own = serviceIdHeader.toLowerCase();
  const observed: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (name.toLowerCase() === 'x-sandbox-scenario') continue;
    observed.push(name.toLowerCase() === own ? DOCUMENTED : name, value);
  }
  return observed;
}

/** An unread body is unknown; a body refused after reading is judged as the client sent it. */
function sentBody({ sent, req }: Exchange): ObservedBody {
  const bytes = bodyOf(req);
  if (bytes && bytes.length > MAX_REQUEST_BYTES) return 'unknown';
  if (sent !== undefined) return { value: sent };
  if (bytes) return isUtf8(bytes) ? { text: bytes.toString().replace(/^\uFEFF/, '') } : 'unreadable';
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers;
  return Number(length) > 0 || encoding !== undefined ? 'unknown' : 'none';
}

/** A scenario can corrupt the sent text. */
function receivedBody({ output }: Exchange, { body, isWhole }: Sent): ObservedBody {
  if (body === null || body.length === 0) return 'none';
  if (!isWhole || output === undefined) return 'unreadable';
  return { value: output, json: body };
}

/** Measured: a value without shared parts takes one and a half times its JSON, which is held too. */
const BYTES_PER_CHARACTER = 2.5;
/** An exchange without its response: headers, and the body of a request. */
const HEAD_BYTES = 2000;
const NO_PARAMETERS = {};
const DOCUMENTED = 'X-Service-Id';
