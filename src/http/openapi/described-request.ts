import type { OpenAPIV3_1 } from 'openapi-types';
import { resolve } from '../../base/pointer.ts';
import { hasMembers } from '../../base/values/kinds.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';

/** A place in a request: its part, then the keys, such as `body`, `slices`, `0`, `origin`. */
export type Place = readonly string[];

/** Describes the places in a request as the spec has them. */
export interface DescribedRequest {
  operationId: string;
  /** Returns the names that the interface lists at the last key. */
  namesAt(place: Place): string[];
  /** Returns the schema for a place in the body; an empty one for other places. */
  schemaAt(place: Place): Schema;
  /** Returns the value at a place in the body's examples; undefined if they do not have it. */
  exampleAt(place: Place): unknown;
}

type Schema = OpenAPIV3_1.SchemaObject & { items?: SchemaPlace };
type SchemaPlace = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** Reads a request's description. `undeclared` names query parameters that the spec does not list. */
export function describeRequest(
  spec: Spec,
  { operationId, pathItem, description }: SpecOperation<string>,
  undeclared: readonly string[],
): DescribedRequest {
  const inQuery = [...(pathItem.parameters ?? []), ...(description.parameters ?? [])]
    .map((one) => resolve<OpenAPIV3_1.ParameterObject>(spec, one))
    .filter((one) => one.in === 'query')
    .map(({ name }) => name);
  const { requestBody = { content: {} } } = description;
  const { content } = resolve<OpenAPIV3_1.RequestBodyObject>(spec, requestBody);
  const { schema = {}, examples = {} } = content['application/json'] ?? {};
  const schemaAt = ([part, ...keys]: Place) =>
    part === 'body' ? keys.reduce((outer, key) => innerSchema(spec, outer, key), withParts(spec, schema)) : {};
  return {
    operationId,
    schemaAt,
    namesAt: (place) =>
      place[0] === 'query' ? [...inQuery, ...undeclared] : Object.keys(schemaAt(place.slice(0, -1)).properties ?? {}),
    exampleAt: ([part, ...keys]) =>
      Object.values(part === 'body' ? examples : {})
        .map((example) => ['value', ...keys].reduce(innerValue, example))
        .find((value) => value !== undefined),
  };
}

function innerSchema(spec: Spec, { properties = {}, items = {} }: Schema, key: string): Schema {
  return withParts(spec, (Object.hasOwn(properties, key) ? properties[key] : undefined) ?? items);
}

/** Resolves a schema, and adds what `allOf` combines with it. */
function withParts(spec: Spec, place: SchemaPlace): Schema {
  const { allOf = [], ...own } = resolve<Schema>(spec, place);
  return Object.assign({}, ...allOf.map((part) => withParts(spec, part)), own) as Schema;
}

/** An example shows a list's first items. */
function innerValue(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[0];
  return hasMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
