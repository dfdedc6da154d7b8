import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { atExit } from '../../base/at-exit.ts';
import { stopwatch } from '../../base/stopwatch.ts';

/**
 * A client and its descendants, except those outside its group (`setsid`). The client was spawned with `detached`. If
 * this process ends first, the group is stopped with it. Windows has no groups, so there it is the client alone.
 */
export class ProcessGroup {
  readonly #client: ChildProcess;
  readonly #pid: number | undefined;
  readonly #slowness: () => number;
  readonly #forget: () => void;

  /** `slowness`: returns the machine's slowness. On a slow machine, the processes take longer to end. */
  constructor(client: ChildProcess, slowness: () => number) {
    this.#client = client;
    this.#slowness = slowness;
    this.#pid = process.platform === 'win32' ? undefined : client.pid;
    this.#forget = atExit(() => this.stop());
  }

  /** Stops all processes in the group. */
  stop(): void {
    if (this.#pid === undefined) this.#client.kill('SIGKILL');
    else signal(this.#pid, 'SIGKILL');
  }

  /**
   * Stops the rest after a moment and returns these processes' names. The caller calls it in the same turn in which the
   * client ended or failed to start.
   */
  async end(): Promise<string[]> {
    const left = this.#pid === undefined ? [] : await stopRest(this.#pid, ENDING_MS * this.#slowness());
    this.#forget();
    return left;
  }
}

/**
 * Stops the rest. The system gives a group number to no other process while the group has one. Frequent checks ensure
 * that the number still belongs to the same group.
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

/** Returns the process names in a group, without zombies. */
function membersOf(pid: number): string[] {
  if (!signal(pid, 0)) return [];
  if (process.platform !== 'linux') return [UNNAMED];
  return readdirSync('/proc').flatMap((entry) => {
    const [, name = '', state = '', group] = /^\d+ \((.*)\) (\S) \d+ (\d+) /s.exec(statOf(entry)) ?? [];
    return Number(group) === pid && !'ZX'.includes(state) ? [name] : [];
  });
}

/** Returns the process status; empty for anything other than a running process. */
function statOf(entry: string): string {
  try {
    return /^\d+$/.test(entry) ? readFileSync(`/proc/${entry}/stat`, 'latin1') : '';
  } catch {
    return '';
  }
}

/** Returns false if the group has no process. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch (error) {
    // The group has processes of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Time allowed for processes after their client ended, such as the last one in a pipeline. */
const ENDING_MS = 1000;
const STOPPING_MS = 2000;
const ASKED_MS = 20;
const UNNAMED = 'a process without a known name';
