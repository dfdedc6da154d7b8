import type { OpenAPIV3_1 } from 'openapi-types';
import { resolve } from '../../base/pointer.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { findOperation } from '../../interface/openapi/operations.ts';

type Schema = OpenAPIV3_1.SchemaObject;
type SchemaOrRef = Schema | OpenAPIV3_1.ReferenceObject;

/** The body of a 200 response with null in every field that its schema lets be null. */
export function withNulls(spec: Spec, operationId: OperationId, body: object): unknown {
  const described = findOperation(spec, operationId).description.responses?.['200'];
  const schema = described && resolve(spec, described).content?.['application/json']?.schema;
  return schema ? nulled(spec, schema, body) : body;
}

function nulled(spec: Spec, place: SchemaOrRef, value: unknown): unknown {
  const schema = resolve<Schema>(spec, place);
  if (mayBeNull(spec, schema)) return null;
  if (Array.isArray(value))
    return value.map((item) => nulled(spec, (schema as OpenAPIV3_1.ArraySchemaObject).items, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = propertyOf(spec, schema, name);
      return [name, property ? nulled(spec, property, inner) : inner];
    }),
  );
}

function mayBeNull(spec: Spec, schema: Schema): boolean {
  if ([schema.type].flat().includes('null')) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((one) => mayBeNull(spec, resolve(spec, one)));
}

function propertyOf(spec: Spec, schema: Schema, name: string): SchemaOrRef | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = propertyOf(spec, resolve(spec, part), name);
    if (found) return found;
  }
  return undefined;
}
