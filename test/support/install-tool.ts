import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TOOL_CACHE } from './tool-cache.ts';

/**
 * Installs packages from the npm registry in a folder kept for later runs, and returns the folder. Runs no package
 * script.
 */
export async function installTool(...packages: readonly string[]): Promise<string> {
  const folder = join(TOOL_CACHE, packages.join('+').replace(/[^\w.@+-]/g, '-'));
  const done = join(folder, 'done');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides: OVERRIDES }));
  await run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
  });
  writeFileSync(done, '');
  return folder;
}

/** Verdaccio names this version by a tag, and a registry mirror may lack the tag. */
const OVERRIDES = { verdaccio: { 'node-fetch': '2.6.7' } };

const run = promisify(execFile);
