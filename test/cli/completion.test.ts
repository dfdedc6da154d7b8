import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCompletion } from '../../src/cli/completion.ts';
import { completionScript } from '../../src/cli/completion/complete.ts';
import { addExam } from '../../src/cli/exam.ts';
import { addRules } from '../../src/cli/rules.ts';
import { addScenarios } from '../../src/cli/scenarios.ts';
import { addServe } from '../../src/cli/serve.ts';
import { addVerify } from '../../src/cli/verify.ts';
import { temporaryFolder } from '../store/temporary-file.ts';

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);

/** The program, and a command of a command that only this test has. */
function makeProgram(): Command {
  const program = new Command('taxiway');
  addServe(program);
  addScenarios(program);
  addRules(program);
  addVerify(program, '0.0.0');
  addExam(program, '0.0.0');
  addCompletion(program);
  const luggage = program.command('luggage').description("what it isn't");
  luggage.command('weigh').argument('<scenario>').option('--in <kg|lb>', 'which unit: "kg" or `lb`');
  return program;
}

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    writeFileSync(file(shell), await completionScript(makeProgram(), shell));
  writeFileSync(file('recording.har'), '');
});

const cases: [line: string, expected: string[]][] = [
  ['taxiway ver', ['verify']],
  ['taxiway verify --js', ['--json']],
  ['taxiway verify --only auth.missing', ['auth.missing-credentials.401']],
  ['taxiway scenarios pending-t', ['pending-then-failed']],
  ['taxiway exam --only book-transfer.pl', ['book-transfer.plain']],
  ['taxiway serve --log-format te', ['text']],
  ['taxiway completion ', ['bash', 'fish', 'zsh']],
  ['taxiway luggage ', ['help', 'weigh']],
  ['taxiway luggage weigh --in ', ['kg', 'lb']],
  ['taxiway luggage weigh pending-t', ['pending-then-failed']],
  ['taxiway serve --port ', []],
];

describe('bash', () => {
  it.each(cases)('completes "%s"', (line, expected) => {
    expect(inBash(line)).toEqual(expected);
  });

  it('completes the names of files', () => {
    expect(inBash(`taxiway verify --json ${file('rec')}`)).toEqual([file('recording.har')]);
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

it('the script for zsh has every command, with what it does', async () => {
  const script = await completionScript(makeProgram(), 'zsh');
  for (const { name, description } of makeProgram().commands.map((one) => ({
    name: one.name(),
    description: one.description(),
  })))
    expect(script).toContain(`'${name}:${description.replaceAll("'", `'\\''`)}'`);
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
