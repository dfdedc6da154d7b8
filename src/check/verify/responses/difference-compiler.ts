import type { Options } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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

interface Schema {
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  /** A discriminator property's allowed values, for error messages. */
  values?: string[];
}
