import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Place {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * Returns the standard output of bash commands. They end after ten minutes at the latest, with all that they started.
 * Rejects with what they printed, and with the registry as the cause where they complain of one.
 */
export async function runShell(commands: string, place: Place = {}): Promise<string> {
  const child = spawn('bash', ['-c', `set -e\n${commands}`], {
    ...place,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // The group has a process for as long as there is one to wait for.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, LONGEST_MS);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearTimeout(timer);
  if (code === 0) return stdout;
  const printed = `${stdout}\n${stderr}`.trim();
  const end = late ? `did not end within ${LONGEST_MS / 60_000} minutes` : `failed (${String(code)})`;
  if (late || TROUBLE.test(printed)) throw new RegistryError(`${commands}\n${end}: ${UNREACHED}\n${printed}`);
  throw new Error(`${commands}\n${end}\n${printed}`);
}

/** A package could not be loaded. */
export class RegistryError extends Error {}

const LONGEST_MS = 600_000;
const UNREACHED = 'a registry of packages could not be reached, or was too slow; try again when it can be.';
/** Messages of Maven, Go, pip and Cargo about a package that they cannot load. */
const TROUBLE = new RegExp(
  [
    'Could not (transfer|resolve|find) artifact',
    'Could not resolve dependencies',
    'dial tcp',
    'i/o timeout',
    'proxyconnect',
    'Failed to establish a new connection',
    'No matching distribution',
    'ReadTimeout',
    'spurious network error',
    'failed to download',
  ].join('|'),
);
