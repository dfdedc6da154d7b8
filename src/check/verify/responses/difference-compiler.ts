import type { ErrorObject, Options } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { propertyOf } from '../../../base/values/property.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { ownKeywords } from '../../../interface/openapi/own-keywords.ts';

/** Returns a compiler for checks that report every difference from a spec's schemas, named `spec` there. */
export function createDifferenceCompiler(spec: Spec, options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    discriminator: true,
    ...options,
  });
  addFormats.default(ajv, { mode: 'full' });
  ownKeywords.forEach((keyword) => ajv.addKeyword(keyword));
  return ajv.addSchema(withoutMappings(spec), 'spec');
}

/** Returns the spec without discriminator mappings: ajv refuses them, and reads the values from the schemas. */
function withoutMappings(spec: Spec): object {
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

/**
 * Converts ajv errors about a discriminator or `x-absent` to an error about the wrong property: it is missing, has
 * another value, or must not be present. Returns any other error unchanged.
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

interface Schema {
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  /** A discriminator property's allowed values, for error messages. */
  values?: string[];
}
