import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '../../src/base/stopwatch.ts';
import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { conductOf } from '../clients/conduct-of.ts';
import { loadDefects } from './load-defects.ts';
import type { Catch } from './verify-defect.ts';
import type { Job } from './worker.ts';

interface Row {
  job: Job;
  label: string;
  colour: string;
}

interface Section {
  title: string;
  /** "12 defects, and 20 runs without one". */
  counted: string;
  rows: Row[];
}

const HEALTHY_RUNS = 20;
const CLIENTS = 'clients';

// `npm run defects [-- clients | name, or beginning of a rule …]`: the harness against each planted defect, and against
// sandboxes of many seeds in which nothing is planted; then the judge against each bad client. Ends with 1 when a
// defect or a client got away, or a rule is red that is not broken.
const wanted = process.argv.slice(2);
const [defects, clients] = await Promise.all([loadDefects(), loadBadClients()]);
const sections = [serviceSection(), clientSection()].filter(({ rows }) => rows.length > 0);
if (sections.length === 0)
  fail(`no defect or bad client is called ${wanted.join(' or ')}, and none breaks a rule that begins so`);
const elapsed = stopwatch();
let faults = 0;
for (const section of sections) await runSection(section);
const open = clients.filter((client) => isWanted(client) && conductOf(client.rule).length === 0);
if (open.length > 0) console.log(`\nnot yet: ${open.length} bad clients, whose rules have no conduct check`);
if (faults > 0) process.exitCode = 1;

function serviceSection(): Section {
  const planted = wanted.includes(CLIENTS) ? [] : defects.filter(isWanted);
  const seeds = wanted.length === 0 ? Array.from({ length: HEALTHY_RUNS }, (_, index) => `healthy-${index + 1}`) : [];
  return {
    title: 'The service: planted defects',
    counted: `${planted.length} defects, and ${seeds.length} runs without one`,
    rows: [
      ...seeds.map((seed) => ({
        job: { seed },
        label: `${'nothing is broken'.padEnd(54)}  seed ${seed}`,
        colour: 'green',
      })),
      ...planted.map(({ name, rule }) => ({
        job: { defect: name },
        label: `${rule.padEnd(54)}  ${name}`,
        colour: 'red',
      })),
    ],
  };
}

function clientSection(): Section {
  const judged = clients.filter((client) => isWanted(client) && conductOf(client.rule).length > 0);
  return {
    title: 'The client: bad clients',
    counted: `${judged.length} bad clients`,
    rows: judged.map(({ name, rule, level = 'broken' }) => ({
      job: { client: name },
      label: `${rule.padEnd(54)}  ${name}`,
      colour: level === 'broken' ? 'red' : level,
    })),
  };
}

function isWanted({ name, rule }: { name: string; rule: string }): boolean {
  const words = wanted.filter((word) => word !== CLIENTS);
  return words.length === 0 || words.some((word) => name === word || rule.startsWith(word));
}

async function runSection({ title, counted, rows }: Section): Promise<void> {
  console.log(`\n${title}\n`);
  const waiting = [...rows];
  const missed: Row[] = [];
  let done = 0;
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), rows.length) }, work));
  faults += missed.length;
  console.log(
    `\n${counted}: ${rows.length - missed.length} as they should be (only the broken rule red), ` +
      `${missed.length} not; ${Math.round(elapsed() / 1000)} s`,
  );

  /** One process, from one job to the next, until none is left. */
  async function work(): Promise<void> {
    const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
    child.once('exit', (code) => {
      if (code) fail(`a worker ended with ${code}`);
    });
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const outcome = await ask(child, row.job);
      if (!isRight(outcome)) missed.push(row);
      report(`${String(++done).padStart(4)}/${rows.length}`, row, outcome);
    }
    child.disconnect();
  }
}

async function ask(child: ChildProcess, job: Job): Promise<Catch> {
  child.send(job);
  const [outcome] = (await once(child, 'message')) as [Catch];
  return outcome;
}

function isRight({ caught, strays, errors }: Catch): boolean {
  return caught && strays.length === 0 && errors.length === 0;
}

/** A row of the matrix: the rule, whether it turned red, the defect or client; below it whatever else did. */
function report(place: string, { label, colour }: Row, { caught, strays, errors }: Catch): void {
  console.log(`${place}  ${(caught ? colour : 'MISSED').padEnd(6)}  ${label}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
