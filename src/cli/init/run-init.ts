import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import type { InitFlags } from '../init.ts';
import type { Ask } from './ask.ts';
import { askInTerminal } from './ask.ts';
import { detectProject } from './detect-project.ts';
import { nextSteps } from './next-steps.ts';
import type { ProjectFile } from './project-files.ts';
import { projectFiles } from './project-files.ts';

/** Runs `taxiway init` and returns its exit code: 0, or 2 where it could not write. */
export async function runInit(folder: string, flags: InitFlags, ask: Ask | null = askInTerminal()): Promise<number> {
  const { runner, dryRun = false, force = false, yes = false } = flags;
  try {
    const project = detectProject(folder, runner);
    const files = projectFiles(project);
    const overwriting = files.filter((file) => stateOf(folder, file) === 'different');
    const overwritten = force || yes || dryRun ? overwriting : await confirm(overwriting, ask);
    for (const file of files) {
      const isNew = stateOf(folder, file) === 'new';
      const isWritten = isNew || overwritten.includes(file);
      if (isWritten && !dryRun) write(join(folder, file.path), file.text);
      console.log(isWritten ? lineOf(file, isNew, dryRun) : `left ${nameOf(folder, file)} as it is`);
    }
    if (!dryRun) console.log(nextSteps(project, files));
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`taxiway: ${error.message}`);
    return 2;
  }
}

/** Those that may be overwritten. Throws ConfigError where there are some, and no terminal to ask in. */
async function confirm(files: readonly ProjectFile[], ask: Ask | null): Promise<ProjectFile[]> {
  if (files.length > 0 && ask === null)
    throw new ConfigError(
      `${files.map(({ path }) => path).join(' and ')} would be overwritten, and there is no terminal to ask in; ` +
        'nothing was written. --force overwrites, --dry-run shows what would be done',
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

/** The name under which it is there, or would be. */
function nameOf(folder: string, { path, otherNames }: ProjectFile): string {
  return otherNames.find((name) => existsSync(join(folder, name))) ?? path;
}

function lineOf({ path, purpose }: ProjectFile, isNew: boolean, dryRun: boolean): string {
  const verb = isNew ? 'write' : 'overwrite';
  return `${dryRun ? `would ${verb}` : PAST[verb]} ${path}: ${purpose}`;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${path} is there and cannot be read: ${messageOf(error)}; nothing was written`);
  }
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new ConfigError(`${path} cannot be written: ${messageOf(error)}`);
  }
}

const PAST = { write: 'wrote', overwrite: 'overwrote' };
