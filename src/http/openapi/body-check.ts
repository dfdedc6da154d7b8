import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { pointerTo } from '../../base/pointer.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';

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
