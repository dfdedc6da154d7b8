import { STATUS_CODES } from 'node:http';
import type { Schema } from '../../api.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { RefusalDetail } from '../../errors/refusal.ts';
import { redactText } from '../../journal/redact.ts';
import { UnwritableError } from '../../store/unwritable.ts';
import type { Exchange } from '../exchange.ts';
import { send } from '../pipeline/send.ts';
import type { Service } from '../service.ts';

/** The one renderer: whatever was thrown, the client gets the one error body, and never a stack trace. */
export function renderError(
  service: Service,
  exchange: Exchange,
  error: unknown,
  headers: Record<string, string> = {},
): void {
  const refusal = error instanceof Refusal ? error : unexpected(service, exchange, error);
  const body = errorBody(service, refusal, exchange.requestId);
  if (exchange.operation) report(service, service.checkResponse(exchange.operation.operationId, refusal.status, body));
  if (exchange.control)
    report(service, service.control.checkResponse(exchange.control.operationId, refusal.status, body));
  send(service, exchange, refusal.status, JSON.stringify(body), headers);
}

/** What every answer that is not a success has as its body. */
export function errorBody({ config }: Service, refusal: Refusal, requestId: string): Schema['Error'] {
  const details = refusal.details.map(toShow);
  return {
    statusCode: refusal.status,
    error: STATUS_CODES[refusal.status] as string,
    message: details.length > 0 ? details.map((detail) => detail.message) : [refusal.message],
    code: refusal.code,
    liveMode: config.liveMode,
    requestId,
    ...(details.length > 0 && { details }),
  };
}

/** What is repeated of the request may be long, a name that nobody expected for example, or hold a secret. */
function toShow<Detail extends RefusalDetail>(detail: Detail): Detail {
  return { ...detail, path: cut(redactText(detail.path)), message: cut(redactText(detail.message)) };
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** Notes an answer that breaks the spec; nothing to note when it fits. */
export function report(service: Service, violation: string | undefined): void {
  if (violation === undefined) return;
  if (service.violations.length < MAX_VIOLATIONS) service.violations.push(violation);
  service.log.error({ violation }, 'response breaks the spec');
}

function unexpected(service: Service, exchange: Exchange, error: unknown): Refusal {
  if (exchange.req.destroyed && !exchange.req.complete) {
    service.log.info({ requestId: exchange.requestId }, 'client went away');
  } else {
    service.log.error({ requestId: exchange.requestId, err: error }, 'unexpected error');
  }
  return new Refusal(error instanceof UnwritableError ? 'store_unwritable' : 'internal_error');
}

const MAX_VIOLATIONS = 100;
/** The names of every scenario fit. */
const LONGEST = 1000;
