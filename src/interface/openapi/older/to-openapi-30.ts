import type { OpenAPIV3 } from 'openapi-types';
import { followPointer, pointerTo, referencesFrom } from '../../../base/pointer.ts';
import type { Spec } from '../load-spec.ts';
import type { FindSchema } from './to-schema-30.ts';
import { toSchema30 } from './to-schema-30.ts';

/**
 * A document in OpenAPI 3.0.3, for tools that know no 3.1. It accepts what the document accepts, and where 3.0 has no
 * word for a condition of a schema, more than that.
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

/** A component of which there are copies only goes. */
function withoutUnused(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const used = referencesFrom(document, document.paths);
  const schemas = Object.entries(document.components?.schemas ?? {});
  const kept = schemas.filter(([name]) => used.has(pointerTo('components', 'schemas', name)));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** Takes every schema of a part of the document over. Values of examples stay as they are. */
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

/** What has values, and no schemas. */
const KEPT: ReadonlySet<string> = new Set(['example', 'examples', 'value', 'mapping']);
