import { situations } from '../../check/exam/situations.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { loadScenarios } from '../../scenarios/registry.ts';
import type { Command } from '../harness.ts';
import { bashScript } from './bash.ts';
import type { Completable, CompletedOption } from './completed-command.ts';
import { completedCommand, HELP } from './completed-command.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export interface CompletionSettings {
  shell: keyof typeof SCRIPTS;
}

/** Returns the completion script for a shell: commands, flags, and their values. */
export async function completionScript(
  commands: readonly Command[],
  shell: CompletionSettings['shell'],
): Promise<string> {
  const names = new Map([
    ['scenario', [...(await loadScenarios()).keys()]],
    ['rule', loadRules().map(({ id }) => id)],
    ['situations', situations.map(({ name }) => name)],
    ['command', commands.map(({ name }) => name)],
  ]);
  return SCRIPTS[shell]([
    { name: '', summary: '', options: [VERSION, HELP], args: [] },
    ...[...commands, HELP_COMMAND].map((command) => completedCommand(command, names)),
  ]);
}

/** The command added by commander. */
const HELP_COMMAND: Completable = {
  name: 'help',
  summary: 'display help for command',
  settings: [{ key: 'command', argument: '[command]', description: 'the command' }],
};

const VERSION: CompletedOption = { flags: ['-v', '--version'], description: 'output the version number', value: null };
