import type { OpenAPIV3_1 } from 'openapi-types';
import { pointerTo, resolve } from '../../base/pointer.ts';
import type { OperationId } from '../api.ts';

/** An OpenAPI document. */
export type Spec = OpenAPIV3_1.Document;

export interface SpecOperation<Id extends string = OperationId> {
  operationId: Id;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In OpenAPI form: `/v1/flights/offers/{gdsprovider}/{offerId}`. */
  path: string;
  /** The spec's description for it, and for all operations at its path. */
  description: OpenAPIV3_1.OperationObject;
  pathItem: OpenAPIV3_1.PathItemObject;
}

/** Returns a spec's operations, in its order. */
export function listOperations<Id extends string = OperationId>(spec: Spec): SpecOperation<Id>[] {
  return Object.entries(spec.paths ?? {}).flatMap(([path, pathItem]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const description = pathItem?.[method];
      if (!pathItem || !description?.operationId) return [];
      return [{ operationId: description.operationId as Id, method, path, description, pathItem }];
    }),
  );
}

/** Returns the operation with this id in a spec. Throws if there is none. */
export function findOperation<Id extends string>(spec: Spec, operationId: Id): SpecOperation<Id> {
  for (const operation of listOperations<Id>(spec)) if (operation.operationId === operationId) return operation;
  throw new Error(`the spec has no operation ${operationId}`);
}

/**
 * True if a request with this method and path, query included, goes to the operation, below any prefix except the
 * control API's.
 *
 * @example isAddressOf({ method: 'post', path: '/book' }, { method: 'POST', path: '/transfers/book?scenario=502' })
 */
export function isAddressOf(
  { method, path }: Pick<SpecOperation, 'method' | 'path'>,
  sent: { method: string; path: string },
): boolean {
  const own = path.replace(/\{\w+\}/g, '[^/?#]+');
  return sent.method === method.toUpperCase() && new RegExp(`^${PREFIX}${own}/?(?:[?#]|$)`, 'i').test(sent.path);
}

/** Browsers and curl resolve dot segments. */
export const DOT_SEGMENT = '(?:\\.|%2e){1,2}(?=[/?#]|$)';
const PREFIX = `(?:/(?!_sandbox(?=[/?#]|$)|${DOT_SEGMENT})[\\w.~-]+)*`;

/** Returns an operation's path in express form: `/v1/flights/offers/:gdsprovider/:offerId`. */
export function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Returns the codes that an operation lists in `x-error-codes`, by HTTP status; undefined if it has no list. */
export function errorCodesIn(
  description: OpenAPIV3_1.OperationObject & { 'x-error-codes'?: Record<string, string[]> },
): Readonly<Record<string, readonly string[]>> | undefined {
  return description['x-error-codes'];
}

/** Returns the places of all JSON response schemas, in a spec with the name `spec`. */
export function schemasOfResponses(spec: Spec): string[] {
  return listOperations<string>(spec).flatMap((operation) =>
    Object.entries(operation.description.responses ?? {})
      .filter(([, response]) => resolve<OpenAPIV3_1.ResponseObject>(spec, response).content?.['application/json'])
      .flatMap(([status]) => schemaOfResponse(operation, Number(status)) ?? []),
  );
}

/** Returns the schema's place for an operation and a status; undefined for a status that the spec does not have. */
export function schemaOfResponse(operation: SpecOperation<string> | undefined, status: number): string | undefined {
  const response = operation?.description.responses?.[String(status)];
  if (!operation || !response) return undefined;
  const { path, method } = operation;
  const pointer = '$ref' in response ? response.$ref : pointerTo('paths', path, method, 'responses', String(status));
  return `spec${pointer}/content/application~1json/schema`;
}
