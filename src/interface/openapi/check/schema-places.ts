import { isRecord } from '../../../base/values/kinds.ts';

/** A schema of a spec, with its path of keys. */
export interface SchemaPlace {
  path: readonly string[];
  schema: unknown;
  /** The enclosing schema, if both apply to the same value. */
  around?: SchemaPlace;
}

/** Returns every top-level schema of a spec: of components, parameters, headers and bodies. */
export function listSchemas(part: unknown, path: readonly string[] = []): SchemaPlace[] {
  if (Array.isArray(part)) return part.flatMap((item: unknown, i) => listSchemas(item, [...path, String(i)]));
  if (!isRecord(part)) return [];
  const areNames = path.length === 2 && path[0] === 'components';
  return Object.entries(part).flatMap(([key, inner]) => {
    const place = [...path, key];
    if (areNames && path[1] === 'schemas') return [{ path: place, schema: inner }];
    if (areNames) return listSchemas(inner, place);
    if (VALUES.has(key) || key.startsWith('x-')) return [];
    return key === 'schema' ? [{ path: place, schema: inner }] : listSchemas(inner, place);
  });
}

/** Keys with values as contents. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples']);

/** Returns a schema with all schemas inside it. */
export function withParts(place: SchemaPlace): SchemaPlace[] {
  return [place, ...partsOf(place).flatMap(withParts)];
}

/** Returns the schemas directly inside a schema. */
export function partsOf(place: SchemaPlace): SchemaPlace[] {
  const { path, schema } = place;
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const around = IN_PLACE.has(keyword) ? { around: place } : {};
    if (ONE.has(keyword)) return [{ path: [...path, keyword], schema: value, ...around }];
    const isMap = MAPS.has(keyword) && isRecord(value);
    if (!isMap && !(LISTS.has(keyword) && Array.isArray(value))) return [];
    return Object.entries(value as object).map(([key, part]: [string, unknown]) => ({
      path: [...path, keyword, key],
      schema: part,
      ...around,
    }));
  });
}

const ONE: ReadonlySet<string> = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);
/** Keywords with schemas for the value itself. */
const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);
