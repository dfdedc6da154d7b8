import type { Command } from '../../src/cli/harness.ts';
import { configSections } from '../../src/cli/harness.ts';
import type { Setting } from '../../src/config/setting.ts';
import { settingSchema } from '../../src/config/setting-schema.ts';

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
      'Settings of taxiway. In every text, ${NAME} is replaced by the environment variable NAME. File names ' +
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
      settings.filter(({ inFile }) => inFile).map((setting) => [setting.key, settingSchema(setting)]),
    ),
    additionalProperties: false,
  };
}

/** taxiway.config.schema.json. */
export function renderConfigSchema(commands: readonly Command[]): string {
  return `${JSON.stringify(configSchema(commands), null, 2)}\n`;
}
