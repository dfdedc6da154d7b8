import type { Setting } from './setting.ts';

/** Returns the JSON schema for a setting's values in the config file. */
export function settingSchema(setting: Setting): object {
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

/** A text with a pattern may also come from a variable. */
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
