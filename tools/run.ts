import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from './install.ts';

// `node tools/run.ts <tool> [argument …]`: runs a command of a package of tools/package.json in the current folder, and
// ends with its exit code.
const [tool, ...args] = process.argv.slice(2);
if (tool === undefined) {
  console.error('Usage: node tools/run.ts <tool> [argument …]');
  process.exit(2);
}
installTools();
const folder = fileURLToPath(new URL('node_modules/.bin', import.meta.url));
const { status, error } = spawnSync(join(folder, tool), args, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  // oxlint looks for the program that reads types in the current folder.
  env: { ...process.env, OXLINT_TSGOLINT_PATH: join(folder, 'tsgolint') },
});
if (error) console.error(`${tool}: ${error.message}`);
process.exit(status ?? 1);
