import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Request } from 'express';
import { pointerTo } from '../../base/pointer.ts';
import { hasMembers } from '../../base/values/kinds.ts';
import type { OperationId } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
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
 * Most requests have only a body, and it fits. express-openapi-validator is needed for the rest, and to say what is
 * wrong; it runs in a thread of its own. `undeclared` names query parameters that are accepted though the interface
 * does not have them.
 */
export function createRequestValidator<Id extends string = OperationId>(
  spec: Spec,
  undeclared: readonly string[] = [],
): RequestValidator<Id> {
  const bodyFits = createBodyCheck<Id>(spec);
  const validate = createThreadValidator(spec);
  return async (operationId, req) => {
    if (!req.originalUrl.includes('?') && bodyFits(operationId, req.body)) return;
    const verdict = await validate(partsOf(operationId, req, undeclared));
    if ('refused' in verdict) throw new Refusal(verdict.refused, verdict.details);
    if ('failed' in verdict) throw verdict.failed;
    fillIn(req.body, verdict.body);
  };
}

/** Without the parameters that the interface does not have. Express parses the query each time that it is read. */
function partsOf(operationId: string, req: Request, undeclared: readonly string[]): RequestParts {
  const { method, path, params, headers } = req;
  const body: unknown = req.body;
  const queried = req.originalUrl.includes('?');
  const query = Object.fromEntries(
    Object.entries(queried ? req.query : {}).filter(([name]) => !undeclared.includes(name)),
  );
  return { operationId, method, path, url: queried ? req.url : path, query, params, headers, body };
}

/** Adds the defaults that the library filled into its copy of a body. The body stays the object that was parsed. */
function fillIn(body: unknown, filled: unknown): void {
  if (!hasMembers(body) || !hasMembers(filled)) return;
  for (const [name, value] of Object.entries(filled)) {
    if (Object.hasOwn(body, name)) fillIn(body[name], value);
    else body[name] = value;
  }
}

/**
 * Whether a JSON body is the only input of its operation, and fits; its defaults are filled in. Does not say what is
 * wrong with one that does not fit, and is false for operations with parameters.
 */
export type BodyCheck<Id extends string = OperationId> = (operationId: Id, body: unknown) => boolean;

/** Validates bodies against the schemas of the spec, with the same formats as express-openapi-validator. */
export function createBodyCheck<Id extends string = OperationId>(spec: Spec): BodyCheck<Id> {
  // The loader has validated the spec; to do so once more would delay the start.
  const ajv = new Ajv2020({ strict: false, useDefaults: true, validateSchema: false });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(spec, 'spec');
  const places = bodyPlaces(spec);
  const validators = new Map<string, ValidateFunction>();

  return (operationId, body) => {
    let validate = validators.get(operationId);
    if (!validate) {
      const place = places.get(operationId);
      if (place === undefined) return false;
      validators.set(operationId, (validate = ajv.compile({ $ref: `spec${place}` })));
    }
    return validate(body);
  };
}

/** Where the schema of the body is, for each operation that takes nothing else. */
function bodyPlaces(spec: Spec): Map<string, string> {
  return new Map(
    listOperations(spec).flatMap(({ operationId, path, method, pathItem, description }) => {
      const { parameters, requestBody } = { ...pathItem, ...description };
      const place = pointerTo('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
      return !parameters && requestBody && 'content' in requestBody && requestBody.content['application/json']?.schema
        ? [[operationId, place]]
        : [];
    }),
  );
}
