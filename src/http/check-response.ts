import { Refusal } from '../interface/errors/refusal.ts';
import type { Received } from './exchange.ts';
import type { ExchangeServices } from './http-services.ts';

/**
 * Returns a successful response's body with `liveMode`, a field in every response. Throws `response_invalid`, and
 * reports the violation, if it does not fit the interface.
 */
export function completeBody(service: ExchangeServices, { operation }: Received, status: number, body: object): object {
  const complete = { ...body, liveMode: service.config.liveMode };
  const violation = operation.checkResponse(status, complete);
  reportViolation(service, violation);
  if (violation !== undefined) throw new Refusal('response_invalid');
  return complete;
}

/** Records a response that breaks its interface; undefined means no violation. */
export function reportViolation(service: ExchangeServices, violation: string | undefined): void {
  if (violation === undefined) return;
  if (service.violations.length < MAX_VIOLATIONS) service.violations.push(violation);
  service.log.error({ violation }, 'response breaks the spec');
}

const MAX_VIOLATIONS = 100;
