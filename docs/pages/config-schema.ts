import type { Command } from '../../src/cli/harness.ts';
import { configSections } from '../../src/cli/harness.ts';
import type { Setting } from '../../src/config/setting.ts';

/** Returns the JSON schema of `taxiway.config.json` and its YAML forms: a section for each command, or for several. */
export function configSchema(commands: readonly Command[]): object {
  const sections = [...configSections(commands)].map(([section, settings]) => {
    const readers = commands.filter((command) => command.section === section).map(({ name }) => `\`taxiway ${name}\``);
    return [section, sectionSchema(`Settings of ${readers.join(', ')}.`, settings)] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'taxiway.config',
    description:
      'Settings of taxiway. In every text, ${NAME} stands for the variable NAME of the environment. File names ' +
      'are relative to this file. A flag or a variable of the environment wins over this file.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(sections) },
    additionalProperties: false,
  };
}

function sectionSchema(description: string, settings: readonly Setting[]): object {
  return {
    description,
    type: 'object',
    properties: Object.fromEntries(
      settings.filter(({ inFile }) => inFile).map((setting) => [setting.key, schemaOf(setting)]),
    ),
    additionalProperties: false,
  };
}

/** taxiway.config.schema.json. */
export function renderConfigSchema(commands: readonly Command[]): string {
  return `${JSON.stringify(configSchema(commands), null, 2)}\n`;
}

function schemaOf(setting: Setting): object {
  const {
    kind,
    description,
    byDefault,
    choices,
    schema = choices && { pattern: `^(${choices.join('|')})$` },
  } = setting;
  const about = { description: `${description}${byDefault ? `; default: ${byDefault}` : ''}` };
  if (setting.isKeyPair) return { ...about, oneOf: [{ type: 'string', minLength: 1 }, WRITTEN_CREDENTIAL] };
  if (kind === 'list' || kind === 'words') return { ...about, type: 'array', minItems: 1, items: itemSchema(schema) };
  if (kind === 'number') return { ...about, type: 'number', ...schema };
  return kind === 'switch' ? { ...about, type: 'boolean' } : { ...about, ...text(schema) };
}

function itemSchema(schema: Setting['schema']): object {
  return schema?.['type'] === 'integer' ? schema : text(schema);
}

/** What is to fit a pattern may also come from a variable. */
function text({ pattern, ...rest }: Readonly<Record<string, unknown>> = {}): object {
  return {
    type: 'string',
    minLength: 1,
    ...rest,
    ...(typeof pattern === 'string' && { pattern: `${pattern}|\\$\\{\\w+\\}` }),
  };
}

const WRITTEN_CREDENTIAL = {
  type: 'object',
  properties: {
    publicKey: { type: 'string', minLength: 1 },
    secretKey: {
      type: 'string',
      pattern: '^\\$\\{\\w+\\}$',
      description: 'the name of a variable of the environment, as in ${TAXIWAY_SECRET_KEY}',
    },
    profileCode: { type: 'string', minLength: 1 },
  },
  additionalProperties: false,
};
