import { commands } from '../../src/cli/commands.ts';
import type { Command } from '../../src/cli/harness.ts';
import { configSections, findConfigFile, runCommand } from '../../src/cli/harness.ts';
import { readConfigFile } from '../../src/config/config-file.ts';
import type { FileLayer, Sources } from '../../src/config/read-settings.ts';
import type { Flags } from '../../src/config/setting.ts';
import { present } from '../support/present.ts';

/** Runs a command in this process, with its flags and arguments by their keys, and returns its exit code. */
export function run(command: string | Command, flags: Flags, version = '0.0.0'): Promise<number> {
  return runCommand(typeof command === 'string' ? commandNamed(command) : command, flags, { version, commands });
}

export function commandNamed(name: string): Command {
  return present(
    commands.find((command) => command.name === name),
    `command ${name}`,
  );
}

/** Reads a section of the config file that a command of these sources finds. */
export function readSection(name: string, sources: Sources): FileLayer<object> | null {
  const path = findConfigFile(sources);
  const all = configSections(commands);
  const section = { name, settings: present(all.get(name), `section ${name}`), all: [...all.keys()] };
  return path === null ? null : readConfigFile(path, section, sources.env);
}
