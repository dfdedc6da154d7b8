import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import type { Command } from '../../src/cli/harness.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import type { Setting } from '../../src/config/setting.ts';
import { nameOf } from '../../src/config/setting.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

let printed = { out: '', err: '' };
beforeEach(() => {
  printed = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))));
  vi.spyOn(console, 'error').mockImplementation((text) => void (printed.err += `${String(text)}\n`));
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(code);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

class Exit extends Error {
  readonly code: unknown;
  constructor(code: unknown) {
    super(`exit ${String(code)}`);
    this.code = code;
  }
}

/** Runs a command line in this process; no command does its work unless `works` says so. */
async function taxiway(words: readonly string[], works = false): Promise<{ code: unknown; out: string; err: string }> {
  const idle = commands.map((command) => ({ ...command, run: works ? command.run : () => Promise.resolve(0) }));
  process.exitCode = undefined;
  try {
    await runCommandLine({ version: '0.0.0', commands: idle }, words);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { code: error.code, ...printed };
  }
  return { code: process.exitCode ?? 0, ...printed };
}

/** Fails unless a command line is refused in the voice of all commands. */
async function expectRefusal({ name }: Command, words: readonly string[], message: string, works = false) {
  printed = { out: '', err: '' };
  const { code, out, err } = await taxiway([name, ...words], works);
  expect([code, out]).toEqual([2, '']);
  expect(err.startsWith(`taxiway ${name}: `), err).toBe(true);
  expect(err).toContain(message);
  expect(err.endsWith(`\nHelp: taxiway ${name} --help\n`), err).toBe(true);
}

describe.each(commands.map((command) => ({ name: command.name, command })))('taxiway $name', ({ command }) => {
  const { name, settings } = command;
  const required = settings.flatMap((setting) => (setting.argument?.startsWith('<') ? goodValue(setting) : []));
  const flags = settings.filter(({ flag }) => flag !== undefined);
  const switches = flags.filter(({ kind }) => kind === 'switch');
  const valued = flags.filter(({ flag = '' }) => flag.includes('<'));

  it('refuses an unknown flag', () => expectRefusal(command, [...required, '--colour-me'], "option '--colour-me'"));

  it('refuses each flag without its value', async () => {
    for (const setting of valued) await expectRefusal(command, [...required, nameOf(setting)], 'argument missing');
  });

  it('refuses an extra argument', async () => {
    if (settings.some(({ kind }) => kind === 'words')) return;
    const all = settings.flatMap((setting) => (setting.argument === undefined ? [] : goodValue(setting)));
    await expectRefusal(command, [...all, 'more'], '"more" is one argument too many');
  });

  it('refuses a missing argument', async () => {
    if (required.length > 0) await expectRefusal(command, [], 'missing required argument');
  });

  it('refuses a value that a setting cannot have', async () => {
    for (const setting of valued) {
      if (setting.kind === 'words' || acceptsAnything(setting)) continue;
      await expectRefusal(command, [...required, nameOf(setting), 'not-a-value!'], `${nameOf(setting)} `);
    }
  });

  it('accepts each switch with and without no-', async () => {
    for (const { flag = '' } of switches) {
      const word = /--[\w-]+/.exec(flag)?.[0] ?? '';
      for (const words of [[word], [word.replace('--', '--no-')]])
        expect(await taxiway([name, ...required, ...words])).toMatchObject({ code: 0, err: '' });
    }
  });

  it('refuses a value for a switch, and says how to write it', async () => {
    const [last] = switches.slice(-1);
    if (last === undefined || settings.some(({ argument = '' }) => argument.startsWith('['))) return;
    const word = nameOf(last);
    await expectRefusal(
      command,
      [...required, word, 'false'],
      `${word} and ${word.replace('--', '--no-')} take no value`,
    );
  });

  it('accepts its two examples', async () => {
    for (const { line } of command.examples) {
      const [program, ...words] = line.split(' ');
      expect([program, words[0]]).toEqual(['taxiway', name]);
      expect(await taxiway(words)).toMatchObject({ code: 0, out: '', err: '' });
    }
  });

  it('shows its examples, exit codes, defaults and variables in its help', async () => {
    const { code, out: help, err } = await taxiway([name, '--help']);
    expect([code, err]).toEqual([0, '']);
    const out = help.replace(/\s+/g, ' ');
    for (const { line, does } of command.examples) {
      expect(help).toContain(line);
      expect(out).toContain(`# ${does}`);
    }
    for (const meaning of Object.values(command.exitCodes)) expect(out).toContain(meaning);
    for (const { env, byDefault } of settings) {
      if (env !== undefined) expect(out).toContain(env);
      if (byDefault) expect(out).toContain(`default: ${byDefault}`);
    }
  });

  it.runIf(command.section)('refuses a config file that cannot be read, and one with an unknown key', async () => {
    const file = join(temporaryFolder(), 'other.json');
    await expectRefusal(command, [...required, '--config', file], `${file} cannot be read: there is no such file`);
    writeFileSync(file, JSON.stringify({ [command.section ?? '']: { colour: 'red' } }));
    await expectRefusal(command, [...required, '--config', file], 'has the key "colour"');
    writeFileSync(file, JSON.stringify({ [`${command.section}s`]: {} }));
    await expectRefusal(command, [...required, '--config', file], `which may be meant to be "${command.section}"`);
  });
});

describe.each(
  commands.filter(({ group, settings }) => group === 'control' && settings.some(({ key }) => key === 'url')),
)('taxiway $name without a sandbox', (command) => {
  it('names --url and the command that starts one, also with --json', async () => {
    const required = command.settings.flatMap(({ argument = '' }) => (argument.startsWith('<') ? ['rsv_1'] : []));
    for (const more of [[], ['--json']]) {
      const words = [...required, '--url', 'http://127.0.0.1:9', ...more];
      await expectRefusal(command, words, 'no response from http://127.0.0.1:9 (', true);
      expect(printed.err).toContain('start a sandbox with `taxiway serve`');
      expect(printed.err).toContain('--url (TAXIWAY_BASE_URL)');
    }
  });
});

it('an unknown command is refused by the program', async () => {
  const { code, err } = await taxiway(['fly']);
  expect([code, err]).toEqual([2, 'taxiway: there is no command "fly"\nHelp: taxiway --help\n']);
});

it('the help of the program has a heading for each group', async () => {
  const { out } = await taxiway(['--help']);
  for (const heading of ['Run:', 'Check:', 'Control a running sandbox:', 'Set up a project:'])
    expect(out).toContain(`\n${heading}\n`);
});

function goodValue({ choices = ['1'], read }: Setting): string {
  try {
    read?.(choices[0]);
    return choices[0];
  } catch {
    return 'http://127.0.0.1:9';
  }
}

/** Texts and files may be anything. */
function acceptsAnything({ read, choices, kind }: Setting): boolean {
  if (choices) return false;
  if (read === undefined) return true;
  try {
    read('not-a-value!');
    return true;
  } catch {
    return kind === 'file';
  }
}
