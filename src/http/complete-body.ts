import { Refusal } from '../interface/errors/refusal.ts';
import type { Received } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { reportViolation } from './report-violation.ts';

/**
 * The body of a successful response with `liveMode`, which every response has. Throws `response_invalid`, and reports
 * the violation, where it does not fit the interface.
 */
export function completeBody(service: HttpServices, { operation }: Received, status: number, body: object): object {
  const complete = { ...body, liveMode: service.config.liveMode };
  const violation = operation.checkResponse(status, complete);
  reportViolation(service, violation);
  if (violation !== undefined) throw new Refusal('response_invalid');
  return complete;
}
