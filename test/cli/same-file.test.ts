import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import type { Command } from '../../src/cli/harness.ts';
import type { Flags, Setting } from '../../src/config/setting.ts';
import { flagKey, nameOf } from '../../src/config/setting.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { run } from './run-command.ts';

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(console, 'error').mockImplementation((line) => void (said += `${String(line)}\n`));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Every pair of file settings of a command of which at least one is written. */
const pairs = commands.flatMap((command) => {
  const files = command.settings.filter(({ reads, writes }) => reads ?? writes);
  return files.flatMap((one, i) =>
    files
      .slice(i + 1)
      .filter((other) => one.writes ?? other.writes)
      .map((other) => ({ command, one, other, title: `${command.name} ${nameOf(one)} ${nameOf(other)}` })),
  );
});

/** The ways to name one file twice. */
const WAYS: Record<string, (file: string) => string> = {
  'the same path': (file) => file,
  'a relative path': (file) => join(relative(process.cwd(), file), '..', '..', 'one', 'file.har'),
  'a symbolic link': (file) => {
    symlinkSync(file, `${file}.link.har`);
    return `${file}.link.har`;
  },
  'a linked folder': (file) => {
    const folder = join(file, '..', '..', 'linked');
    symlinkSync(join(file, '..'), folder);
    return join(folder, 'file.har');
  },
  'a hard link': (file) => {
    linkSync(file, `${file}.hard.har`);
    return `${file}.hard.har`;
  },
};

it('the table lists the pairs of settings that once destroyed their input', () => {
  expect(pairs.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'verify --credential --json-file',
      'verify --baseline --json-file',
      'verify GITHUB_STEP_SUMMARY --config',
      'judge the source --json-file',
      'exam --expected-failures --json-file',
      'exam --expected-failures --evidence',
      'record --out --json-file',
    ]),
  );
  expect(pairs.length).toBeGreaterThan(80);
});

describe.each(pairs)('$title', ({ command, one, other }) => {
  it.each(Object.entries(WAYS))('is refused if both name the same file, by %s', async (_, alias) => {
    const file = newFile();
    await expectRefusal(command, [one, file], [other, alias(file)], file);
    await expectRefusal(command, [one, file], [other, file], file);
  });
});

describe('a file that does not exist yet', () => {
  const verify = commandWith('verify');

  it('cannot be named twice, not even through a link or a linked folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'linked'));
    symlinkSync(join(folder, 'new.json'), join(folder, 'dangling.json'));
    for (const [json, html] of [
      ['new.json', 'new.json'],
      ['new.json', 'dangling.json'],
      ['real/new.json', 'linked/new.json'],
      ['real/deep/new.json', 'linked/deep/../deep/new.json'],
    ] as const)
      await expectRefusal(verify, [setting('jsonFile'), join(folder, json)], [setting('html'), join(folder, html)]);
  });

  const setting = (key: string) => verify.settings.find((one) => one.key === key) as Setting;
});

describe('the config file', () => {
  it('is an input, so no report may overwrite it, even if its default name is used', async () => {
    const folder = temporaryFolder();
    const config = join(folder, 'taxiway.config.json');
    writeFileSync(config, '{"verify":{"baseUrl":"http://127.0.0.1:9"}}');
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    expect(await run('verify', { jsonFile: 'taxiway.config.json' })).toBe(2);
    expect(said).toBe(
      `taxiway verify: --config and --json-file name the same file, ${config}; pass another one, or leave one of ` +
        'them out\nHelp: taxiway verify --help\n',
    );
    writeFileSync(join(folder, 'known.json'), '{}');
    writeFileSync(config, '{"verify":{"baseUrl":"http://127.0.0.1:9","baseline":"known.json"}}');
    expect(await run('verify', { jsonFile: 'known.json' })).toBe(2);
    expect(said).toContain('--baseline and --json-file name the same file');
    expect(readFileSync(join(folder, 'known.json'), 'utf8')).toBe('{}');
  });
});

describe('the folder of --evidence', () => {
  it.each([['--json-file'], ['--expected-failures']])(
    'refuses a file of %s in the folder of a situation',
    async (flag) => {
      const folder = temporaryFolder();
      const file = join(folder, 'book-transfer.plain', 'result.json');
      mkdirSync(join(file, '..'));
      writeFileSync(file, 'mine');
      const exam = commandWith('exam');
      const other = exam.settings.find((one) => nameOf(one) === flag) as Setting;
      const evidence = exam.settings.find(({ key }) => key === 'evidence') as Setting;
      await expectRefusal(exam, [other, file], [evidence, folder], file, 'mine');
    },
  );

  it('may contain other reports next to its folders', async () => {
    const folder = temporaryFolder();
    const flags = { evidence: folder, jsonFile: join(folder, 'exam.json'), list: true };
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect([await run('exam', flags), said]).toEqual([0, '']);
  });
});

describe('standard output and devices', () => {
  it('accept any number of reports', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const flags = { plan: true, only: ['auth'], jsonFile: '/dev/null', junit: '/dev/null', html: '-', baseline: '-' };
    expect([await run('verify', flags), said]).toEqual([0, '']);
  });
});

/** The command ends with 2, names both settings and the file, and leaves the file as it is. */
async function expectRefusal(
  command: Command,
  one: [Setting, file: string],
  other: [Setting, file: string],
  file?: string,
  content = CONTENT,
): Promise<void> {
  said = '';
  const flags: Record<string, Flags[string]> = { ...REQUIRED[command.name] };
  for (const [setting, value] of [one, other]) {
    if (setting.flag === undefined && setting.argument === undefined) vi.stubEnv(setting.env ?? '', value);
    else flags[flagKey(setting)] = value;
  }
  expect(await run({ ...command, run: () => Promise.reject(new Error('it has started')) }, flags)).toBe(2);
  expect(said).toContain(nameOf(one[0]));
  expect(said).toContain(nameOf(other[0]));
  expect(said).toMatch(
    / name the same file, \/.*; pass another one, or leave one of them out\nHelp: taxiway \w+ --help\n$/,
  );
  if (file !== undefined) {
    expect([one[1], other[1]].some((path) => said.includes(path.split('/').at(-1) ?? ''))).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(content);
  }
}

function newFile(): string {
  const folder = join(temporaryFolder(), 'one');
  mkdirSync(folder);
  writeFileSync(join(folder, 'file.har'), CONTENT);
  return join(folder, 'file.har');
}

function commandWith(name: string): Command {
  return commands.find((command) => command.name === name) as Command;
}

const CONTENT = '{"verify":{}}';

/** Settings without which a command says something else. */
const REQUIRED: Record<string, Flags> = {
  verify: { baseUrl: 'http://127.0.0.1:9' },
  judge: { source: '-' },
  record: { upstream: 'http://127.0.0.1:9' },
  exam: { command: ['true'] },
};
