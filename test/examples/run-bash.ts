import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BashResult {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** The files that it left in its folder. */
  left: string[];
}

/** The curl for a script: the machine's, or the one of this folder, for machines without. */
export type Curl = 'the curl of this machine' | 'the stand-in for curl';

/** The curls that can be tried here. */
export const curls: readonly Curl[] = hasCurl()
  ? ['the curl of this machine', 'the stand-in for curl']
  : ['the stand-in for curl'];

/** Runs bash with the arguments in a folder of its own, on the Node of the tests; `tools` come first in its PATH. */
export async function runBash(
  args: readonly string[],
  env: Record<string, string>,
  curl: Curl = curls[0],
  tools?: string,
): Promise<BashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bash-'));
  const path = [tools, dirname(process.execPath), process.env['PATH']].filter((part) => part !== undefined);
  if (curl === 'the stand-in for curl') {
    symlinkSync(fileURLToPath(new URL('./curl.mjs', import.meta.url)), join(folder, 'curl'));
    path.unshift(folder);
  }
  try {
    const result = await run(args, folder, { ...process.env, PATH: path.join(delimiter), ...env });
    return { ...result, left: readdirSync(folder).filter((name) => name !== 'curl') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Omit<BashResult, 'left'>> {
  return new Promise((resolve) => {
    // Started with a socket as its standard input, bash takes itself for a remote shell and reads the machine's
    // start-up files.
    execFile('bash', ['--norc', ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function hasCurl(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => folder !== '' && existsSync(join(folder, 'curl')));
}
