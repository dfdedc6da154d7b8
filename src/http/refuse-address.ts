import type { Request, Response } from 'express';
import { Refusal } from '../interface/errors/refusal.ts';
import { findSender } from './authenticate.ts';
import type { Ended, Exchange } from './exchange.ts';
import { endExchange, openExchange } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { journalExchange } from './journal-exchange.ts';
import { logExchange } from './log-exchange.ts';
import { renderError } from './render-error.ts';
import { sendResponse } from './send-response.ts';

/** Refuses a method that an address does not support. `allow` names the supported ones, as in the header. */
export function refuseMethod(service: HttpServices, allow: string, req: Request, res: Response): void {
  refuseAddress(service, unsupportedMethod(req, allow), req, res, { Allow: allow });
}

/** Returns the refusal for an unsupported method. */
export function unsupportedMethod({ method }: Request, allow: string): Refusal {
  return new Refusal('method_not_allowed', [{ path: '', message: `${method} is not possible here; use ${allow}` }]);
}

/** Serves a request for an unknown address: it gets the common error body, and counts as an exchange of its sender. */
export function refuseAddress(
  service: HttpServices,
  error: unknown,
  req: Request,
  res: Response,
  headers: Record<string, string> = {},
): void {
  const exchange = openExchange(service, req, res);
  if (!isOfService(req)) return void refuse(service, exchange, error, headers);
  void refuseSender(service, exchange, error, headers);
}

async function refuseSender(
  service: HttpServices,
  exchange: Exchange,
  error: unknown,
  headers: Record<string, string>,
): Promise<void> {
  service.underway.add(exchange);
  try {
    await findSender(service, exchange);
    const ended = refuse(service, exchange, error, headers);
    if (ended) journalExchange(service, ended);
  } catch (failure) {
    service.log.error({ err: failure }, 'a refused call was not journaled');
    exchange.res.destroy();
  } finally {
    service.underway.delete(exchange);
  }
}

function refuse(
  service: HttpServices,
  exchange: Exchange,
  error: unknown,
  headers: Record<string, string>,
): Ended | undefined {
  const sent = sendResponse(exchange, { ...renderError(service, exchange, error), headers });
  const ended = endExchange(service, exchange, sent);
  if (ended) logExchange(service, ended);
  return ended;
}

/** True for a service address; false for a control API address, and for the page at `/`. */
export function isOfService({ path }: Request): boolean {
  return path !== '/' && path !== '/_sandbox' && !path.startsWith('/_sandbox/');
}
