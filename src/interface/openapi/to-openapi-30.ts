import type { OpenAPIV3 } from 'openapi-types';
import { followPointer, pointerTo, referencesFrom } from '../../base/pointer.ts';
import type { Spec } from './load-spec.ts';

type Schema = Record<string, unknown>;
/** Returns a reference's target schema. */
type FindSchema = (reference: string) => unknown;

/**
 * Converts a document to OpenAPI 3.0.3, for tools without 3.1. The result accepts everything that the document accepts,
 * and more if 3.0 cannot express a schema's condition.
 */
export function toOpenApi30(spec: Spec): OpenAPIV3.Document {
  const { summary: _, license, ...info } = spec.info;
  const find: FindSchema = (reference) => followPointer(spec, reference);
  const document = {
    ...spec,
    openapi: '3.0.3',
    info: { ...info, ...(license && { license: { name: license.name, ...(license.url && { url: license.url }) } }) },
  };
  return withoutUnused(withSchemas30(document, find) as OpenAPIV3.Document);
}

/** Removes unused components. */
function withoutUnused(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const used = referencesFrom(document, document.paths);
  const schemas = Object.entries(document.components?.schemas ?? {});
  const kept = schemas.filter(([name]) => used.has(pointerTo('components', 'schemas', name)));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** Converts every schema in a document part. Leaves example values as they are. */
function withSchemas30(part: unknown, find: FindSchema, key = ''): unknown {
  if (Array.isArray(part)) return part.map((item) => withSchemas30(item, find));
  if (typeof part !== 'object' || part === null || KEPT.has(key) || key.startsWith('x-')) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]: [string, unknown]) => {
      if (key === 'schemas' || name === 'schema') return [name, toSchema30(inner, find)];
      return [name, withSchemas30(inner, find, name)];
    }),
  );
}

/** Converts a schema to OpenAPI 3.0.3: `nullable` for the type null, `enum` for `const`, `example` for `examples`. */
export function toSchema30(schema: unknown, find: FindSchema): unknown {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (!isSchema(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !UNKNOWN.has(keyword));
  const parts = Object.fromEntries(kept.map(([keyword, value]) => [keyword, withParts(keyword, value, find)]));
  const steps = [withExample, withEnum, withBounds, withItems, withNullable, withNullableParts(find), withReference];
  return steps.reduce((converted, step) => step(converted), parts);
}

/** Converts the schemas inside a keyword's value. */
function withParts(keyword: string, value: unknown, find: FindSchema): unknown {
  if (keyword === 'properties' && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toSchema30(part, find)]));
  if (LISTS.has(keyword) && Array.isArray(value))
    return value.map((part: unknown) => (isNull(part) ? part : toSchema30(part, find)));
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return value;
  return PARTS.has(keyword) ? toSchema30(value, find) : value;
}

function withExample({ examples, ...schema }: Schema): Schema {
  return Array.isArray(examples) ? { ...schema, example: examples[0] as unknown } : schema;
}

function withEnum({ const: constant, ...schema }: Schema): Schema {
  return constant === undefined ? schema : { ...schema, enum: [constant] };
}

function withBounds(schema: Schema): Schema {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...rest,
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

/** Adds `items`, which 3.0 requires for arrays. */
function withItems(schema: Schema): Schema {
  return [schema['type']].flat().includes('array') && !('items' in schema) ? { ...schema, items: {} } : schema;
}

/** Keeps one type, or makes a separate schema for each type. */
function withNullable({ type, ...schema }: Schema): Schema {
  if (type === 'null') return { ...schema, nullable: true, enum: [null] };
  if (!Array.isArray(type)) return type === undefined ? schema : { type, ...schema };
  const types = type.filter((one) => one !== 'null');
  const values: unknown = schema['enum'];
  return {
    ...(types.length === 1 ? { type: types[0] as unknown } : { anyOf: types.map((one: unknown) => ({ type: one })) }),
    ...schema,
    ...(types.length < type.length && { nullable: true }),
    ...(types.length < type.length && Array.isArray(values) && { enum: [...new Set<unknown>(values).add(null)] }),
  };
}

/** Replaces a choice that includes the type null by `nullable`. */
function withNullableParts(find: FindSchema): (schema: Schema) => Schema {
  return (schema) => {
    for (const keyword of ['oneOf', 'anyOf']) {
      const { [keyword]: parts, ...rest } = schema;
      if (!Array.isArray(parts) || !parts.some(isNull)) continue;
      const others: unknown[] = parts.filter((part) => !isNull(part));
      const [only, ...more] = others;
      const copy = more.length === 0 && copyOfObject(only, find);
      if (copy) return { ...copy, ...rest, nullable: true };
      return { ...rest, [others.length === 1 ? 'allOf' : keyword]: others, nullable: true };
    }
    return schema;
  };
}

/** Copies a referenced object: a reference next to `nullable` would refuse null. */
function copyOfObject(part: unknown, find: FindSchema): Schema | undefined {
  const found = isSchema(part) && typeof part['$ref'] === 'string' ? find(part['$ref']) : undefined;
  if (!isSchema(found) || found['type'] !== 'object') return undefined;
  // References inside a copy stay: a recursive schema would otherwise have no end.
  return toSchema30(found, () => undefined) as Schema;
}

/** Moves a reference into `allOf` if it has siblings: 3.0 ignores them. */
function withReference({ $ref, ...schema }: Schema): Schema {
  if ($ref === undefined) return schema;
  return Object.keys(schema).length === 0 ? { $ref } : { ...schema, allOf: [{ $ref }] };
}

function isNull(part: unknown): boolean {
  return isSchema(part) && part['type'] === 'null';
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys with values as contents, not schemas. */
const KEPT: ReadonlySet<string> = new Set(['example', 'examples', 'value', 'mapping']);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const PARTS: ReadonlySet<string> = new Set(['items', 'not', 'additionalProperties']);

/** JSON Schema keywords missing from 3.0. */
const UNKNOWN: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'contains',
  'contentEncoding',
  'contentMediaType',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'if',
  'maxContains',
  'minContains',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
