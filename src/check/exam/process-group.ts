import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { stopwatch } from '../../base/stopwatch.ts';

/**
 * A client and all processes that it started, but for those that left its group (`setsid`). The client was spawned with
 * `detached`. If this process ends first, the group is stopped with it. Windows has no groups: there it is the client
 * alone.
 */
export class ProcessGroup {
  readonly #client: ChildProcess;
  readonly #pid: number | undefined;
  readonly #slowness: () => number;

  /** `slowness`: of the machine, by which its processes take longer to end. */
  constructor(client: ChildProcess, slowness: () => number) {
    this.#client = client;
    this.#slowness = slowness;
    this.#pid = process.platform === 'win32' ? undefined : client.pid;
    if (running.size === 0) process.on('exit', stopAll);
    running.add(this);
  }

  /** Stops all of them. */
  stop(): void {
    if (this.#pid === undefined) this.#client.kill('SIGKILL');
    else signal(this.#pid, 'SIGKILL');
  }

  /**
   * To be called in the turn in which the client ended, or did not start. Stops what is left of the group after a
   * moment and returns the names of these processes.
   */
  async end(): Promise<string[]> {
    const left = this.#pid === undefined ? [] : await stopRest(this.#pid, ENDING_MS * this.#slowness());
    running.delete(this);
    if (running.size === 0) process.off('exit', stopAll);
    return left;
  }
}

const running = new Set<ProcessGroup>();

function stopAll(): void {
  for (const group of running) group.stop();
}

/**
 * The system gives the number of a group to no other process while the group has one. Therefore it is asked often: the
 * group that it was stays the one that is stopped.
 */
async function stopRest(pid: number, endingMs: number): Promise<string[]> {
  const elapsed = stopwatch();
  while (elapsed() < endingMs) {
    if (membersOf(pid).length === 0) return [];
    await wait(ASKED_MS);
  }
  const left = membersOf(pid);
  if (left.length > 0) signal(pid, 'SIGKILL');

  while (membersOf(pid).length > 0 && elapsed() < endingMs + STOPPING_MS) await wait(ASKED_MS);
  return left;
}

/** The names of the processes of a group; of those that only wait for their parent, nothing. */
function membersOf(pid: number): string[] {
  if (!signal(pid, 0)) return [];
  if (process.platform !== 'linux') return [UNNAMED];
  return readdirSync('/proc').flatMap((entry) => {
    const [, name = '', state = '', group] = /^\d+ \((.*)\) (\S) \d+ (\d+) /s.exec(statOf(entry)) ?? [];
    return Number(group) === pid && !'ZX'.includes(state) ? [name] : [];
  });
}

/** Empty for what is no process, or no longer one. */
function statOf(entry: string): string {
  try {
    return /^\d+$/.test(entry) ? readFileSync(`/proc/${entry}/stat`, 'latin1') : '';
  } catch {
    return '';
  }
}

/** False where the group has no process. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch (error) {
    // Some of its processes belong to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** How long processes may take to end after their client: the end of a pipeline, for example. */
const ENDING_MS = 1000;
const STOPPING_MS = 2000;
const ASKED_MS = 20;
const UNNAMED = 'a process without a known name';
