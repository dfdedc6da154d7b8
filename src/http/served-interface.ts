import type { Spec } from '../interface/openapi/load-spec.ts';
import type { RequestValidator } from './openapi/request-validator.ts';
import type { ResponseChecker } from './openapi/response-checker.ts';

/** An interface as it is served, and what validates requests and responses against it. Not to be changed. */
export interface ServedInterface<Id extends string> {
  spec: Spec;
  validateRequest: RequestValidator<Id>;
  checkResponse: ResponseChecker<Id>;
}
