import type { Command } from 'commander';
import { situations } from '../../check/exam/situations.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { loadScenarios } from '../../scenarios/registry.ts';
import { bashScript } from './bash.ts';
import { candidates } from './candidates.ts';
import { describeCommands } from './describe-commands.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** The completion script of the program for a shell: commands, flags, and the names that stand behind them. */
export async function completionScript(program: Command, shell: Shell): Promise<string> {
  const lists = new Map([
    ['scenario', [...(await loadScenarios()).keys()]],
    ['rule', loadRules().map(({ id }) => id)],
    ['situations', situations.map(({ name }) => name)],
  ]);
  const described = describeCommands(program);
  return SCRIPTS[shell](described, (value) => candidates(value, described, lists));
}

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };
export type Shell = keyof typeof SCRIPTS;
