import type { ErrorObject } from 'ajv/dist/2020.js';
import { propertyOf } from '../../../base/values/property.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';

/**
 * What ajv says of a discriminator and of `x-absent`, as an error of the property that is wrong: it is missing, is none
 * of the values, or must not be present. Any other error stays as it is.
 */
export function plainError(error: ErrorObject): ErrorObject {
  const { keyword, params, instancePath } = error;
  if (keyword === 'x-absent') {
    const name = (error.schema as string[]).find((one) => propertyOf(error.data, one) !== undefined);
    return { ...error, instancePath: `${instancePath}/${name}`, message: 'must not be present' };
  }
  if (keyword !== 'discriminator') return error;
  const name = String(params['tag']);
  if (params['tagValue'] === undefined) return { ...error, keyword: 'required', params: { missingProperty: name } };
  return {
    ...error,
    keyword: 'enum',
    instancePath: `${instancePath}/${name}`,
    params: { allowedValues: (error.parentSchema as Schema).values },
    parentSchema: {},
    message: 'must be equal to one of the allowed values',
  };
}

/** The spec without the mappings of its discriminators: ajv refuses them, and reads the values from the schemas. */
export function withoutMappings(spec: Spec): object {
  const schemas = Object.fromEntries(
    Object.entries<Schema>(spec.components?.schemas ?? {}).map(([name, schema]) => [name, withoutMapping(schema)]),
  );
  return { ...spec, components: { ...spec.components, schemas } };
}

function withoutMapping(schema: Schema): Schema {
  if (!schema.discriminator) return schema;
  const { propertyName, mapping = {} } = schema.discriminator;
  return { ...schema, discriminator: { propertyName }, values: Object.keys(mapping) };
}

interface Schema {
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  /** What the property of a discriminator may be. */
  values?: string[];
}
