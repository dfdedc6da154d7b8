import type { ApiDocument, Reference } from './document.ts';
import { resolve } from './document.ts';

/** A field of a body, `offers[].vehicle.class` for example. */
export interface Field {
  path: string;
  /** `string`, `integer or null`, `one of economy, business`. */
  type: string;
  required: boolean;
  description: string;
}

type Value = string | number | boolean | null;

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: Value[];
  const?: Value;
  description?: string;
  properties?: Record<string, Schema | Reference>;
  required?: string[];
  items?: Schema | Reference;
  allOf?: (Schema | Reference)[];
  oneOf?: (Schema | Reference)[];
  anyOf?: (Schema | Reference)[];
}

/** The fields of a schema, each behind the one that contains it. */
export function fieldsOf(document: ApiDocument, schema: unknown, path = '', seen: readonly Schema[] = []): Field[] {
  const whole = merged(document, schema as Schema | Reference);
  if (seen.includes(whole.source)) return [];
  return [...whole.properties].flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const inner = merged(document, property);
    const items = inner.items ? merged(document, inner.items) : undefined;
    const below = items
      ? fieldsOf(document, inner.items, `${at}[]`, [...seen, whole.source])
      : fieldsOf(document, property, at, [...seen, whole.source]);
    const field = {
      path: at,
      type: typeOf(inner, items),
      required: whole.required.has(name),
      description: inner.description,
    };
    return [field, ...below];
  });
}

interface Merged {
  source: Schema;
  types: Set<string>;
  values: Value[];
  description: string;
  properties: Map<string, Schema | Reference>;
  required: Set<string>;
  items?: Schema | Reference;
}

/** A schema with everything that it is made of: references, parts and alternatives. */
function merged(document: ApiDocument, schema: Schema | Reference): Merged {
  const source = resolve<Schema>(document, schema);
  const parts = [...(source.allOf ?? []), ...(source.oneOf ?? []), ...(source.anyOf ?? [])].map((part) =>
    merged(document, part),
  );
  const own = [source.type ?? []].flat();
  const items = source.items ?? parts.find((part) => part.items)?.items;
  return {
    source,
    types: new Set([...own, ...parts.flatMap(({ types }) => [...types])]),
    values: source.enum ?? (source.const === undefined ? parts.flatMap(({ values }) => values) : [source.const]),
    description: (source.description ?? parts.find(({ description }) => description !== '')?.description ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    properties: new Map([
      ...parts.flatMap(({ properties }) => [...properties]),
      ...Object.entries(source.properties ?? {}),
    ]),
    required: new Set([...(source.required ?? []), ...parts.flatMap(({ required }) => [...required])]),
    ...(items && { items }),
  };
}

function typeOf({ types, values }: Merged, items: Merged | undefined): string {
  const shown = values.filter((value) => value !== null);
  if (shown.length > 12) return `one of ${shown.length} values: ${shown.slice(0, 3).join(', ')}, …`;
  if (shown.length > 0)
    return `${shown.length > 1 ? 'one of ' : ''}${shown.join(', ')}${types.has('null') ? ', or null' : ''}`;
  const names = [...types].filter((type) => type !== 'array');
  return [...names, ...(items ? [`list of ${[...items.types].join(' or ') || 'values'}`] : [])].join(' or ');
}
