import { commands } from '../../src/cli/commands.ts';
import type { Command } from '../../src/cli/harness.ts';
import { runCommand } from '../../src/cli/harness.ts';
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
