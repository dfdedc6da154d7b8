import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterFile } from '../support/after-file.ts';

/** A process of the command line, with what it has written so far. */
export interface Taxiway {
  /** From its banner; there once it listens. */
  baseUrl: string;
  banner: string;
  stdout(): string;
  stderr(): string;
  /** Standard output itself, for a test that requested it to be left unread. */
  output: Readable;
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Resolves when standard error has text that matches. */
  written(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Outcome {
  code: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
}

export interface Spawning {
  /** Nobody reads standard output. */
  unread?: boolean;
  /** Standard input is a pipe; without it there is none. */
  withInput?: boolean;
  /** The program of another checkout. */
  main?: string;
  /** Working directory. */
  cwd?: string;
}

/** Runs a command to its end. */
export async function runTaxiway(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { ended, stdout, stderr } = startTaxiway(args, env);
  const code = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Starts `serve` on a free port and waits until it listens. It is gone after the file's tests at the latest. */
export async function serveTaxiway(
  args: string[] = [],
  env: Record<string, string> = {},
  how: Spawning = {},
): Promise<Taxiway> {
  const taxiway = startTaxiway(['serve', '--port', '0', ...args], env, how);
  const up = taxiway.written(/^taxiway sandbox: (\S+)$[^]*Ctrl-C/m);
  const failed = taxiway.ended.then((code) => {
    throw new Error(`serve ended with ${code}: ${taxiway.stderr()}`);
  });
  failed.catch(() => undefined);
  const [banner, baseUrl] = await Promise.race([up, failed]);
  return { ...taxiway, banner: banner, baseUrl: baseUrl };
}

/** Starts `record` on a free port and waits until it listens. It is gone after the file's tests at the latest. */
export async function recordTaxiway(upstream: string, args: string[] = []): Promise<Omit<Taxiway, 'banner'>> {
  const taxiway = startTaxiway(['record', upstream, '--port', '0', ...args], {});
  const up = taxiway.written(/records \S+ at (\S+) /);
  const failed = taxiway.ended.then((code) => {
    throw new Error(`record ended with ${code}: ${taxiway.stderr()}`);
  });
  failed.catch(() => undefined);
  const [, baseUrl = ''] = await Promise.race([up, failed]);
  return { ...taxiway, baseUrl };
}

/** Starts a command. It is gone after the tests of the file at the latest. */
export function startTaxiway(
  args: string[],
  env: Record<string, string> = {},
  { unread = false, withInput = false, main = PROGRAM, cwd }: Spawning = {},
) {
  const { TAXIWAY_PORT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    cwd,
    stdio: [withInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  }) as ChildProcess & { stdout: Readable; stderr: Readable };
  afterFile(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  if (!unread)
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    output: child.stdout,
    input: child.stdin,
    pid: child.pid as number,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    // A stream without a reader never closes.
    ended: once(child, unread ? 'exit' : 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals),
    written: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve) => {
        child.stderr.on('data', () => {
          const match = pattern.exec(stderr);
          if (match) resolve(match);
        });
      }),
  };
}

/** The command line of a clone: the bundle that the package has too, in half the time that the sources take. */
export const PROGRAM = fileURLToPath(new URL('../../package/run.cjs', import.meta.url));
