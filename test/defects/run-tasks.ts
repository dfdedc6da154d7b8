import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Catch } from './verify-defect.ts';
import type { Job } from './worker.ts';

/**
 * Calls `report` for every task as soon as its job is done. Runs as many processes as the machine has cores; they are
 * new, because plants count calls from the start of their process.
 */
export async function runTasks<Task extends { job: Job }>(
  tasks: readonly Task[],
  report: (task: Task, outcome: Catch) => void,
): Promise<void> {
  const waiting = [...tasks];
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work));

  /** One process, from one task to the next, until none is left. */
  async function work(): Promise<void> {
    const child = startProcess();
    for (let task = waiting.shift(); task; task = waiting.shift()) report(task, await ask(child, task.job));
    child.disconnect();
  }
}

function startProcess(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
  child.once('exit', (code) => {
    if (!code) return;
    console.error(`a worker ended with ${code}`);
    process.exit(2);
  });
  return child;
}

async function ask(child: ChildProcess, job: Job): Promise<Catch> {
  child.send(job);
  const [outcome] = (await once(child, 'message')) as [Catch];
  return outcome;
}
