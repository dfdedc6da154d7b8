import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { Ask } from '../../src/cli/init/run-init.ts';
import { runInit as init } from '../../src/cli/init/run-init.ts';
import type { Flags } from '../../src/config/setting.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { commandNamed, readSection, run } from './run-command.ts';
import { startTaxiway } from './taxiway.ts';

const FILES = ['taxiway.config.json', 'test/taxiway.test.mjs', '.github/workflows/taxiway.yml'];
let folder: string;
let said: string[];
beforeEach(() => {
  folder = temporaryFolder();
  said = [];
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line) => void said.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const manifest = (content: object) => write('package.json', JSON.stringify(content));

/** Runs the command; `ask` stands for the terminal. Returns its exit code. */
const runInit = (project: string, flags: Flags, ask: Ask | null) =>
  run({ ...commandNamed('init'), run: ({ settings }) => init(settings, ask) }, { folder: project, ...flags });

describe('taxiway init', () => {
  it('writes a config file, a test and a workflow, and prints the next steps', async () => {
    manifest({ devDependencies: { vitest: '5.1.0' } });
    expect(await runInit(folder, {}, null)).toBe(0);
    expect(readSection('verify', { flags: {}, env: {}, folder })?.settings).toEqual({
      baseUrl: 'http://127.0.0.1:4010',
    });
    expect(read('test/taxiway.test.mjs')).toContain("from 'taxiway/vitest'");
    expect(parse(read('.github/workflows/taxiway.yml'))).toMatchObject({ jobs: { client: {}, service: {} } });
    expect(said.join('\n')).toMatch(
      /^wrote taxiway\.config\.json: [^]*\n {2}npm install --save-dev \.\/taxiway-[\d.]+\.tgz\n/,
    );
  });

  it.each([
    [{ devDependencies: { jest: '30.0.0', taxiway: '1.0.0' } }, 'test/taxiway.test.js', "require('taxiway/jest')"],
    [{ type: 'module', dependencies: { jest: '30.0.0' } }, 'test/taxiway.test.cjs', "require('taxiway/jest')"],
    [{}, 'test/taxiway.test.mjs', "from 'taxiway/node-test'"],
  ])('writes the test for the runner of %j', async (content, path, line) => {
    manifest(content);
    await runInit(folder, {}, null);
    expect(read(path)).toContain(line);
    expect(read('.github/workflows/taxiway.yml')).toContain(` ${path}\n`);
  });

  it.each([
    ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile', 'pnpm exec taxiway verify'],
    ['yarn.lock', 'yarn install --immutable', 'yarn taxiway verify'],
  ])('installs as %s does', async (lock, install, verify) => {
    manifest({});
    write(lock, '');
    await runInit(folder, {}, null);
    for (const line of [install, verify]) expect(read('.github/workflows/taxiway.yml')).toContain(`- run: ${line}`);
  });

  it('writes nothing in a dry run', async () => {
    manifest({});
    expect(await runInit(folder, { dryRun: true }, null)).toBe(0);
    expect(said[0]).toMatch(/^would write taxiway\.config\.json/);
    expect(FILES.filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });

  it('asks before it overwrites each file', async () => {
    manifest({});
    await runInit(folder, {}, null);
    for (const name of FILES) write(name, 'mine');
    const questions: string[] = [];
    await runInit(folder, {}, async (question) => questions.push(question) === 2);
    expect(questions).toEqual(FILES.map((name) => `Overwrite ${name}?`));
    expect(FILES.map(read).map((text) => text === 'mine')).toEqual([true, false, true]);
  });

  it('writes nothing if it cannot ask, and overwrites with --force', async () => {
    manifest({});
    write('taxiway.config.json', 'mine');
    expect(await runInit(folder, {}, null)).toBe(2);
    expect(said).toEqual([
      'taxiway init: taxiway.config.json would be overwritten, and no terminal can confirm it; nothing was written. ' +
        '--force overwrites, --dry-run lists the files\nHelp: taxiway init --help',
    ]);
    expect(existsSync(join(folder, 'test'))).toBe(false);
    expect(await runInit(folder, { force: true }, null)).toBe(0);
    expect(read('taxiway.config.json')).not.toBe('mine');
  });

  it('keeps an existing config file of another format, and asks nothing the second time', async () => {
    manifest({});
    write('taxiway.config.yaml', 'verify: {}');
    for (let time = 0; time < 2; time++) expect(await runInit(folder, {}, null)).toBe(0);
    expect(said).toContain('left taxiway.config.yaml unchanged');
    expect(existsSync(join(folder, 'taxiway.config.json'))).toBe(false);
  });

  it.each([
    ['no package.json', () => undefined, /^taxiway init: there is no .*package\.json; run `npm init` first/],
    ['a damaged package.json', () => write('package.json', '{'), /package\.json cannot be read: /],
    ['a list for a package', () => write('package.json', '[]'), /package\.json is not an object/],
    [
      'a folder for a file',
      () => {
        manifest({});
        mkdirSync(join(folder, 'taxiway.config.json'));
      },
      /taxiway\.config\.json exists and cannot be read: it is a folder \(EISDIR\); nothing was written/,
    ],
    [
      'a file for a folder',
      () => {
        manifest({});
        write('.github', '');
      },
      /\.github is a file, but /,
    ],
  ])('explains the fault of %s', async (_, make, message) => {
    make();
    expect(await runInit(folder, {}, null)).toBe(2);
    expect(said.at(-1)).toMatch(message);
  });

  it('reports a missing folder', async () => {
    expect(await runInit(join(folder, 'nowhere'), {}, null)).toBe(2);
    expect(said[0]).toMatch(/nowhere is not a folder; run `taxiway init` in your project/);
  });
});

describe('taxiway init in a project with', () => {
  it.each(['taxiway.config.json', 'test', '.github'])('a link named %s follows it nowhere', async (name) => {
    manifest({});
    const outside = temporaryFolder();
    symlinkSync(join(outside, 'target'), join(folder, name));
    expect(await runInit(folder, { force: true }, null)).toBe(2);
    expect(said.join('\n')).toContain(`${join(folder, name)} is a link, and links are not followed`);
    expect([...readdirSync(outside), ...readdirSync(folder).toSorted()]).toEqual(['package.json', name].toSorted());
  });

  it.each(['test', '.github'])('a file named %s writes nothing, and says what is in the way', async (name) => {
    manifest({});
    write(name, 'a file');
    expect(await runInit(folder, { force: true }, null)).toBe(2);
    expect(said.join('\n')).toMatch(/ is a file, but \S+ needs a folder there; rename it\. Nothing was written\n/);
    expect(readdirSync(folder).toSorted()).toEqual(['package.json', name].toSorted());
  });

  it('a path too long for the name of its workflow writes nothing, and keeps what was there', async () => {
    const project = join(folder, ...Array.from('abc', (letter) => letter.repeat(90)));
    mkdirSync(join(folder, '.git'));
    mkdirSync(project, { recursive: true });
    for (const name of ['package.json', 'taxiway.config.json']) writeFileSync(join(project, name), '{}');
    expect(await runInit(project, { force: true }, null)).toBe(2);
    expect(said.join('\n')).toMatch(/\.yml cannot be written: ENAMETOOLONG.*; nothing was written\n/);
    expect(readdirSync(folder).toSorted()).toEqual(['.git', 'a'.repeat(90)]);
    expect(readdirSync(project).toSorted()).toEqual(['package.json', 'taxiway.config.json']);
    expect(readFileSync(join(project, 'taxiway.config.json'), 'utf8')).toBe('{}');
  });

  it('a byte order mark in its package.json writes its files', async () => {
    write('package.json', '\uFEFF{"devDependencies":{"vitest":"5.1.0"}}');
    expect(await runInit(folder, {}, null)).toBe(0);
  });

  it('a repository around it writes the workflow at the root, where GitHub reads it', async () => {
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'packages/shop'), { recursive: true });
    write('packages/shop/package.json', '{}');
    write('pnpm-lock.yaml', '');
    expect(await runInit(join(folder, 'packages/shop'), {}, null)).toBe(0);
    const workflow: unknown = parse(read('.github/workflows/taxiway-packages-shop.yml'));
    expect(workflow).toMatchObject({
      defaults: { run: { 'working-directory': 'packages/shop' } },
      jobs: { service: { steps: expect.arrayContaining([{ run: 'pnpm install --frozen-lockfile' }]) as unknown } },
    });
    expect(existsSync(join(folder, 'packages/shop/.github'))).toBe(false);
  });

  it('a repository around it writes the same when it runs inside the project, without its path', async () => {
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'shop'));
    write('shop/package.json', '{}');
    expect(await startTaxiway(['init'], {}, { cwd: join(folder, 'shop') }).ended).toBe(0);
    expect(existsSync(join(folder, '.github/workflows/taxiway-shop.yml'))).toBe(true);
  });
});
