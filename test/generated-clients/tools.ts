import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_CACHE } from '../support/tool-cache.ts';
import type { Need } from './clients.ts';
import { runShell } from './run-shell.ts';

/** Why a client cannot be tested here; undefined where everything is there. */
export function missing(needs: readonly Need[]): string | undefined {
  const absent = needs.find((need) => spawnSync(need, [need === 'go' ? 'version' : '--version']).status !== 0);
  return absent && `not run: no ${NAMES[absent]} here`;
}

const NAMES: Readonly<Record<Need, string>> = {
  python3: 'Python',
  go: 'Go',
  javac: 'JDK',
  mvn: 'Maven',
  cargo: 'Rust',
};

/** Returns a Python with the packages of a file, kept for later runs. */
export async function python(requirements = 'examples/clients/requirements.txt'): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(TOOL_CACHE, hash);
  const command = join(folder, 'bin', 'python');
  const done = join(folder, 'done');
  if (existsSync(done)) return command;
  rmSync(folder, { recursive: true, force: true });
  await runShell(`python3 -m venv "$VENV"\n"$VENV/bin/python" -m pip install --quiet --requirement "$REQUIREMENTS"`, {
    env: { ...process.env, VENV: folder, REQUIREMENTS: requirements },
  });
  writeFileSync(done, '');
  return command;
}
