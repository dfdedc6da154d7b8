import type { Ending } from '../store/journal.ts';
import type { Exchange } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { bodyOf } from './parse-body.ts';

/** What was sent of a response. */
export interface Sent {
  status: number;
  headers: Record<string, string | number>;
  body: string | Buffer | null;
  ending: Ending;
}

/** Hands an exchange to the journal of its profile: requests of the service only, and only authenticated ones. */
export function recordExchange(
  { journal }: HttpServices,
  { requestId, now, profile, operation, req, scenario }: Exchange,
  sent: Sent | Ending,
): void {
  if (!profile || !operation?.isJournaled) return;
  const responded = typeof sent === 'object';
  journal.record({
    exchangeId: requestId,
    profileCode: profile.code,
    at: now,
    operationId: operation.operationId,
    method: req.method,
    path: originForm(req.originalUrl),
    requestHeaders: req.rawHeaders,
    requestBody: bodyOf(req),
    status: responded ? sent.status : null,
    ending: responded ? sent.ending : sent,
    responseHeaders: responded ? sent.headers : NONE,
    responseBody: responded ? sent.body : null,
    scenario: scenario ?? null,
  });
}

/** An address may come in its absolute form, `http://host/path`: the journal keeps what follows the host. */
function originForm(address: string): string {
  if (address.startsWith('/')) return address;
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const NONE = {};
