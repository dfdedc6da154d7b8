import type { Ending } from '../../store/journal.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';
import { bodyOf } from './parse-body.ts';

/** What a client got to see of an answer. */
export interface Sent {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer | null;
  ending: Ending;
}

/** Hands an exchange to the journal of its profile: calls of the service only, and once it is known whose they are. */
export function recordExchange(
  { journal }: Service,
  { requestId, now, profile, operation, req, scenario }: Exchange,
  sent: Sent | Ending,
): void {
  if (profile === null || operation === null) return;
  const answered = typeof sent === 'object';
  journal.record({
    exchangeId: requestId,
    profileCode: profile.code,
    at: now,
    operationId: operation.operationId,
    method: req.method,
    path: originForm(req.originalUrl),
    requestHeaders: req.rawHeaders,
    requestBody: bodyOf(req),
    status: answered ? sent.status : null,
    ending: answered ? sent.ending : sent,
    responseHeaders: answered ? sent.headers : NONE,
    responseBody: answered ? sent.body : null,
    scenario,
  });
}

/** An address may come in its absolute form, `http://host/path`: the journal keeps what follows the host. */
function originForm(address: string): string {
  if (address.startsWith('/')) return address;
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const NONE = {};
