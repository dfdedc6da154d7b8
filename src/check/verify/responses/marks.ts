import { followPointer, unescapeKey } from '../../../base/pointer.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';

/** Rules and assumptions at a place in openapi.yaml. */
export interface Marks {
  rules: string[];
  assumptions: string[];
}

/** An openapi.yaml schema, reduced to its marks. */
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
  /** Only keywords in this schema covered by the assumption. */
  'x-assumes'?: string[];
}

/** Returns the schemas for a value and everything around it, the whole body first. */
export function schemasAlong(spec: Spec, schemaPointer: string, valuePointer: string): MarkedSchema[][] {
  let level = expand(spec, at(spec, schemaPointer));
  const levels = [level];
  for (const key of valuePointer.split('/').slice(1).map(unescapeKey)) {
    level = level.flatMap((schema) => inner(schema, key)).flatMap((schema) => expand(spec, schema));
    levels.push(level);
  }
  return levels;
}

/** Returns a schema, its references and its parts. */
export function expand(spec: Spec, schema: MarkedSchema): MarkedSchema[] {
  const parts = [
    ...(schema.$ref === undefined ? [] : [at(spec, schema.$ref)]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [schema, ...parts.flatMap((part) => expand(spec, part))];
}

/** Returns the rules from the first schema with any, and likewise the assumptions. `counts` selects rules. */
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
