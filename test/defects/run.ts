import { stopwatch } from '../../src/base/stopwatch.ts';
import type { BadClient } from '../clients/bad/bad-client.ts';
import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { conductOf } from '../clients/conduct-of.ts';
import { bundleDefects } from './bundle-defects.ts';
import type { Defect } from './defect.ts';
import { loadDefects } from './load-defects.ts';
import { runTasks } from './run-tasks.ts';
import type { Row, Task } from './task.ts';
import { isRight } from './task.ts';
import type { Catch } from './verify-defect.ts';

interface Section {
  title: string;
  /** "12 defects in 3 bundles, and 20 runs without one". */
  counted: string;
  tasks: Task[];
}

const HEALTHY_RUNS = 20;
const CLIENTS = 'clients';
const ALONE = 'alone';

// `npm run defects [-- clients | alone | name, or beginning of a rule …]`: the harness against the planted defects, in
// bundles or each alone, and against sandboxes of many seeds in which nothing is planted; then the judge against each
// bad client. Ends with 1 when a defect or a client got away, or a rule is red that is not broken.
const wanted = process.argv.slice(2);
const words = wanted.filter((word) => word !== CLIENTS && word !== ALONE);
const [defects, clients] = await Promise.all([loadDefects(), loadBadClients()]);
const sections = [serviceSection(), clientSection()].filter(({ tasks }) => tasks.length > 0);
if (sections.length === 0) {
  console.error(`no defect or bad client is called ${words.join(' or ')}, and none breaks a rule that begins so`);
  process.exit(2);
}
const elapsed = stopwatch();
let faults = 0;
for (const section of sections) await runSection(section);
const open = clients.filter((client) => isWanted(client) && conductOf(client.rule).length === 0);
if (open.length > 0) console.log(`\nnot yet: ${open.length} bad clients, whose rules have no conduct check`);
if (faults > 0) process.exitCode = 1;

function serviceSection(): Section {
  const planted = wanted.includes(CLIENTS) ? [] : defects.filter(isWanted);
  const bundles = wanted.includes(ALONE) ? planted.map((defect) => [defect]) : bundleDefects(planted);
  const seeds = wanted.length === 0 ? Array.from({ length: HEALTHY_RUNS }, (_, index) => `healthy-${index + 1}`) : [];
  return {
    title: 'The service: planted defects',
    counted: `${planted.length} defects in ${bundles.length} bundles, and ${seeds.length} runs without one`,
    tasks: [...seeds.map(healthyTask), ...bundles.map(bundleTask)],
  };
}

function clientSection(): Section {
  const judged = wanted.includes(ALONE)
    ? []
    : clients.filter((client) => isWanted(client) && conductOf(client.rule).length > 0);
  return {
    title: 'The client: bad clients',
    counted: `${judged.length} bad clients`,
    tasks: judged.map(clientTask),
  };
}

function isWanted({ name, rule }: { name: string; rule: string }): boolean {
  return words.length === 0 || words.some((word) => name === word || rule.startsWith(word));
}

function healthyTask(seed: string): Task {
  const label = `${'nothing is broken'.padEnd(54)}  seed ${seed}`;
  return { job: { seed }, rows: [{ label, colour: 'green' }], apart: [] };
}

function bundleTask(bundle: readonly Defect[]): Task {
  const half = Math.ceil(bundle.length / 2);
  const parts = bundle.length > 1 ? [bundle.slice(0, half), bundle.slice(half)] : [];
  return {
    job: { defects: bundle.map(({ name }) => name) },
    rows: bundle.map(({ name, rule }) => ({ label: `${rule.padEnd(54)}  ${name}`, colour: 'red' })),
    apart: parts.map(bundleTask),
  };
}

function clientTask({ name, rule, level = 'broken' }: BadClient): Task {
  const colour = level === 'broken' ? 'red' : level;
  return { job: { client: name }, rows: [{ label: `${rule.padEnd(54)}  ${name}`, colour }], apart: [] };
}

async function runSection({ title, counted, tasks }: Section): Promise<void> {
  console.log(`\n${title}\n`);
  const all = tasks.flatMap(({ rows }) => rows).length;
  let done = 0;
  let wrong = 0;
  await runTasks(tasks, (row, outcome) => {
    if (!isRight(outcome)) wrong++;
    report(`${String(++done).padStart(4)}/${all}`, row, outcome);
  });
  faults += wrong;
  console.log(
    `\n${counted}: ${all - wrong} as they should be (only the broken rule red), ` +
      `${wrong} not; ${Math.round(elapsed() / 1000)} s`,
  );
}

/** A row of the matrix: the rule, whether it turned red, the defect or client; below it whatever else did. */
function report(place: string, { label, colour }: Row, { missed, strays, errors }: Catch): void {
  console.log(`${place}  ${(missed.length === 0 ? colour : 'MISSED').padEnd(6)}  ${label}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}
