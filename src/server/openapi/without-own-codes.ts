import type { Spec } from '../../interface/openapi/load-spec.ts';

/**
 * The interface without the conditions that have an error code of their own, for the operations refuse those: an adult
 * in a search (`contains`, adult_required), no return on a one-way trip (`dependentSchemas`, return_pickup_invalid).
 */
export function withoutOwnCodes(spec: Spec): Spec {
  const schemas: Record<string, object> = spec.components?.schemas ?? {};
  return { ...spec, components: { ...spec.components, schemas: mapEach(schemas, withoutConditions) } };
}

function withoutConditions(schema: Schema): object {
  const { dependentSchemas: _, ...rest } = schema;
  if (!rest.properties) return rest;
  return { ...rest, properties: mapEach(rest.properties, ({ contains: _, ...property }) => property) };
}

interface Schema {
  dependentSchemas?: object;
  contains?: object;
  properties?: Record<string, Schema>;
}

function mapEach<Value>(record: Record<string, Value>, change: (value: Value) => object): Record<string, object> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
