import type { Request } from 'express';
import type { OperationId } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { createBodyCheck } from './body-check.ts';
import { createThreadValidator } from './thread-validator.ts';
import type { RequestParts } from './wrap-library.ts';

/** Throws a Refusal unless path, query and body fit the operation; fills in the defaults of the body. */
export type RequestValidator<Id extends string = OperationId> = (operationId: Id, req: Request) => Promise<void>;

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
  if (!isObject(body) || !isObject(filled)) return;
  for (const [name, value] of Object.entries(filled)) {
    if (Object.hasOwn(body, name)) fillIn(body[name], value);
    else body[name] = value;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
