import type { OpenAPIV3_1 } from 'openapi-types';
import { pointerTo, resolve } from '../../base/pointer.ts';
import type { Spec } from './load-spec.ts';
import type { SpecOperation } from './operations.ts';
import { listOperations } from './operations.ts';

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
