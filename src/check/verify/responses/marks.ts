import { followPointer, unescapeKey } from '../../../base/pointer.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';

/** The rules and assumptions that mark a place of openapi.yaml. */
export interface Marks {
  rules: string[];
  assumptions: string[];
}

/** A schema of openapi.yaml, as far as its marks are concerned. */
export interface MarkedSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, MarkedSchema>;
  items?: MarkedSchema;
  allOf?: MarkedSchema[];
  anyOf?: MarkedSchema[];
  oneOf?: MarkedSchema[];
  'x-rules'?: string[];
  'x-assumption'?: string | string[];
  /** Keywords of this schema that the assumption covers, and no others. */
  'x-assumes'?: string[];
}

/** The schemas of a value and of everything around it, the whole body first. */
export function schemasAlong(spec: Spec, schemaPointer: string, valuePointer: string): MarkedSchema[][] {
  let level = expand(spec, at(spec, schemaPointer));
  const levels = [level];
  for (const key of valuePointer.split('/').slice(1).map(unescapeKey)) {
    level = level.flatMap((schema) => inner(schema, key)).flatMap((schema) => expand(spec, schema));
    levels.push(level);
  }
  return levels;
}

/** A schema, and the ones that it refers to or consists of. */
export function expand(spec: Spec, schema: MarkedSchema): MarkedSchema[] {
  const parts = [
    ...(schema.$ref === undefined ? [] : [at(spec, schema.$ref)]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [schema, ...parts.flatMap((part) => expand(spec, part))];
}

/**
 * The rules of the first schema that has any, and the assumptions of the first that has any. `counts`: which rules do.
 */
export function marksOf(schemas: readonly MarkedSchema[], counts: (rule: string) => boolean): Marks {
  const rules = schemas.map((schema) => (schema['x-rules'] ?? []).filter(counts));
  const assumptions = schemas.map((schema) => [schema['x-assumption'] ?? []].flat());
  return {
    rules: rules.find(({ length }) => length > 0) ?? [],
    assumptions: assumptions.find(({ length }) => length > 0) ?? [],
  };
}

function inner(schema: MarkedSchema, key: string): MarkedSchema[] {
  const property = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
  return [property, /^\d+$/.test(key) ? schema.items : undefined].filter((one) => typeof one === 'object');
}

function at(spec: Spec, pointer: string): MarkedSchema {
  return followPointer(spec, pointer) ?? {};
}
