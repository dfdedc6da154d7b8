import { code, table } from '../../src/base/markdown.ts';
import type { Command } from '../../src/cli/harness.ts';
import { shownFlag } from '../../src/config/setting.ts';
import { cell, fill } from '../markdown.ts';
import { renderSettingTables } from './settings.ts';

/** docs/command-line.md with its list of commands, and with the settings of those that have no page of their own. */
export function renderCommandLine(page: string, commands: readonly Command[]): string {
  const own = commands.filter((command) => !command.hasOwnPage);
  const texts: [mark: string, text: string][] = [
    ['commands', renderCommands(commands)],
    ['variables', renderVariables(commands)],
    ['exit codes', renderExitCodes(commands)],
    ['settings', own.map(renderCommand).join('\n\n')],
  ];
  return texts.reduce((text, [mark, part]) => fill(text, mark, part), page);
}

function renderCommands(commands: readonly Command[]): string {
  return table(
    ['Command', ''],
    commands.map(({ name, isDefault, settings, summary, page }) => {
      const words = ['taxiway', name, ...settings.flatMap(({ argument }) => argument ?? [])].join(' ');
      return [
        code(words.replace('[command...]', '-- <command>')) + (isDefault ? ', also `taxiway` alone' : ''),
        cell(summary) + (page === undefined ? '' : ` ([${titleOf(page)}](${page}))`),
      ];
    }),
  );
}

function renderExitCodes(commands: readonly Command[]): string {
  return table(
    ['Command', '0', '1', '2'],
    commands.map(({ name, exitCodes: { 0: done, 1: found = '', 2: failed } }) => [
      code(`taxiway ${name}`),
      ...[done, found, failed].map(cell),
    ]),
  );
}

/** Each variable with its flags, and with the commands that read it. */
function renderVariables(commands: readonly Command[]): string {
  const uses = commands.flatMap(({ name, settings }) =>
    settings.flatMap((setting) => {
      const { env, argument } = setting;
      return env === undefined ? [] : { env, flag: argument ?? shownFlag(setting), name };
    }),
  );
  return table(
    ['Variable', 'Flag', 'Commands'],
    [...Map.groupBy(uses, ({ env }) => env)]
      .toSorted(byName)
      .map(([env, own]) => [
        code(env),
        [...new Set(own.flatMap(({ flag }) => flag || []))].map((flag) => cell(code(flag))).join(', '),
        own.map(({ name }) => name).join(', '),
      ]),
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function renderCommand({ name, settings, summary }: Command): string {
  const tables = settings.length === 0 ? [] : [renderSettingTables(settings)];
  return [`### taxiway ${name}`, `${summary[0]?.toUpperCase()}${cell(summary.slice(1))}.`, ...tables].join('\n\n');
}

/** `settings` for settings.md, `rules` for registers/rules.md. */
function titleOf(page: string): string {
  return page.replace(/^.*\//, '').replace('.md', '');
}
