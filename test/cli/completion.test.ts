import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { completionScript } from '../../src/cli/completion/completion.ts';
import { defineCommand } from '../../src/cli/harness.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);

/** The commands, and one that only this test has. */
const program = [
  ...commands,
  defineCommand<{ scenario: string; in: string }>({
    name: 'luggage',
    group: 'project',
    summary: "what it isn't",
    examples: [
      { line: 'taxiway luggage slow', does: 'one' },
      { line: 'taxiway luggage --in kg', does: 'another' },
    ],
    exitCodes: { 0: 'done', 2: 'not done' },
    settings: [
      { key: 'scenario', argument: '<scenario>', description: 'of one' },
      { key: 'in', flag: '--in <kg|lb>', description: 'which unit: "kg" or `lb`' },
    ],
    run: () => Promise.resolve(),
  }),
];

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    writeFileSync(file(shell), await completionScript(program, shell));
  writeFileSync(file('recording.har'), '');
});

const cases: [line: string, expected: string[]][] = [
  ['taxiway ver', ['verify']],
  ['taxiway verify --js', ['--json', '--json-file']],
  ['taxiway serve --no-co', ['--no-cors']],
  ['taxiway verify --only auth.missing', ['auth.missing-credentials.401']],
  ['taxiway scenarios pending-t', ['pending-then-failed']],
  ['taxiway exam --only book-transfer.pl', ['book-transfer.plain']],
  ['taxiway serve --log-format te', ['text']],
  ['taxiway completion ', ['bash', 'fish', 'zsh']],
  ['taxiway lu', ['luggage']],
  ['taxiway help lu', ['luggage']],
  ['taxiway luggage --in ', ['kg', 'lb']],
  ['taxiway luggage pending-t', ['pending-then-failed']],
  ['taxiway --vers', ['--version']],
  ['taxiway serve --port ', []],
];

describe('bash', () => {
  it.each(cases)('completes "%s"', (line, expected) => {
    expect(inBash(line)).toEqual(expected);
  });

  it('completes the names of files', () => {
    expect(inBash(`taxiway verify --json-file ${file('rec')}`)).toEqual([file('recording.har')]);
  });
});

describe.skipIf(spawnSync('fish', ['--version']).status !== 0)('fish', () => {
  it.each(cases)('completes "%s"', (line, expected) => {
    const text = execFileSync('fish', ['--no-config', '-c', `source ${file('fish')}; complete -C '${line}'`], {
      encoding: 'utf8',
    });
    expect(lines(text).map((proposal) => proposal.split('\t')[0])).toEqual(expected);
  });
});

it('the script for zsh has every command with its description', async () => {
  const script = await completionScript(program, 'zsh');
  for (const { name, summary } of program) expect(script).toContain(`'${name}:${summary.replaceAll("'", `'\\''`)}'`);
});

it.skipIf(spawnSync('zsh', ['--version']).status !== 0)('zsh reads its script', () => {
  execFileSync('zsh', ['-f', '-n', file('zsh')]);
});

function inBash(line: string): string[] {
  const words = line.split(' ');
  const text = execFileSync(
    'bash',
    [
      '-c',
      'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _taxiway; printf "%s\\n" "${COMPREPLY[@]}"',
      'bash',
      file('bash'),
      ...words,
    ],
    { encoding: 'utf8' },
  );
  return lines(text).toSorted();
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
