import { fileURLToPath } from 'node:url';
import type { CodeKeywordDefinition, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import { followPointer } from '../../base/pointer.ts';
import { isString } from '../../base/values/kinds.ts';
import { propertyOf } from '../../base/values/property.ts';
import type { OperationId } from '../../interface/api.ts';
import { scenarioCodes } from '../../interface/errors/catalogue.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';
import { errorCodesIn, listOperations, schemaOfResponse } from '../../interface/openapi/operations.ts';
import { ownKeywords } from '../../interface/openapi/own-keywords.ts';
import { fittedParts, SHARED_PARTS } from './fitted-parts.ts';

/** Describes in one sentence how a response violates the spec; undefined if it fits. */
export type ResponseChecker<Id extends string = OperationId> = (
  operationId: Id,
  status: number,
  body: unknown,
) => string | undefined;

/**
 * Validates every response, 5xx included, against the spec's schema for its operation and status, and its error code
 * against `x-error-codes`. `built` has checks compiled by the build, by the place of their schema; the others are
 * compiled at their first use.
 */
export function createResponseChecker<Id extends string = OperationId>(
  spec: Spec,
  built: Readonly<Record<string, ValidateFunction>> = {},
): ResponseChecker<Id> {
  const operations = new Map(listOperations<Id>(spec).map((operation) => [operation.operationId, operation]));
  const validators = new Map<string, ValidateFunction | undefined>();
  let ajv: Ajv2020 | undefined;
  const compile = (place: string) => (ajv ??= createCompiler(spec)).compile({ $ref: place });

  return (operationId, status, body) => {
    const key = `${operationId} ${status}`;
    if (!validators.has(key)) {
      const place = schemaOfResponse(operations.get(operationId), status);
      validators.set(key, place === undefined ? undefined : (built[place] ?? compile(place)));
    }
    const validate = validators.get(key);
    if (!validate) return `${operationId} has no documented status ${status}`;
    const fault = validate(body)
      ? unlistedCode(operations.get(operationId), status, body)
      : (ajv ??= createCompiler(spec)).errorsText(validate.errors, { dataVar: 'body' });
    return fault && `${operationId} ${status}: ${fault}`;
  };
}

/** Returns the fault if the operation does not list the error code for this status. */
function unlistedCode(operation: SpecOperation<string> | undefined, status: number, body: unknown): string | undefined {
  const code = propertyOf(status === 200 ? propertyOf(body, 'error') : body, 'code');
  const listed = operation && errorCodesIn(operation.description);
  if (!listed || !isString(code) || scenarioCodes.includes(code) || listed[status]?.includes(code)) return undefined;
  return `x-error-codes does not list ${code}`;
}

/** Returns a compiler for a spec's schemas, named `spec` there. */
export function createCompiler(spec: Spec, options: Options = {}): Ajv2020 {
  // The loader has validated the spec; to do so again would delay the start.
  const ajv = new Ajv2020({ strict: false, validateFormats: true, validateSchema: false, ...options });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addKeyword(fitsOnce);
  ownKeywords.forEach((keyword) => ajv.addKeyword(keyword));
  return ajv.addSchema(checkSharedPartsOnce(spec), 'spec');
}

/** Moves an offer's shared parts into a separate schema, which validates each set once. */
function checkSharedPartsOnce(spec: Spec): Spec {
  const offer = spec.components?.schemas?.['Offer'];
  if (!offer) return spec;
  const [shared, own] = [true, false].map((wanted) =>
    Object.fromEntries(
      Object.entries(offer.properties ?? {})
        .filter(([name]) => SHARED_PARTS.includes(name) === wanted)
        .map(([name, schema]) => [name, inPlace(spec, schema)]),
    ),
  );
  const schemas = {
    ...spec.components?.schemas,
    Offer: { ...offer, properties: own, fitsOnce: { properties: shared } },
  };
  return { ...spec, components: { ...spec.components, schemas } };
}

/** The schema itself instead of a reference without siblings: ajv then generates no separate function for it. */
function inPlace(spec: Spec, schema: OpenAPIV3_1.ReferenceObject | OpenAPIV3_1.SchemaObject): OpenAPIV3_1.SchemaObject {
  if ('$ref' in schema)
    return (Object.keys(schema).length === 1 ? followPointer(spec, schema.$ref) : schema) as OpenAPIV3_1.SchemaObject;
  return {
    ...schema,
    ...(schema.allOf && { allOf: schema.allOf.map((one) => inPlace(spec, one)) }),
    ...('items' in schema && schema.items && { items: inPlace(spec, schema.items) }),
  };
}

/** Keyword `fitsOnce: <schema of the shared parts of an offer>`: validates the same parts only once. */
const fitsOnce: CodeKeywordDefinition = {
  keyword: 'fitsOnce',
  type: 'object',
  schemaType: 'object',
  code(context) {
    const { gen, data } = context;
    const known = gen.scopeValue('obj', { ref: fittedParts, code: _`require(${MODULE}).fittedParts` });
    const fits = gen.let('fits', true);
    gen.if(_`!${known}.has(${data})`, () => {
      const valid = gen.name('valid');
      context.subschema({ keyword: 'fitsOnce' }, valid);
      gen.assign(fits, valid);
      gen.if(valid, () => gen.code(_`${known}.add(${data})`));
    });
    context.ok(fits);
  },
};

/** The build's generated code loads the same module. */
const MODULE = fileURLToPath(new URL('./fitted-parts.ts', import.meta.url));
