import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '../../src/stopwatch.ts';
import { loadDefects } from './load-defects.ts';
import type { Catch } from './verify-defect.ts';
import type { Job } from './worker.ts';

interface Row {
  job: Job;
  label: string;
  colour: string;
}

const HEALTHY_RUNS = 20;

// `npm run defects [-- name, or beginning of a rule …]`: the harness against each planted defect, and against sandboxes
// of
// many seeds in which nothing is planted. Ends with 1 when a defect got away, or a rule is red that is not broken.
const wanted = process.argv.slice(2);
const defects = (await loadDefects()).filter(
  ({ name, rule }) => wanted.length === 0 || wanted.some((word) => name === word || rule.startsWith(word)),
);
if (defects.length === 0) fail(`no defect is called ${wanted.join(' or ')}, and none breaks a rule that begins so`);
const seeds = wanted.length === 0 ? Array.from({ length: HEALTHY_RUNS }, (_, index) => `healthy-${index + 1}`) : [];
const jobs: Row[] = [
  ...seeds.map((seed) => ({
    job: { seed },
    label: `${'nothing is broken'.padEnd(54)}  seed ${seed}`,
    colour: 'green',
  })),
  ...defects.map(({ name, rule }) => ({ job: { defect: name }, label: `${rule.padEnd(54)}  ${name}`, colour: 'red' })),
];
const elapsed = stopwatch();
const waiting = [...jobs];
let done = 0;
let faults = 0;
await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work));
console.log(
  `\n${defects.length} defects, and ${seeds.length} runs without one: ${jobs.length - faults} as they should ` +
    `be (only the broken rule red), ${faults} not; ${Math.round(elapsed() / 1000)} s`,
);
if (faults > 0) process.exitCode = 1;

/** One process, from one job to the next, until none is left. */
async function work(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
  child.once('exit', (code) => {
    if (code) fail(`a worker ended with ${code}`);
  });
  for (let row = waiting.shift(); row; row = waiting.shift()) report(row, await ask(child, row.job));
  child.disconnect();
}

async function ask(child: ChildProcess, job: Job): Promise<Catch> {
  child.send(job);
  const [outcome] = (await once(child, 'message')) as [Catch];
  return outcome;
}

/** A row of the matrix: the rule, whether it turned red, the defect; below it whatever else did. */
function report({ label, colour }: Row, { caught, strays, errors }: Catch): void {
  done++;
  if (!caught || strays.length > 0 || errors.length > 0) faults++;
  console.log(`${String(done).padStart(4)}/${jobs.length}  ${(caught ? colour : 'MISSED').padEnd(6)}  ${label}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
