import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../../base/at-exit.ts';
import { ConfigError } from '../../base/config-error.ts';
import { writePrivately } from '../../base/private-file.ts';
import { measureSlowness } from '../../base/slowness.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import type { Count, Milliseconds } from '../report/quantities.ts';
import { ProcessGroup } from './process-group.ts';
import type { Assignment, ExitCodes, Variable } from './protocol.ts';
import { environmentOf, taskFileFor } from './protocol.ts';

/** A client's end. */
export interface ClientEnd {
  /** Null if a signal ended it, it never started, or it was stopped. */
  exitCode: Count | null;
  /** `killed`: by a signal. `hung`: stopped after the time limit. `not started`: the command does not exist. */
  how: 'exited' | 'killed' | 'hung' | 'not started';
  /** The signal, or the reason for not starting; empty otherwise. */
  reason: string;
  stdout: string;
  stderr: string;
  /** True if its output contained the secret key, even in parts no longer kept. */
  wroteSecret: boolean;
  durationMs: Milliseconds;
  /** Stopped processes that it left behind, by name. */
  leftBehind: readonly string[];
}

export interface ClientCommand {
  command: string;
  args: readonly string[];
  /** Variables in addition to this process's environment. */
  env: Readonly<Record<string, string>>;
  /** Secret forbidden in its output. */
  secret: string;
  limitMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs a client until it ends, or stops it at the time limit or on the signal. The limit is longer on a busy machine.
 * All its processes end with it. Keeps its last output. Never rejects.
 */
function runClient({ command, args, env, secret, limitMs, signal }: ClientCommand): Promise<ClientEnd> {
  const elapsed = stopwatch();
  const slowness = measureSlowness();
  return new Promise((resolve) => {
    // A separate group, so that children from a shell or a package script end with it.
    const child = spawn(command, [...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const [stdout, stderr] = [new Tail(secret), new Tail(secret)];
    child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk));
    const group = new ProcessGroup(child, slowness);
    let hung = false;
    const stop = () => group.stop();
    let timer = setTimeout(stopLate, limitMs);
    function stopLate() {
      const left = limitMs * slowness() - elapsed();
      if (left > 0) return void (timer = setTimeout(stopLate, left));
      hung = true;
      stop();
    }
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    let rest: Promise<string[]> | undefined;
    /** Ends the group. From here on, another process can have the client's number. */
    const endGroup = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      return (rest ??= group.end());
    };
    const end = async (how: ClientEnd['how'], exitCode: number | null, reason: string) => {
      const leftBehind = await endGroup();
      const wroteSecret = stdout.hadSecret || stderr.hadSecret;
      const wrote = { stdout: stdout.text(), stderr: stderr.text(), wroteSecret };
      resolve({ exitCode, how, reason, ...wrote, durationMs: elapsed(), leftBehind });
    };
    child.on('error', (error) => void end('not started', null, error.message));
    child.on('close', (code, by) => {
      if (hung) void end('hung', null, `no end within ${limitMs} ms`);
      else void (code === null ? end('killed', null, by ?? 'unknown signal') : end('exited', code, ''));
    });
    // Processes outside the group can keep the pipes open, although the client itself has ended.
    child.on('exit', () => void endGroup().then(() => destroyPipesLater(child)));
  });
}

/**
 * Destroys the pipes one turn after the time limit. On a busy machine that turn comes late and still reads earlier
 * output.
 */
function destroyPipesLater({ stdout, stderr }: ReadersOf): void {
  const destroy = () => {
    stdout.destroy();
    stderr.destroy();
  };
  setTimeout(() => setImmediate(destroy), PIPES_MS).unref();
}

type ReadersOf = Record<'stdout' | 'stderr', { destroy(): unknown }>;

/** The last part of a text stream. Looks for a secret in the whole stream. */
class Tail {
  readonly #secret: string;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #last = Buffer.alloc(0);
  hadSecret = false;

  constructor(secret: string) {
    this.#secret = secret;
  }

  add(chunk: Buffer): void {
    const seen = Buffer.concat([this.#last, chunk]);
    this.hadSecret ||= seen.includes(this.#secret);
    // A secret can be split between two chunks.
    this.#last = seen.subarray(Math.max(0, seen.length - this.#secret.length));
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes - (this.#chunks[0]?.length ?? 0) > MAX_BYTES) this.#bytes -= this.#chunks.shift()?.length ?? 0;
  }

  text(): string {
    return Buffer.concat(this.#chunks).subarray(-MAX_BYTES).toString();
  }
}

const MAX_BYTES = 64_000;
/** Reading time for an ended client's pipes. */
const PIPES_MS = 500;

/** The client under examination. */
export interface Candidate {
  exitCodes: ExitCodes;
  /** Runs the client once, until it ends or is stopped. Rejects if it cannot be run. */
  run(assignment: Assignment, signal?: AbortSignal): Promise<ClientEnd>;
}

/** Options for a client's program. */
interface ClientProgram {
  command: string;
  args: readonly string[];
  variables: readonly Variable[];
  exitCodes: ExitCodes;
  /** Time limit for one situation. */
  limitMs: number;
}

/** Returns a candidate that runs a client program. Its `run` rejects with ConfigError if the program does not start. */
export function programCandidate({ variables, exitCodes, ...program }: ClientProgram): Candidate {
  return {
    exitCodes,
    async run(assignment, signal) {
      const folder = mkdtempSync(join(tmpdir(), 'taxiway-task-'));
      const remove = () => rmSync(folder, { recursive: true, force: true });
      const forget = atExit(remove);
      try {
        const taskFile = join(folder, 'task.json');
        writePrivately(taskFile, taskFileFor(assignment));
        const env = environmentOf(assignment, taskFile, variables);
        const end = await runClient({ ...program, env, secret: assignment.keys.secretKey, signal });
        if (end.how === 'not started') throw new ConfigError(`${program.command} cannot be started: ${end.reason}`);
        return end;
      } finally {
        remove();
        forget();
      }
    },
  };
}
