import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Request } from 'express';
import { hasMembers } from '../../base/values/kinds.ts';
import type { OperationId } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { createRequestCheck } from './request-check.ts';
import type { ResponseChecker } from './response-checker.ts';
import { createThreadValidator } from './thread-validator.ts';
import type { RequestParts } from './wrap-library.ts';

/** Throws a Refusal unless path, query and body fit the operation; fills in the defaults of the body. */
export type RequestValidator<Id extends string = OperationId> = (operationId: Id, req: Request) => Promise<void>;

/** An interface as it is served, and what validates requests and responses against it. Not to be changed. */
export interface ServedInterface<Id extends string> {
  spec: Spec;
  validateRequest: RequestValidator<Id>;
  checkResponse: ResponseChecker<Id>;
}

/**
 * A request that fits is validated on the spot. express-openapi-validator says what is wrong with any other; it runs
 * in a thread of its own. `undeclared` names query parameters that are accepted though the interface does not have
 * them, `built` has checks that the build compiled.
 */
export function createRequestValidator<Id extends string = OperationId>(
  spec: Spec,
  undeclared: readonly string[] = [],
  built?: Readonly<Record<string, ValidateFunction>>,
): RequestValidator<Id> {
  const fits = createRequestCheck<Id>(spec, built);
  const validate = createThreadValidator(spec);
  return async (operationId, req) => {
    const parts = partsOf(operationId, req, undeclared);
    if (fits(operationId, parts)) return;
    const verdict = await validate(parts);
    if ('refused' in verdict) throw new Refusal(verdict.refused, verdict.details);
    if ('failed' in verdict) throw verdict.failed;
    fillIn(req.body, verdict.body);
  };
}

/** Without the parameters that the interface does not have. Express parses the query each time that it is read. */
function partsOf(operationId: string, req: Request, undeclared: readonly string[]): RequestParts {
  const { method, path, params, headers } = req;
  const body: unknown = req.body;
  if (!req.originalUrl.includes('?')) return { operationId, method, path, url: path, query: {}, params, headers, body };
  const { url, query: given } = req;
  const query = undeclared.some((name) => name in given) ? without(undeclared, given) : given;
  return { operationId, method, path, url, query, params, headers, body };
}

function without(names: readonly string[], query: Request['query']): Request['query'] {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

/** Adds the defaults that the library filled into its copy of a body. The body stays the object that was parsed. */
function fillIn(body: unknown, filled: unknown): void {
  if (!hasMembers(body) || !hasMembers(filled)) return;
  for (const [name, value] of Object.entries(filled)) {
    if (Object.hasOwn(body, name)) fillIn(body[name], value);
    else body[name] = value;
  }
}
