import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LOCK = `${FOLDER}package-lock.json`;
const INSTALLED = `${FOLDER}node_modules/.installed-lock.json`;

/**
 * Installs the packages of `tools/package-lock.json` unless they are installed already. `npm run tools` does nothing
 * else; commands that need a tool call this first.
 */
export function installTools(): void {
  const lock = readFileSync(LOCK, 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  console.error('Installing the tools of tools/package.json, once.');
  const { status, error } = spawnSync('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci --prefix tools failed: ${error?.message ?? `exit code ${status}`}`);
  writeFileSync(INSTALLED, lock);
}

if (import.meta.main) installTools();
