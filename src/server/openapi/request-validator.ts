import type { Request, RequestHandler, Response } from 'express';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import type { RefusalDetail } from '../../errors/refusal.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { OperationId } from '../../api.ts';
import { createBodyCheck } from './body-check.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import { pointerTo, referencesFrom } from '../../openapi/pointer.ts';

/** Throws a Refusal unless path, query and body fit the operation; fills in the defaults of the body. */
export type RequestValidator<Id extends string = OperationId> = (operationId: Id, req: Request, res: Response) => Promise<void>;

/**
 * Wraps express-openapi-validator around the interface without scenarios; its security and file steps are not wanted.
 * Mostly a body is all there is, and it fits. The library is needed for the rest, and to say what is wrong: it is
 * loaded and made at its first use, and no start waits for it.
 */
export function createRequestValidator<Id extends string = OperationId>(spec: Spec): RequestValidator<Id> {
  const bodyFits = createBodyCheck<Id>(spec);
  let library: Promise<RequestValidator<Id>> | undefined;
  return async (operationId, req, res) => {
    if (!req.originalUrl.includes('?') && bodyFits(operationId, req.body)) return;
    library ??= wrapLibrary<Id>(spec);
    await (await library)(operationId, req, res);
  };
}

async function wrapLibrary<Id extends string>(spec: Spec): Promise<RequestValidator<Id>> {
  const { middleware } = await import('express-openapi-validator');
  const steps = middleware({
    apiSpec: requestsOf(spec) as unknown as OpenAPIV3.DocumentV3_1,
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  });
  const find = steps.slice(0, -1);
  const check = steps.at(-1) as RequestHandler;
  // The place of an operation in the spec never changes: the library looks it up once, not for every request.
  const places = new Map<Id, object>();
  return async (operationId, req, res) => {
    try {
      let place = places.get(operationId);
      if (!place) {
        const unmounted = unmountedOf(req);
        for (const each of find) await step(each, unmounted, res);
        places.set(operationId, (place = unmounted.openapi));
      }
      await step(check, viewOf(req, place), res);
    } catch (error) {
      throw toRefusal(error as ValidatorError);
    }
  };
}

/** The library prepares every schema that it is given for use, and most are those of answers. */
function requestsOf(spec: Spec): Spec {
  const paths = Object.fromEntries(Object.entries(spec.paths ?? {}).map(([path, item]) => [path, Object.fromEntries(Object.entries(item ?? {}).map(([key, value]) => [
    key,
    typeof value === 'object' && 'responses' in value ? { ...value, responses: {} } : value,
  ]))]));
  const needed = referencesFrom(spec, paths);
  const components = Object.fromEntries(Object.entries(spec.components ?? {}).map(([kind, parts]) => [
    kind,
    kind === 'securitySchemes' ? parts : Object.fromEntries(Object.entries(parts).filter(([name]) => needed.has(pointerTo('components', kind, name)))),
  ]));
  return { ...spec, paths, components };
}

/** The library looks the whole address up: it gets it without the path that the sandbox is mounted at, and without a host. */
function unmountedOf(req: Request): Request & { openapi: object } {
  return Object.assign(Object.create(req), { originalUrl: req.path, baseUrl: '' });
}

/**
 * What the library looks at. It reads the query again and again, which express parses each time, and the
 * scenario is not part of the interface.
 */
function viewOf(req: Request, place: object): Request {
  const { method, path, body, params } = req;
  const queried = req.originalUrl.includes('?');
  const { scenario: _, ...query } = queried ? req.query : {};
  const view = { method, path, body, params, query, originalUrl: queried ? req.url : path, headers: req.headers, openapi: { ...place, pathParams: { ...params } } };
  return view as unknown as Request;
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
  if (issue.errorCode?.startsWith('required')) return { path: place, message: `${name} is required` };
  return { path: place, message: issue.message.includes(name) ? issue.message : `${name} ${issue.message}` };
}

const MOST_DETAILS = 50;
