import type { VerifySetting } from '../../src/config/verify-settings.ts';
import { verifySettings } from '../../src/config/verify-settings.ts';

/** The JSON schema of `taxiway.config.json` and its YAML forms, made from the settings. */
export function configSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'taxiway.config',
    description:
      'Settings of taxiway. In every text, ${NAME} stands for the variable NAME of the environment. File names ' +
      'are relative to this file.',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      verify: {
        description:
          'Settings of `taxiway verify`. A flag or a variable of the environment wins over what stands here.',
        type: 'object',
        properties: Object.fromEntries(
          verifySettings.filter(({ inFile }) => inFile).map((setting) => [setting.key, schemaOf(setting)]),
        ),
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
}

/** taxiway.config.schema.json. */
export function renderConfigSchema(): string {
  return `${JSON.stringify(configSchema(), null, 2)}\n`;
}

function schemaOf(setting: VerifySetting): object {
  const { key, kind, description, byDefault, schema = {} } = setting;
  const about = { description: `${description}${byDefault ? `; default: ${byDefault}` : ''}` };
  if (key === 'credential' || key === 'otherCredential')
    return { ...about, oneOf: [{ type: 'string', minLength: 1 }, WRITTEN_CREDENTIAL] };
  if (kind === 'list') return { ...about, type: 'array', minItems: 1, items: text(schema) };
  if (kind === 'number') return { ...about, type: 'number', ...schema };
  return kind === 'switch' ? { ...about, type: 'boolean' } : { ...about, ...text(schema) };
}

/** What is to fit a pattern may also come from a variable. */
function text({ pattern, ...rest }: Readonly<Record<string, unknown>>): object {
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
