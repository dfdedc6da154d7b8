import { createGenerator } from 'ts-json-schema-generator';

/**
 * The JSON Schemas of the reports, made from their types. Reports of one version only gain names, and the schemas name
 * all of them.
 */
export function reportSchema(type: string, title: string): string {
  const { $schema: _, definitions, ...schema } = generator.createSchema(type);
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema, $defs: definitions };
  return `${JSON.stringify(whole, null, 2).replaceAll('"#/definitions/', '"#/$defs/')}\n`;
}

const generator = createGenerator({
  path: 'src/check/{verify/present,judge/present,exam/report}.ts',
  tsconfig: 'tsconfig.json',
  skipTypeCheck: true,
  topRef: false,
});
