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

/** Throws a Refusal unless path, query and body fit the operation; fills in the body's defaults. */
export type RequestValidator<Id extends string = OperationId> = (operationId: Id, req: Request) => Promise<void>;

/** A served interface with the validators for its requests and responses. Not to be changed. */
export interface ServedInterface<Id extends string> {
  spec: Spec;
  validateRequest: RequestValidator<Id>;
  checkResponse: ResponseChecker<Id>;
}

/**
 * Validates a fitting request immediately. For any other request, express-openapi-validator finds the faults; it runs
 * in a separate thread. `undeclared` names query parameters that are accepted although the interface does not have
 * them, `built` has checks compiled by the build.
 */
export function createRequestValidator<Id extends string = OperationId>(
  spec: Spec,
  undeclared: readonly string[] = [],
  built?: Readonly<Record<string, ValidateFunction>>,
): RequestValidator<Id> {
  const fits = createRequestCheck<Id>(spec, built);
  const validate = createThreadValidator(spec, undeclared);
  return async (operationId, req) => {
    const parts = partsOf(operationId, req, undeclared);
    if (fits(operationId, parts)) return;
    const verdict = await validate(parts);
    if ('refused' in verdict) throw new Refusal(verdict.refused, verdict.details);
    if ('failed' in verdict) throw verdict.failed;
    fillIn(req.body, verdict.body);
  };
}

/** Returns the request parts without parameters unknown to the interface. Express parses the query on each access. */
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

/** Adds the defaults that the library filled into its copy of a body. The parsed body object stays in use. */
function fillIn(body: unknown, filled: unknown): void {
  if (!hasMembers(body) || !hasMembers(filled)) return;
  for (const [name, value] of Object.entries(filled)) {
    if (Object.hasOwn(body, name)) fillIn(body[name], value);
    else body[name] = value;
  }
}
