type Schema = Record<string, unknown>;

/**
 * A schema of OpenAPI 3.0.3: `nullable` for the type null, `enum` for `const`, `example` for `examples`. `find`: the
 * schema that a reference leads to.
 */
export function toSchema30(schema: unknown, find: FindSchema): unknown {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (!isSchema(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !UNKNOWN.has(keyword));
  const parts = Object.fromEntries(kept.map(([keyword, value]) => [keyword, withParts(keyword, value, find)]));
  const steps = [withExample, withEnum, withBounds, withItems, withNullable, withNullableParts(find), withReference];
  return steps.reduce((converted, step) => step(converted), parts);
}

export type FindSchema = (reference: string) => unknown;

/** The schemas that a keyword has are converted too. */
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

/** A list says of what it is. */
function withItems(schema: Schema): Schema {
  return [schema['type']].flat().includes('array') && !('items' in schema) ? { ...schema, items: {} } : schema;
}

/** One type, or for several of them one schema each. */
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

/** One of several schemas, the type null among them. */
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

/** Null fits no reference to an object, whatever stands next to it: only a copy of the object can be `nullable`. */
function copyOfObject(part: unknown, find: FindSchema): Schema | undefined {
  const found = isSchema(part) && typeof part['$ref'] === 'string' ? find(part['$ref']) : undefined;
  if (!isSchema(found) || found['type'] !== 'object') return undefined;
  // Within a copy references stay, or a schema that refers to itself would have no end.
  return toSchema30(found, () => undefined) as Schema;
}

/** Nothing may stand next to a reference. */
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

const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const PARTS: ReadonlySet<string> = new Set(['items', 'not', 'additionalProperties']);

/** Keywords of JSON Schema that 3.0 does not have. */
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
