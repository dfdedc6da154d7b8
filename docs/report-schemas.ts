import { createGenerator } from 'ts-json-schema-generator';
import { isRecord } from '../src/base/values/kinds.ts';

/**
 * The JSON Schemas of the reports, made from their types. Reports of one version only gain names, and the schemas name
 * all of them. `isOpen`: the schema permits other names.
 */
export function reportSchema(type: string, title: string, { isOpen = false } = {}): string {
  const { $schema: _, definitions, ...schema } = generator.createSchema(type);
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema, $defs: definitions };
  const write = (name: string, part: unknown) =>
    isOpen && name === 'additionalProperties' ? undefined : in2020(name, part);
  return `${JSON.stringify(whole, write, 2).replaceAll('"#/definitions/', '"#/$defs/')}\n`;
}

/** Writes the items of a tuple as JSON Schema 2020-12 does. */
function in2020(_: string, part: unknown): unknown {
  if (!isRecord(part) || !Array.isArray(part['items'])) return part;
  const { items, ...rest } = part;
  return { ...rest, prefixItems: items };
}

const generator = createGenerator({
  path: 'src/check/{verify/present,judge/present,exam/{report,certificate/certificate,interactive/progress}}.ts',
  tsconfig: 'tsconfig.json',
  skipTypeCheck: true,
  topRef: false,
});
