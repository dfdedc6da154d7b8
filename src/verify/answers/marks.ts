import type { Spec } from '../../openapi/load-spec.ts';

/** The rules and assumptions that a place of openapi.yaml is marked with. */
export interface Marks {
  rules: string[];
  assumptions: string[];
}

/** The marks nearest to a value: those of its own schema, or else of the one around it that has any. */
export function marksAlong(spec: Spec, schemaPointer: string, valuePointer: string): Marks {
  const keys = valuePointer.split('/').slice(1).map(unescapeKey);
  let schemas = expand(spec, [at(spec, schemaPointer)]);
  let nearest = marksOf(schemas);
  for (const key of keys) {
    schemas = expand(spec, schemas.flatMap((schema) => inner(schema, key)));
    const own = marksOf(schemas);
    if (own.rules.length + own.assumptions.length > 0) nearest = own;
  }
  return nearest;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  then?: Schema;
  else?: Schema;
  'x-rules'?: string[];
  'x-assumption'?: string | string[];
}

/** A schema with all that it refers to and consists of. */
function expand(spec: Spec, schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap((schema) => [
    schema,
    ...expand(spec, [
      ...(schema.$ref === undefined ? [] : [at(spec, schema.$ref)]),
      ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []),
      ...[schema.then, schema.else].filter((part) => part !== undefined),
    ]),
  ]);
}

function inner(schema: Schema, key: string): Schema[] {
  const property = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
  return [property, /^\d+$/.test(key) ? schema.items : undefined].filter((one) => typeof one === 'object');
}

/** What a schema says of itself counts before what its parts say. */
function marksOf(schemas: readonly Schema[]): Marks {
  const marked = schemas.filter((schema) => schema['x-rules'] ?? schema['x-assumption']);
  const [first] = marked;
  return {
    rules: first?.['x-rules'] ?? marked.find((schema) => schema['x-rules'])?.['x-rules'] ?? [],
    assumptions: [first?.['x-assumption'] ?? marked.find((schema) => schema['x-assumption'])?.['x-assumption'] ?? []].flat(),
  };
}

function at(spec: Spec, pointer: string): Schema {
  return pointer.slice(2).split('/').map((key) => unescapeKey(decodeURIComponent(key))).reduce<any>((inside, key) => inside?.[key], spec) as Schema ?? {};
}

function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
