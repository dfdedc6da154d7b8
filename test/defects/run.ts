import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '../../src/clock.ts';
import type { Defect } from './defect.ts';
import { loadDefects } from './load-defects.ts';
import type { Catch } from './verify-defect.ts';

// `npm run defects [-- name, or beginning of a rule …]`: the harness against each planted defect. Ends with 1 when one got away.
const wanted = process.argv.slice(2);
const defects = (await loadDefects()).filter(({ name, rule }) => wanted.length === 0 || wanted.some((word) => name === word || rule.startsWith(word)));
if (defects.length === 0) fail(`no defect is called ${wanted.join(' or ')}, and none breaks a rule that begins so`);
const elapsed = stopwatch();
const waiting = [...defects];
let done = 0;
let faults = 0;
await Promise.all(Array.from({ length: Math.min(availableParallelism(), defects.length) }, work));
console.log(`\n${defects.length} defects: ${defects.length - faults} turned their own rule red and no other, ${faults} did not; ${Math.round(elapsed() / 1000)} s`);
if (faults > 0) process.exitCode = 1;

/** One process, from one defect to the next, until none is left. */
async function work(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
  child.once('exit', (code) => { if (code) fail(`a worker ended with ${code}`); });
  for (let defect = waiting.shift(); defect; defect = waiting.shift()) report(defect, await ask(child, defect.name));
  child.disconnect();
}

async function ask(child: ChildProcess, name: string): Promise<Catch> {
  child.send(name);
  const [outcome] = (await once(child, 'message')) as [Catch];
  return outcome;
}

/** A row of the matrix: the rule, whether it turned red, the defect; below it whatever else did. */
function report({ name, rule }: Defect, { caught, strays, errors }: Catch): void {
  done++;
  if (!caught || strays.length > 0 || errors.length > 0) faults++;
  console.log(`${String(done).padStart(4)}/${defects.length}  ${caught ? 'red   ' : 'MISSED'}  ${rule.padEnd(54)}  ${name}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
