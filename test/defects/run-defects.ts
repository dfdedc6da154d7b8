import { bundleDefects } from './bundle-defects.ts';
import { decide } from './decide.ts';
import type { Defect } from './defect.ts';
import { runTasks } from './run-tasks.ts';
import type { Catch } from './verify-defect.ts';

/** Bundles of a round, and those that run all contracts. */
export type ChooseWhole = (bundles: readonly Defect[][]) => readonly Defect[][];

/**
 * Calls `report` for every defect as soon as it is decided. They run in rounds, of which `sizes` has the size of the
 * bundles, 1 at the end: what a bundle leaves open has other neighbours in the next round, and none in the last. In the
 * first round all contracts run for the bundles that `chooseWhole` returns, and the contracts of the broken rules for
 * the others: a rule that is red by mistake shows in a whole run only. Returns the number of runs.
 */
export async function runDefects(
  defects: readonly Defect[],
  sizes: readonly number[],
  chooseWhole: ChooseWhole,
  report: (defect: Defect, outcome: Catch) => void,
): Promise<number> {
  let open = defects;
  let runs = 0;
  for (const [round, size] of sizes.entries()) {
    const bundles = bundleDefects(open, size);
    const whole = new Set(round === 0 ? chooseWhole(bundles) : bundles);
    const tasks = bundles.map((bundle) => ({
      bundle,
      job: { defects: namesOf(bundle), areWhole: whole.has(bundle) },
    }));
    const left: Defect[] = [];
    await runTasks(tasks, ({ bundle }, outcome) => {
      const { decided, open: undecided } = decide(bundle, outcome, whole.has(bundle), round === sizes.length - 1);
      for (const defect of decided) report(defect, undecided.length === 0 ? outcome : RIGHT);
      if (undecided.length > 0) reportOpen(undecided, outcome);
      left.push(...undecided);
    });
    open = left;
    runs += tasks.length;
  }
  return runs;
}

const RIGHT: Catch = { missed: [], strays: [], errors: [] };

function reportOpen(open: readonly Defect[], { missed, strays, errors }: Catch): void {
  console.log(`           again   ${namesOf(open).join(', ')}`);
  for (const rule of missed) console.log(`                    not red: ${rule}`);
  for (const stray of strays) console.log(`                    red too: ${stray}`);
  for (const error of errors) console.log(`                    error: ${error}`);
}

function namesOf(defects: readonly Defect[]): string[] {
  return defects.map(({ name }) => name);
}
