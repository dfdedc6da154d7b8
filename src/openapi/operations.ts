import type { OperationId } from '../api.ts';
import type { Spec } from './load-spec.ts';

/** One operation of the spec: where it is found and what its `operationId` is. */
export interface SpecOperation<Id extends string = OperationId> {
  operationId: Id;
  method: 'get' | 'post' | 'put' | 'delete';
  /** In OpenAPI form: `/v1/flights/offers/{gdsprovider}/{offerId}`. */
  path: string;
}

/** Every operation of a spec, in its order. */
export function listOperations<Id extends string = OperationId>(spec: Spec): SpecOperation<Id>[] {
  return Object.entries(spec.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((method) => {
      const operationId = item?.[method]?.operationId;
      return operationId ? [{ operationId: operationId as Id, method, path }] : [];
    }),
  );
}

/** The path of an operation as express writes it: `/v1/flights/offers/:gdsprovider/:offerId`. */
export function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
