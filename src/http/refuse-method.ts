import type { Request, Response } from 'express';
import { Refusal } from '../interface/errors/refusal.ts';
import { openExchange } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { renderError } from './render-error.ts';

/** Refuses a method that an address does not support. `allow` names the supported ones, as in the header. */
export function refuseMethod(service: HttpServices, allow: string, req: Request, res: Response): void {
  const message = `${req.method} is not possible here; use ${allow}`;
  renderError(service, openExchange(service, req, res), new Refusal('method_not_allowed', [{ path: '', message }]), {
    Allow: allow,
  });
}
