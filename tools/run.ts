import { spawnSync } from 'node:child_process';
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
const command = fileURLToPath(new URL(`node_modules/.bin/${tool}`, import.meta.url));
const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
if (error) console.error(`${tool}: ${error.message}`);
process.exit(status ?? 1);
