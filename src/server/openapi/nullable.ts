import type { OpenAPIV3_1 } from 'openapi-types';
import type { OperationId } from '../../api.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import { listOperations } from '../../openapi/operations.ts';
import { followPointer } from '../../openapi/pointer.ts';

type Schema = OpenAPIV3_1.SchemaObject;
type SchemaOrRef = Schema | OpenAPIV3_1.ReferenceObject;

/** The body of a 200 answer with null in every field that its schema lets be null. */
export function withNulls(spec: Spec, operationId: OperationId, body: object): unknown {
  const { path, method } = listOperations(spec).find((each) => each.operationId === operationId)!;
  const response = resolve<OpenAPIV3_1.ResponseObject>(spec, spec.paths![path]![method]!.responses['200']!);
  return nulled(spec, response.content!['application/json']!.schema as SchemaOrRef, body);
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

/** Follows a reference within the spec. */
function resolve<T extends object>(spec: Spec, place: T | OpenAPIV3_1.ReferenceObject): T {
  if (!('$ref' in place)) return place;
  return resolve(spec, followPointer(spec, place.$ref) as T);
}
