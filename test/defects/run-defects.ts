import { bundleDefects } from './bundle-defects.ts';
import { decide } from './decide.ts';
import type { Defect } from './defect.ts';
import { runTasks } from './run-tasks.ts';
import type { Catch } from './verify-defect.ts';

/**
 * Calls `report` for every defect as soon as it is decided. They run in rounds, of which `sizes` has the size of the
 * bundles, 1 at the end: what a bundle leaves open has other neighbours in the next round, and none in the last.
 * Returns the number of runs.
 */
export async function runDefects(
  defects: readonly Defect[],
  sizes: readonly number[],
  report: (defect: Defect, outcome: Catch) => void,
): Promise<number> {
  let open = defects;
  let runs = 0;
  for (const size of sizes) {
    const tasks = bundleDefects(open, size).map((bundle) => ({ bundle, job: { defects: namesOf(bundle) } }));
    const left: Defect[] = [];
    await runTasks(tasks, ({ bundle }, outcome) => {
      const decision = decide(bundle, outcome);
      for (const defect of decision.decided) report(defect, bundle.length === 1 ? outcome : RIGHT);
      if (decision.open.length > 0) reportOpen(decision.open, outcome);
      left.push(...decision.open);
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
