import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Row, Task } from './task.ts';
import { isRight } from './task.ts';
import type { Catch } from './verify-defect.ts';
import type { Job } from './worker.ts';

/** Calls `report` for every row as soon as it is decided. Runs as many processes as the machine has cores. */
export async function runTasks(tasks: readonly Task[], report: (row: Row, outcome: Catch) => void): Promise<void> {
  const waiting = [...tasks];
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work));

  /** One process after the other, from one task to the next, until none is left. */
  async function work(): Promise<void> {
    let child = startProcess();
    for (let task = waiting.shift(); task; task = waiting.shift()) await run(task);
    child.disconnect();

    async function run({ job, rows, apart }: Task): Promise<void> {
      const outcome = await ask(child, job);
      if (apart.length === 0 || isRight(outcome)) return rows.forEach((row) => report(row, outcome));
      reportBundle(rows, outcome);
      for (const part of apart) {
        // Plants count calls from the start of their process.
        child.disconnect();
        child = startProcess();
        await run(part);
      }
    }
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

/** Defects that interact run again, each half of them by itself. */
function reportBundle(rows: readonly Row[], { missed, strays, errors }: Catch): void {
  console.log(`           apart   ${rows.length} defects that do not end as they should together:`);
  for (const rule of missed) console.log(`                    not red: ${rule}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}
