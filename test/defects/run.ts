import { stopwatch } from '../../src/base/stopwatch.ts';
import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { conductOf } from '../clients/conduct-of.ts';
import { sizeOf, thirdOf } from '../support/full-size.ts';
import { loadDefects } from './load-defects.ts';
import type { ChooseWhole } from './run-defects.ts';
import { runDefects } from './run-defects.ts';
import { runTasks } from './run-tasks.ts';
import type { Catch } from './verify-defect.ts';
import { isRight } from './verify-defect.ts';

/** A row of the matrix: one defect, one bad client, or one sandbox without a defect. */
interface Row {
  label: string;
  colour: string;
}

const HEALTHY_RUNS = sizeOf(8, 20);
/** Bundles of the rounds alone: by chance a run does not show a defect that acts now and then. */
const RUNS_ALONE = [1, 1, 1];
/** Most defects in a sandbox, round by round: more of them interact more often, fewer take more runs. */
const SIZES = [12, 6, ...RUNS_ALONE];
const CLIENTS = 'clients';
const ALONE = 'alone';

// `npm run defects [-- clients | alone | name, or beginning of a rule …]`: the harness against the planted defects, in
// bundles or each alone, and against sandboxes of many seeds in which nothing is planted; then the judge against each
// bad client. Without words, a third of the bundles run all contracts. Ends with 1 when a defect or a client got away,
// or a rule is red that is not broken.
const wanted = process.argv.slice(2);
const words = wanted.filter((word) => word !== CLIENTS && word !== ALONE);
const defects = wanted.includes(CLIENTS) ? [] : (await loadDefects()).filter(isWanted);
const clients = wanted.includes(ALONE) ? [] : (await loadBadClients()).filter(isWanted);
if (defects.length + clients.length === 0) {
  console.error(`no defect or bad client is called ${words.join(' or ')}, and none breaks a rule that begins so`);
  process.exit(2);
}
const elapsed = stopwatch();
if (defects.length > 0) await examineHarness();
if (clients.length > 0) await examineJudge();

function isWanted({ name, rule }: { name: string; rule: string }): boolean {
  return words.length === 0 || words.some((word) => name === word || rule.startsWith(word));
}

async function examineHarness(): Promise<void> {
  const seeds = wanted.length === 0 ? Array.from({ length: HEALTHY_RUNS }, (_, index) => `healthy-${index + 1}`) : [];
  const matrix = openMatrix('The service: planted defects', seeds.length + defects.length);
  await runTasks(
    seeds.map((seed) => ({ seed, job: { seed } })),
    ({ seed }, outcome) => matrix.add(rowOf('nothing is broken', `seed ${seed}`, 'green'), outcome),
  );
  const chooseWhole: ChooseWhole = (bundles) =>
    wanted.length === 0 ? thirdOf('bundles of defects, with all contracts', bundles) : bundles;
  const runs = await runDefects(
    defects,
    wanted.includes(ALONE) ? RUNS_ALONE : SIZES,
    chooseWhole,
    ({ rule, name }, outcome) => matrix.add(rowOf(rule, name, 'red'), outcome),
  );
  matrix.close(`${defects.length} defects in ${runs} runs, and ${seeds.length} runs without one`);
}

async function examineJudge(): Promise<void> {
  const judged = clients.filter(({ rule }) => conductOf(rule).length > 0);
  const matrix = openMatrix('The client: bad clients', judged.length);
  await runTasks(
    judged.map((client) => ({ client, job: { client: client.name } })),
    ({ client: { rule, name, level = 'broken' } }, outcome) =>
      matrix.add(rowOf(rule, name, level === 'broken' ? 'red' : level), outcome),
  );
  matrix.close(`${judged.length} bad clients`);
  const open = clients.length - judged.length;
  if (open > 0) console.log(`\nnot yet: ${open} bad clients, whose rules have no conduct check`);
}

function rowOf(rule: string, name: string, colour: string): Row {
  return { label: `${rule.padEnd(54)}  ${name}`, colour };
}

/** Prints rows as they are decided. `close` prints "12 defects in 3 runs: …"; a wrong row is a fault of the process. */
function openMatrix(title: string, all: number) {
  console.log(`\n${title}\n`);
  let done = 0;
  let wrong = 0;
  return {
    add(row: Row, outcome: Catch): void {
      if (!isRight(outcome)) wrong++;
      printRow(`${String(++done).padStart(4)}/${all}`, row, outcome);
    },
    close(counted: string): void {
      if (wrong > 0 || done < all) process.exitCode = 1;
      console.log(
        `\n${counted}: ${done - wrong} as they should be (only the broken rule red), ` +
          `${all - done + wrong} not; ${Math.round(elapsed() / 1000)} s`,
      );
    },
  };
}

/** The rule, whether it turned red, the defect or client; below it whatever else did. */
function printRow(place: string, { label, colour }: Row, { missed, strays, errors }: Catch): void {
  console.log(`${place}  ${(missed.length === 0 ? colour : 'MISSED').padEnd(6)}  ${label}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}
