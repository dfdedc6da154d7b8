import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3_1 } from 'openapi-types';
import { pointerTo, referencesFrom, resolve } from '../../base/pointer.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';
import { findOperation } from '../../interface/openapi/operations.ts';
import type { DescribedRequest } from './described-request.ts';
import { describeRequest } from './described-request.ts';
import { isStrictInteger } from './strict-integer.ts';
import type { ValidatorError, Verdict } from './to-verdict.ts';
import { toVerdict } from './to-verdict.ts';

/** A request's validated parts: plain values, so that they can be sent to another thread. */
export interface RequestParts {
  operationId: string;
  method: string;
  /** Path and address omit the sandbox's mount path, and the host. */
  path: string;
  url: string;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  headers: Request['headers'];
  body: unknown;
}

/**
 * Wraps express-openapi-validator around a spec; its security and file steps are not used. Loading it, preparing it for
 * the spec and compiling an operation's schemas occupy the thread for some tenths of a second in one turn. Rejects if
 * the preparation fails.
 */
export function wrapLibrary(spec: Spec, undeclared: readonly string[] = []): (parts: RequestParts) => Promise<Verdict> {
  const steps = middleware({
    apiSpec: requestsOf(spec) as Options['apiSpec'],
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  }) as unknown as RequestHandler[];
  const check = steps.pop();
  if (!check) throw new Error('express-openapi-validator has no step that validates');
  const operations = new Map<string, FoundOperation>();
  return async (parts) => {
    let operation = operations.get(parts.operationId);
    if (!operation)
      operations.set(
        parts.operationId,
        (operation = await prepareOperation(spec, steps, parts.operationId, undeclared)),
      );
    const view = viewOf(parts, operation.place);
    try {
      refuseLooseIntegers(operation.integers, view);
      await step(check, view);
      return { body: view.body };
    } catch (error) {
      return toVerdict(error as ValidatorError, view, operation.request);
    }
  };
}

type Options = Parameters<typeof middleware>[0];

interface FoundOperation {
  place: Place;
  integers: IntegerParameter[];
  request: DescribedRequest;
}

/** The library's data about an operation. */
interface Place {
  openApiRoute: string;
  schema: { requestBody?: object };
}

/**
 * The library looks up an operation by a request's path. This result never changes: the lookup happens once, with the
 * spec's own path.
 */
async function prepareOperation(
  spec: Spec,
  steps: readonly RequestHandler[],
  operationId: string,
  undeclared: readonly string[],
): Promise<FoundOperation> {
  const operation = findOperation(spec, operationId);
  const { path, method } = operation;
  const request = { app, method: method.toUpperCase(), path, originalUrl: path, baseUrl: '' } as unknown as Request & {
    openapi: Place;
  };
  for (const each of steps) await step(each, request);
  const { openapi } = request;
  if (openapi.openApiRoute !== path)
    throw new Error(
      `express-openapi-validator finds ${openapi.openApiRoute} for ${path}; two paths of the spec must not ` +
        'match the same requests',
    );
  return {
    place: openapi,
    integers: integersOf(spec, operation),
    request: describeRequest(spec, operation, undeclared),
  };
}

/** The library reads the options for path matching from it. */
const app = express();

function viewOf({ method, path, url, query, params, headers, body }: RequestParts, place: Place): Request {
  const view = {
    method,
    path,
    body,
    params,
    query,
    originalUrl: withEncodedQuery(url),
    headers: { ...headers, 'content-type': typeOf(headers, place) },
    openapi: { ...place, pathParams: { ...params } },
  };
  return view as unknown as Request;
}

/**
 * The library refuses unencoded reserved characters. Clients may send them: forms write a blank as `+`, and an address
 * may have `:` and `/` unencoded in its query.
 */
function withEncodedQuery(url: string): string {
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return url;
  const query = new URLSearchParams(url.slice(queryAt + 1)).toString();
  return `${url.slice(0, queryAt)}?${query.replaceAll('+', '%20').replaceAll('*', '%2A')}`;
}

/** The library compiles and keeps a validator for each content type: types without a difference are left out. */
function typeOf({ 'content-type': type }: Request['headers'], { schema }: Place): string | undefined {
  if (!schema.requestBody) return undefined;
  const [mediaType = ''] = type?.split(';') ?? [];
  return mediaType.trim().toLowerCase() === JSON_TYPE ? JSON_TYPE : type;
}

/** An integer parameter, and the words for its required form. */
interface IntegerParameter {
  name: string;
  in: string;
  must: string;
}

function integersOf(spec: Spec, { pathItem, description }: SpecOperation<string>): IntegerParameter[] {
  return [...(pathItem.parameters ?? []), ...(description.parameters ?? [])]
    .map((parameter) => resolve<OpenAPIV3_1.ParameterObject>(spec, parameter))
    .flatMap(({ name, in: part, schema: described }) => {
      const schema = described && resolve<OpenAPIV3_1.SchemaObject>(spec, described);
      if (schema?.type !== 'integer') return [];
      return [{ name, in: part, must: schema.enum?.join(' or ') ?? 'an integer in digits, such as 5' }];
    });
}

/** The library accepts every JavaScript integer form: `+5`, ` 5`, `0x5`, `5.0`. */
function refuseLooseIntegers(integers: readonly IntegerParameter[] = [], { query, params }: Request): void {
  const values: Record<string, Record<string, unknown>> = { query, path: params };
  for (const { name, in: part, must } of integers) {
    const value = values[part]?.[name];
    if (typeof value !== 'string' || isStrictInteger(value)) continue;
    throw new Refusal('invalid_request', [
      { path: `${part}/${name}`, message: `${name} must be ${must}, got "${value.slice(0, 64)}"` },
    ]);
  }
}

function step(handler: RequestHandler, req: Request): Promise<void> {
  return new Promise((done, fail) => {
    handler(req, {} as Response, (error?: unknown) => (error instanceof Error ? fail(error) : done()));
  });
}

const JSON_TYPE = 'application/json';

/**
 * Returns a spec without its responses and their own schemas: express-openapi-validator prepares every schema in a
 * spec, and most describe responses. Omits its servers too: paths are matched without a host or a base path.
 */
export function requestsOf(spec: Spec): Spec {
  const paths = Object.fromEntries(
    Object.entries(spec.paths ?? {}).map(([path, item]) => [path, withoutResponses(item ?? {})]),
  );
  const needed = referencesFrom(spec, paths);
  const components = Object.fromEntries(
    Object.entries(spec.components ?? {}).map(([kind, parts]) => [
      kind,
      kind === 'securitySchemes'
        ? parts
        : Object.fromEntries(Object.entries(parts).filter(([name]) => needed.has(pointerTo('components', kind, name)))),
    ]),
  );
  return { ...spec, servers: [], paths, components };
}

function withoutResponses(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([key, part]: [string, unknown]) => [
      key,
      typeof part === 'object' && part !== null && 'responses' in part ? { ...part, responses: {} } : part,
    ]),
  );
}
