import type { Request, RequestHandler, Response } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import type { RefusalDetail } from '../../errors/refusal.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { OperationId } from '../../api.ts';
import { createBodyCheck } from './body-check.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import { listOperations, toRoute } from '../../openapi/operations.ts';
import type { SpecOperation } from '../../openapi/operations.ts';
import { followPointer, pointerTo, referencesFrom } from '../../openapi/pointer.ts';
import { nextTurn } from '../../turns.ts';
import { loadLibrary } from './load-library.ts';

/** Throws a Refusal unless path, query and body fit the operation; fills in the defaults of the body. */
export type RequestValidator<Id extends string = OperationId> = (operationId: Id, req: Request, res: Response) => Promise<void>;

/**
 * Wraps express-openapi-validator around the interface; its security and file steps are not wanted. `besides` names
 * query parameters that are taken without being part of it.
 * Mostly a body is all there is, and it fits. The library is needed for the rest, and to say what is wrong: it is
 * loaded at its first use, and prepared for an operation at the first use there. No start waits for it.
 */
export function createRequestValidator<Id extends string = OperationId>(spec: Spec, besides: readonly string[] = []): RequestValidator<Id> {
  const bodyFits = createBodyCheck<Id>(spec);
  const validators = new Map<Id, Promise<OperationValidator>>();
  return async (operationId, req, res) => {
    if (!req.originalUrl.includes('?') && bodyFits(operationId, req.body)) return;
    let validator = validators.get(operationId);
    if (!validator) validators.set(operationId, (validator = wrapLibrary(spec, operationId, besides)));
    await (await validator)(req, res);
  };
}

type OperationValidator = (req: Request, res: Response) => Promise<void>;

/**
 * For one operation, and past `middleware()` of the library, which makes a validator of specs for each: to prepare it
 * for the whole interface takes a third of a second in one turn of the event loop.
 */
async function wrapLibrary(spec: Spec, operationId: string, besides: readonly string[]): Promise<OperationValidator> {
  const { OpenApiValidator } = await loadLibrary();
  await nextTurn();
  const { path, method } = listOperations<string>(spec).find((each) => each.operationId === operationId)!;
  const integers = integersOf(spec, path, method);
  const { apiDoc, route } = requestsOf(spec, path, method);
  const library = new OpenApiValidator({
    apiSpec: apiDoc,
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  });
  const steps = library.installMiddleware(Promise.resolve({ apiDoc, basePaths: [''], routes: [route], serial: 1 })) as unknown as RequestHandler[];
  const find = steps.slice(0, -1);
  const check = steps.at(-1) as RequestHandler;
  // The place of the operation in the spec never changes: the library looks it up once, not for every request.
  let place: object | undefined;
  return async (req, res) => {
    try {
      if (!place) {
        const unmounted = unmountedOf(req);
        for (const each of find) {
          await nextTurn();
          await step(each, unmounted, res);
        }
        place = unmounted.openapi;
        await nextTurn();
      }
      const view = viewOf(req, place, besides);
      refuseLooseIntegers(integers, view);
      await step(check, view, res);
    } catch (error) {
      throw error instanceof Refusal ? error : toRefusal(error as ValidatorError);
    }
  };
}

/** The library prepares every schema that it is given for use: it gets those of the requests of one operation. */
function requestsOf(spec: Spec, path: string, method: SpecOperation['method']) {
  const { parameters, [method]: operation } = spec.paths![path]!;
  const paths = { [path]: { ...(parameters && { parameters }), [method]: { ...operation, responses: {} } } };
  const needed = referencesFrom(spec, paths);
  const components = Object.fromEntries(Object.entries(spec.components ?? {}).map(([kind, parts]) => [
    kind,
    kind === 'securitySchemes' ? parts : Object.fromEntries(Object.entries(parts).filter(([name]) => needed.has(pointerTo('components', kind, name)))),
  ]));
  const route = { basePath: '', openApiRoute: path, expressRoute: toRoute(path), method: method.toUpperCase(), pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!) };
  // It is changed by what the library prepares.
  return { apiDoc: structuredClone({ ...spec, paths, components }) as unknown as OpenAPIV3.DocumentV3_1, route };
}

/** The library looks the whole address up: it gets it without the path that the sandbox is mounted at, and without a host. */
function unmountedOf(req: Request): Request & { openapi: object } {
  return Object.assign(Object.create(req), { originalUrl: req.path, baseUrl: '' });
}

/** What the library looks at, without what is not part of the interface. It reads the query again and again, which express parses each time. */
function viewOf(req: Request, place: object, besides: readonly string[]): Request {
  const { method, path, body, params } = req;
  const queried = req.originalUrl.includes('?');
  const query = Object.fromEntries(Object.entries(queried ? req.query : {}).filter(([name]) => !besides.includes(name)));
  const view = { method, path, body, params, query, originalUrl: queried ? req.url : path, headers: req.headers, openapi: { ...place, pathParams: { ...params } } };
  return view as unknown as Request;
}

/** The parameters of an operation that are integers. */
function integersOf(spec: Spec, path: string, method: SpecOperation['method']): OpenAPIV3_1.ParameterObject[] {
  const resolve = (part: object): any => ('$ref' in part ? followPointer(spec, part.$ref as string) : part);
  const parameters = [...(spec.paths![path]!.parameters ?? []), ...(spec.paths![path]![method]!.parameters ?? [])].map(resolve);
  return parameters.filter(({ schema }) => resolve(schema).type === 'integer');
}

/** The library takes for an integer whatever JavaScript makes one of: `+5`, ` 5`, `0x5`, `5.0`. */
function refuseLooseIntegers(integers: readonly OpenAPIV3_1.ParameterObject[] = [], { query, params }: Request): void {
  for (const { name, in: part } of integers) {
    const value = part === 'query' ? query[name] : part === 'path' ? params[name] : undefined;
    if (typeof value !== 'string' || /^(0|-?[1-9]\d*)$/.test(value)) continue;
    throw new Refusal('invalid_request', [{ path: `${part}/${name}`, message: `${name} must be an integer in digits, such as 5; got "${value.slice(0, 64)}"` }]);
  }
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
