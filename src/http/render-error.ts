import { STATUS_CODES } from 'node:http';
import { redactText } from '../exchange/redaction.ts';
import type { Schema } from '../interface/api.ts';
import type { RefusalDetail } from '../interface/errors/refusal.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import { UnavailableError, UnwritableError } from '../store/errors.ts';
import { reportViolation } from './check-response.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeServices } from './http-services.ts';
import type { Rendered } from './send-response.ts';
import { toJson } from './to-json.ts';

/** The one error renderer: for any thrown value, the client gets the error body, and never a stack trace. */
export function renderError(service: ExchangeServices, exchange: Exchange, error: unknown): Rendered {
  const refusal = error instanceof Refusal ? error : unexpected(service, exchange, error);
  const body = errorBody(service, refusal, exchange.requestId);
  reportViolation(service, exchange.operation?.checkResponse(refusal.status, body));
  exchange.output = body;
  exchange.isRefused = true;
  return { status: refusal.status, body: toJson(body) };
}

/** `liveMode` is null as long as it is unknown. */
type ErrorBody = Omit<Schema['ErrorResponse'], 'liveMode'> & { liveMode: boolean | null };

/** Returns the body for every response other than a success. */
export function errorBody({ config }: ExchangeServices, refusal: Refusal, requestId: string): ErrorBody {
  const details = refusal.details.map(toShown);
  return {
    statusCode: refusal.status,
    error: STATUS_CODES[refusal.status] ?? '',
    message: details.length > 0 ? details.map((detail) => detail.message) : [refusal.message],
    code: refusal.code,
    liveMode: config.liveMode,
    requestId,
    ...(details.length > 0 && { details }),
  };
}

/** Repeated request data may be long, such as an unknown name, or contain a secret. */
function toShown<Detail extends RefusalDetail>(detail: Detail): Detail {
  return { ...detail, path: cut(redactText(detail.path)), message: cut(redactText(detail.message)) };
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function unexpected(service: ExchangeServices, exchange: Exchange, error: unknown): Refusal {
  if (exchange.req.destroyed && !exchange.req.complete) {
    service.log.info({ requestId: exchange.requestId }, 'client went away');
  } else {
    service.log.error({ requestId: exchange.requestId, err: error }, 'unexpected error');
  }
  if (error instanceof UnwritableError) return new Refusal('store_unwritable');
  return new Refusal(error instanceof UnavailableError ? 'store_unavailable' : 'internal_error');
}

/** Long enough for the names of every scenario. */
const LONGEST = 2000;
