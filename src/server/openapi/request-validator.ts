import type { Request, RequestHandler, Response } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import type { RefusalDetail } from '../../errors/refusal.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { OperationId } from '../../scenarios/scenario.ts';
import type { Spec } from './load-spec.ts';

/** Throws a Refusal unless path, query and body fit the operation; fills in the defaults of the body. */
export type RequestValidator = (operationId: OperationId, req: Request, res: Response) => Promise<void>;

/** Wraps express-openapi-validator, whose security and file steps are not wanted. */
export function createRequestValidator(spec: Spec): RequestValidator {
  const steps = middleware({
    apiSpec: spec as unknown as OpenAPIV3.DocumentV3_1,
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  });
  const check = steps.at(-1) as RequestHandler;
  // The place of an operation in the spec never changes: the library looks it up once, not for every request.
  const places = new Map<OperationId, object>();

  return async (operationId, req, res) => {
    const place = places.get(operationId);
    try {
      if (place) {
        Object.assign(req, { openapi: { ...place, pathParams: { ...req.params } } });
        await step(check, req, res);
      } else {
        for (const each of steps) await step(each, req, res);
        places.set(operationId, (req as Request & { openapi: object }).openapi);
      }
    } catch (error) {
      throw toRefusal(error as ValidatorError);
    }
  };
}

interface ValidatorError extends Error {
  status?: number;
  path?: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

function step(handler: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    handler(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}

function toRefusal(error: ValidatorError): Error {
  if (error.status === undefined || error.status >= 500) return error;
  const issues = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const unlisted = issues.some(isUnlisted);
  return new Refusal(unlisted ? 'non_whitelisted_field' : 'invalid_request', issues.slice(0, MOST_DETAILS).map(toDetail));
}

function isUnlisted(issue: { errorCode?: string }): boolean {
  return issue.errorCode?.startsWith('additionalProperties') ?? false;
}

function toDetail(issue: { path: string; message: string; errorCode?: string }): RefusalDetail {
  const [, part = '', ...rest] = issue.path.split('/');
  const place = part === 'body' ? (rest.length ? `/${rest.join('/')}` : '') : [part === 'params' ? 'path' : part, ...rest].join('/');
  if (isUnlisted(issue)) {
    const parents = rest.slice(0, -1).map((name) => `${name}.`).join('');
    return { path: place, message: `${parents}property ${rest.at(-1)} should not exist` };
  }
  const name = rest.join('.') || 'body';
  return { path: place, message: issue.message.includes(name) ? issue.message : `${name} ${issue.message}` };
}

const MOST_DETAILS = 50;
