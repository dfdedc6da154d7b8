import type { Stats } from 'node:fs';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { packageManifest, repositoryAddress, tarballName } from '../../base/package-root.ts';
import type { ProjectFile } from './files.ts';
import { COMMANDS, projectFiles } from './files.ts';
import type { Project, Runner } from './project.ts';
import { detectProject } from './project.ts';

/** Asks a question; resolves with true for yes. */
export type Ask = (question: string) => Promise<boolean>;

export interface InitSettings {
  folder: string;
  runner: Runner;
  dryRun: boolean;
  force: boolean;
  json: boolean;
}

/** Writes the files into a project. Throws ConfigError for files that it cannot write, or may not. */
export async function runInit(settings: Partial<InitSettings>, ask: Ask | null = askInTerminal()): Promise<void> {
  const { folder = '.', runner, dryRun = false, force = false, json = false } = settings;
  const say = json ? console.error : console.log;
  const project = detectProject(folder, runner);
  const files = projectFiles(project);
  for (const { path } of files) refuseObstacles(project, path);
  const overwriting = files.filter((file) => stateOf(folder, file) === 'different');
  const overwritten = force || dryRun ? overwriting : await confirm(overwriting, ask);
  const isNew = new Set(files.filter((file) => stateOf(folder, file) === 'new'));
  const writing = files.filter((file) => isNew.has(file) || overwritten.includes(file));
  const results = files.map((file) => ({ path: nameOf(folder, file), written: !dryRun && writing.includes(file) }));
  if (!dryRun) writeAll(folder, writing);
  for (const file of files)
    say(writing.includes(file) ? lineOf(file, isNew.has(file), dryRun) : `left ${nameOf(folder, file)} unchanged`);
  if (!dryRun) say(nextSteps(project, files));
  if (json) console.log(JSON.stringify({ files: results }, null, 2));
}

/** Returns null without a terminal. If the input ends, that means no. */
function askInTerminal(): Ask | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('no')));
    try {
      return /^y(es)?$/i.test((await Promise.race([terminal.question(`${question} [y/N] `), ended])).trim());
    } finally {
      terminal.close();
    }
  };
}

/**
 * Returns the files to overwrite after confirmation. Throws ConfigError if there are some, but no terminal for the
 * question.
 */
async function confirm(files: readonly ProjectFile[], ask: Ask | null): Promise<ProjectFile[]> {
  if (files.length > 0 && ask === null)
    throw new ConfigError(
      `${files.map(({ path }) => path).join(' and ')} would be overwritten, and no terminal can confirm it; ` +
        'nothing was written. --force overwrites, --dry-run lists the files',
    );
  const confirmed: ProjectFile[] = [];
  for (const file of files) if (await ask?.(`Overwrite ${file.path}?`)) confirmed.push(file);
  return confirmed;
}

function stateOf(folder: string, file: ProjectFile): 'new' | 'same' | 'different' {
  const name = nameOf(folder, file);
  if (name !== file.path) return 'same';
  const path = join(folder, name);
  if (!existsSync(path)) return 'new';
  return read(path) === file.text ? 'same' : 'different';
}

/** Throws ConfigError for a link on the way to a file, which leads elsewhere, and for a file instead of a folder. */
function refuseObstacles({ folder, repository }: Project, path: string): void {
  const target = resolve(folder, path);
  for (let at = target; relative(repository, at) !== ''; at = dirname(at)) {
    const found = relative(folder, at) === '' ? null : entryAt(at);
    if (found?.isSymbolicLink())
      throw new ConfigError(`${at} is a link, and links are not followed; remove it first. Nothing was written`);
    if (found && at !== target && !found.isDirectory())
      throw new ConfigError(`${at} is a file, but ${path} needs a folder there; rename it. Nothing was written`);
  }
}

function entryAt(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    // The path does not exist yet, or is below a file.
    return null;
  }
}

/** Returns the name of the existing file, or of the new one. */
function nameOf(folder: string, { path, otherNames }: ProjectFile): string {
  return otherNames.find((name) => existsSync(join(folder, name))) ?? path;
}

function lineOf({ path, purpose }: ProjectFile, isNew: boolean, dryRun: boolean): string {
  const [verb, past] = isNew ? ['write', 'wrote'] : ['overwrite', 'overwrote'];
  return `${dryRun ? `would ${verb}` : past} ${path}: ${purpose}`;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${path} exists and cannot be read: ${messageOf(error)}; nothing was written`);
  }
}

/** Writes all files or none. Throws ConfigError with the first one that it cannot write. */
function writeAll(folder: string, files: readonly ProjectFile[]): void {
  const undo: (() => void)[] = [];
  for (const { path, text } of files) {
    const file = join(folder, path);
    try {
      const before = existsSync(file) ? readFileSync(file) : null;
      const made = mkdirSync(dirname(file), { recursive: true });
      undo.unshift(() => {
        if (before === null) rmSync(made ?? file, { recursive: true, force: true });
        else writeFileSync(file, before);
      });
      writeFileSync(file, text);
    } catch (error) {
      for (const restore of undo) restore();
      throw new ConfigError(`${file} cannot be written: ${messageOf(error)}; nothing was written`);
    }
  }
}

/** Returns the user's next steps, with commands to copy. */
function nextSteps({ runner, hasTaxiway, packageManager }: Project, files: readonly ProjectFile[]): string {
  const test = files.find(({ path }) => path.startsWith('test/'))?.path ?? '';
  const { add, run } = COMMANDS[packageManager];
  const steps = [
    ...(hasTaxiway ? [] : installSteps(add)),
    `  ${runner === 'node' ? `node --test ${test}` : `${run} ${runner}${runner === 'vitest' ? ' run' : ''} ${test}`}`,
    `  ${run} taxiway verify   # checks the service at the base URL of taxiway.config.json`,
  ];
  return `\nNext:\n\n${steps.join('\n')}`;
}

/** Returns the commands to add the package: until it is published, as a tarball made in a clone. */
function installSteps(add: string): string[] {
  const manifest = packageManifest();
  if (manifest.published) return [`  ${add} ${manifest.name}`];
  const tarball = tarballName(manifest);
  return [
    `  # ${manifest.name} is not on the npm registry yet. In a clone of ${repositoryAddress()}:`,
    '  #   npm ci && npm run stage && npm pack ./dist-package',
    `  # makes ${tarball}. Copy it into this folder, then:`,
    `  ${add} ./${tarball}`,
  ];
}
